// dict_keys, dict_values and dict_items.
#ifndef BFCLX_CORE_PYTHON_EXTENSIONS_VIEWS_H_
#define BFCLX_CORE_PYTHON_EXTENSIONS_VIEWS_H_

#include <cstdint>
#include <optional>

#include "core/base/result.h"
#include "core/python/syntax/ast.h"
#include "core/value/value.h"

namespace bfclx::python {

enum class ViewKind : std::uint8_t { kKeys, kValues, kItems };

// dict.keys(), dict.values(), dict.items(). Its text is the one of now.
Value make_view(ViewKind kind, const Value& dict);

struct View {
  ViewKind kind;
  Value dict;
  bool like_a_set() const { return kind != ViewKind::kValues; }
};
// The view that the value is, if it is one.
std::optional<View> view_of(const Value& value);

List view_items(const View& view);
// item in view; TypeError for what cannot be a key.
Result<bool> view_contains(const View& view, const Value& item);
// Whether the value is a set, dict_keys or dict_items.
bool like_a_set(const Value& value);
// a < b and the like of two that are like sets.
Result<bool> compare_like_sets(CompareOperator op, const Value& a, const Value& b);
// view & other and the like, where one of the two is like a set and a view; a set.
Result<Value> view_operation(BinaryOperator op, const Value& a, const Value& b);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EXTENSIONS_VIEWS_H_
