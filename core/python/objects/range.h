// range(...): the one lazy sequence of the subset, an Opaque.
#ifndef BFCLX_CORE_PYTHON_OBJECTS_RANGE_H_
#define BFCLX_CORE_PYTHON_OBJECTS_RANGE_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx::python {

struct Range {
  std::int64_t start;
  std::int64_t stop;
  std::int64_t step;  // not 0
};

// Longest range whose items are made.
inline constexpr std::size_t kMaxRangeItems = 100'000;

Value make_range(const Range& range);
// The range that the value is, if it is one.
std::optional<Range> range_of(const Value& value);
std::size_t range_length(const Range& range);
// Error "Limit" when there are too many.
Result<List> range_items(const Range& range);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_OBJECTS_RANGE_H_
