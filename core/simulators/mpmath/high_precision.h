// The two libraries of high precision that the official MathAPI uses: mpmath 1.3.0 (binary floats
// of any precision) and decimal.
//
// Digits are those of the originals, bit by bit for mpmath. Both are bounded: a result of more than
// kMaxPrecision digits is an Error of kind "Limit". Past kMostMemory no machine has room for a
// single number, and the originals fail at once; then so do these.
//
// Both libraries keep their precision for the whole process. Every operation here sets it first, so
// nothing is kept; what differs is the text of an mpf that is printed after a later call has set
// another precision (a list of two results): it stays as it was made.
#ifndef BFCLX_CORE_SIMULATORS_MPMATH_HIGH_PRECISION_H_
#define BFCLX_CORE_SIMULATORS_MPMATH_HIGH_PRECISION_H_

#include <cstddef>
#include <cstdint>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

inline constexpr std::int64_t kMaxPrecision = 20'000;  // decimal digits

// A precision of 10**13 digits.
inline constexpr double kMostMemory = 1e13;

// Bytes of the episode's budget (budget.h) that a result of so many digits takes: the time grows
// with their square, and a quotient of logarithms takes longer than a root.
std::size_t log_quotient_cost(const Value& precision);
std::size_t root_cost(const Value& precision);

// mpmath.mp.dps = precision; mpmath.log(value) / mpmath.log(base): an Opaque "mpf" or "mpc" with
// its texts at this precision. Errors: as int(precision) and float() raise them;
// "ZeroDivisionError" (with no text); "TypeError" for a value that is no number; "AttributeError"
// for a str with a "j" that is none; "MemoryError" (with no text) and "OverflowError" for
// precisions past all memory; "Limit".
Result<Value> mpmath_log_quotient(const Value& value, const Value& base, const Value& precision);

// decimal.getcontext().prec = precision; decimal.Decimal(number).sqrt() of a bool, int or float
// that is not below zero: an Opaque "Decimal". Errors: "TypeError", "ValueError", "OverflowError"
// for the precision, with Python's texts; "MemoryError"; "Limit".
Result<Value> decimal_sqrt(const Value& number, const Value& precision);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_MPMATH_HIGH_PRECISION_H_
