// Whether a value fits a schema, and if not, where and why (internal to core/checker).
//
// Values are those that a person expects, in which alternatives may stand anywhere:
// {"any_of": [1, 2]} fits where both do. A value directly inside `any_of` is never alternatives
// itself, so {"any_of": [{"any_of": [1]}]} is the object {"any_of": [1]}.
#ifndef BFCLX_CORE_CHECKER_SCHEMA_CHECK_H_
#define BFCLX_CORE_CHECKER_SCHEMA_CHECK_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/result.h"
#include "core/checker/json_schema.h"
#include "core/value/value.h"

namespace bfclx {

struct Alternatives {
  const List* items = nullptr;
  bool optional = false;  // the property may be left out, too
};
// Of {"any_of": [...]} and {"any_of": [...], "optional": true}; nullopt for any other value.
std::optional<Alternatives> alternatives_of(const Value& value);

// An Error for alternatives that are none ({"any_of": []}, {"any_of": 5}), or `optional` where
// nothing can be left out, and for values that are nested too deep or that JSON cannot hold.
// `is_member`: the value is a property of an object, or an argument.
Status check_alternatives(const Value& value, std::string_view place, bool is_member);

// How much of schemas and values one expectation may compare.
inline constexpr std::size_t kMaxSchemaSteps = 5'000'000;

class SchemaCheck {
 public:
  explicit SchemaCheck(const Schema& schema) : nodes_(schema.nodes) {}

  // An Error {kind "SchemaError"} that names the innermost place that is known to be wrong.
  // `is_alternative`: the value stands directly inside `any_of`.
  Status check(const Value& value, NodeIndex node, const std::string& place,
               bool is_alternative = false);
  bool fits(const Value& value, NodeIndex node, bool is_alternative = false);
  // All that was asked took more than kMaxSchemaSteps: what was answered since is not to be used.
  void pay(std::size_t steps) { steps_ += steps; }
  bool exhausted() const { return steps_ > kMaxSchemaSteps; }

 private:
  // The fault, where one is wanted. `place` may be nullptr where none is.
  struct Fault;
  class Run;

  const std::vector<SchemaNode>& nodes_;
  std::size_t steps_ = 0;
  // By address of the value, in nodes that leave a choice.
  std::unordered_map<const Value*, std::unordered_map<NodeIndex, bool>> known_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_SCHEMA_CHECK_H_
