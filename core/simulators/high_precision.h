// The two libraries of high precision that the official MathAPI uses: mpmath 1.3.0 (binary floats
// of any precision) and decimal.
//
// Digits are those of the originals, bit by bit for mpmath. Both are bounded: a result of more than
// kMaxDigits digits is an Error of kind "Limit".
#ifndef BFCLX_CORE_SIMULATORS_HIGH_PRECISION_H_
#define BFCLX_CORE_SIMULATORS_HIGH_PRECISION_H_

#include <cstdint>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// mpmath.mp: the precision that all of the process works and prints with. It stays as the last call
// left it, so an episode has one for both of its sides.
struct MpmathPrecision {
  static constexpr std::int64_t kMaxDigits = 4000;

  std::int64_t bits = 53;
  std::int64_t digits = 15;

  // mpmath.mp.dps = digits, an object of any type. Errors as int() and float() raise them, and
  // "Limit".
  Status set_digits(const Value& wanted);
};

// mpmath.log(value) / mpmath.log(base): an Opaque "mpf" or "mpc" with its texts at this precision.
// Errors: "ZeroDivisionError" (with no text), "TypeError" for what is no number, "AttributeError"
// for a str with a "j" that is none; "Limit".
Result<Value> mpmath_log_quotient(const MpmathPrecision& precision, const Value& value,
                                  const Value& base);

// decimal.getcontext().prec = precision; decimal.Decimal(number).sqrt() of a bool, int or float
// that is not below zero: an Opaque "Decimal". Errors: "TypeError", "ValueError", "OverflowError"
// for the precision, with Python's texts; "Limit".
Result<Value> decimal_sqrt(const Value& number, const Value& precision);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_HIGH_PRECISION_H_
