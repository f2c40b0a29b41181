#include "core/python/objects/rounding.h"

#include <cmath>
#include <string>

#include "core/base/float_text.h"
#include "core/python/extensions/format.h"
#include "core/python/objects/operators.h"
#include "core/value/bigint.h"

namespace bfclx::python {

Result<Value> truncated(double value) {
  if (std::isnan(value)) return Error{"ValueError", "cannot convert float NaN to integer"};
  if (std::isinf(value)) {
    return Error{"OverflowError", "cannot convert float infinity to integer"};
  }
  return Value::integer(BigInt::from_double(value));
}

Result<Value> round_to_int(double value) {
  if (!std::isfinite(value)) return truncated(value);
  const double floored = std::floor(value);
  const double fraction = value - floored;
  const bool up = fraction > 0.5 || (fraction == 0.5 && std::fmod(floored, 2) != 0);
  return truncated(up ? floored + 1 : floored);
}

// The multiple of 10**places nearest to a float, ties to even; places > 0.
double round_to_tens(double value, int places) {
  // As many digits as a double can have, so that the text is the value itself.
  constexpr int kAllDigits = 800;
  const std::string exact = format_double(std::fabs(value), 'e', kAllDigits, false);
  const std::size_t mark = exact.find('e');
  const int exponent = std::atoi(exact.c_str() + mark + 1);
  const int kept = exponent - places + 1;  // digits
  if (kept > 0) return parse_decimal(format_double(value, 'e', kept - 1, false));
  const bool up = kept == 0 && (exact[0] > '5' ||
                                (exact[0] == '5' && exact.find_first_of("123456789", 1) < mark));
  return std::copysign(up ? parse_decimal("1e" + std::to_string(places)) : 0.0, value);
}

Result<Value> round_float(double value, std::int64_t digits) {
  if (!std::isfinite(value) || digits > 323) return Value::real(value);
  if (digits < -308) return Value::real(value * 0.0);
  if (digits >= 0) {
    // The decimal text is correctly rounded, and so is the float read from it.
    return Value::real(parse_decimal(format_double(value, 'f', static_cast<int>(digits), false)));
  }
  const double result = round_to_tens(value, static_cast<int>(-digits));
  if (std::isinf(result)) {
    return Error{"OverflowError", "rounded value too large to represent"};
  }
  return Value::real(result);
}

Result<Value> round_integer(const Value& value, std::int64_t digits, std::size_t max_bytes) {
  if (digits >= 0) return value;
  // No integer within BigInt's bound has so many digits.
  if (digits < -30'103) return Value::integer(0);
  const auto apply = [&](BinaryOperator op, const Value& a, const Value& b) {
    return binary_operation(op, a, b, max_bytes);
  };
  BFCLX_ASSIGN_OR_RETURN(const Value unit,
                         apply(BinaryOperator::kPow, Value::integer(10), Value::integer(-digits)));
  BFCLX_ASSIGN_OR_RETURN(Value quotient, apply(BinaryOperator::kFloorDiv, value, unit));
  BFCLX_ASSIGN_OR_RETURN(const Value rest, apply(BinaryOperator::kMod, value, unit));
  BFCLX_ASSIGN_OR_RETURN(const Value twice, apply(BinaryOperator::kMult, rest, Value::integer(2)));
  BFCLX_ASSIGN_OR_RETURN(const Value odd,
                         apply(BinaryOperator::kBitAnd, quotient, Value::integer(1)));
  const int order = compare_integers(twice, unit);
  if (order > 0 || (order == 0 && truthy(odd))) {
    BFCLX_ASSIGN_OR_RETURN(quotient, apply(BinaryOperator::kAdd, quotient, Value::integer(1)));
  }
  return apply(BinaryOperator::kMult, quotient, unit);
}

}  // namespace bfclx::python
