// Python's int(text).
#ifndef BFCLX_CORE_VALUE_NUMBER_TEXT_H_
#define BFCLX_CORE_VALUE_NUMBER_TEXT_H_

#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// int(text, base), base 0 or 2 to 36: white space around, a sign, the base's prefix, underscores
// between digits, decimal digits of any script. Error "ValueError" with CPython's text: "invalid
// literal for int() with base 10: 'x'", or that of the limit of 4300 digits; "Limit" past
// BigInt::kMaxBits.
Result<Value> python_int(std::string_view text, int base = 10);

// The int that the ASCII decimal `digits` (at least one, nothing else) spell, negated on request.
// Errors as above.
Result<Value> int_of_digits(std::string_view digits, bool negative);

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_NUMBER_TEXT_H_
