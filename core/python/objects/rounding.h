// int(float) and round().
#ifndef BFCLX_CORE_PYTHON_OBJECTS_ROUNDING_H_
#define BFCLX_CORE_PYTHON_OBJECTS_ROUNDING_H_

#include <cstddef>
#include <cstdint>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx::python {

// int(value). Errors "ValueError" for a NaN, "OverflowError" for an infinity.
Result<Value> truncated(double value);
// The int nearest to a float, ties to even; errors as above.
Result<Value> round_to_int(double value);
// round(float, digits), correctly rounded.
Result<Value> round_float(double value, std::int64_t digits);
// round(int, digits): to a multiple of a power of ten, ties to even, when `digits` is negative.
Result<Value> round_integer(const Value& value, std::int64_t digits, std::size_t max_bytes);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_OBJECTS_ROUNDING_H_
