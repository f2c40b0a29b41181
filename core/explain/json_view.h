// Values as plain JSON for pages: whatever a model or a simulator made of Python's types.
#ifndef BFCLX_CORE_EXPLAIN_JSON_VIEW_H_
#define BFCLX_CORE_EXPLAIN_JSON_VIEW_H_

#include <cstddef>

#include "core/value/value.h"

namespace bfclx {

inline constexpr std::size_t kMaxJsonViewItems = 200'000;

// A copy that any JSON reader takes and that shares nothing with `value`: tuples become lists, keys
// texts; what JSON cannot hold (sets, complex numbers, NaN, integers past 2^53) becomes its repr.
// Containers nested past 100, or past `max_items` items in all, become "...": they may be part of
// themselves.
Value json_view(const Value& value, std::size_t max_items = kMaxJsonViewItems);

}  // namespace bfclx

#endif  // BFCLX_CORE_EXPLAIN_JSON_VIEW_H_
