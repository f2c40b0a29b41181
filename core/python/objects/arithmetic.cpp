#include "core/python/objects/arithmetic.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/python/objects/errors.h"

namespace bfclx::python {
namespace {

constexpr std::string_view kOperatorNames[] = {"+",  "-",  "*", "@", "/", "%", "** or pow()",
                                               "<<", ">>", "|", "^", "&", "//"};

Error unsupported(std::string_view op, const Value& a, const Value& b) {
  return type_error(concat(
      {"unsupported operand type(s) for ", op, ": '", type_name(a), "' and '", type_name(b), "'"}));
}

Error zero_division(std::string_view message) {
  return {"ZeroDivisionError", std::string(message)};
}
Error out_of_range() { return {"OverflowError", "(34, 'Numerical result out of range')"}; }

std::int64_t small_of(const Value& value) {
  return value.is_bool() ? static_cast<std::int64_t>(value.as_bool()) : value.as_int64();
}
bool is_small(const Value& value) { return value.is_bool() || value.is_small_int(); }
BigInt big_of(const Value& value) {
  return value.is_bool() ? BigInt(static_cast<std::int64_t>(value.as_bool())) : value.as_bigint();
}

Result<Complex> to_complex(const Value& value) {
  if (value.kind() == Value::Kind::kComplex) return value.as_complex();
  BFCLX_ASSIGN_OR_RETURN(double real, number_to_double(value));
  return Complex{real, 0};
}

// ---- Integers.

Result<Value> made(Result<BigInt> result) {
  if (!result.ok()) return std::move(result).error();
  return Value::integer(std::move(result).value());
}

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return a % b != 0 && ((a < 0) != (b < 0)) ? quotient - 1 : quotient;
}

// The operations on small integers whose results are small; nullopt sends them to BigInt.
std::optional<Value> small_operation(BinaryOperator op, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  switch (op) {
    case BinaryOperator::kAdd:
      if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
      break;
    case BinaryOperator::kSub:
      if (__builtin_sub_overflow(a, b, &result)) return std::nullopt;
      break;
    case BinaryOperator::kMult:
      if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
      break;
    case BinaryOperator::kFloorDiv:
      if (b == 0 || b == -1) return std::nullopt;
      result = floor_divide(a, b);
      break;
    case BinaryOperator::kMod:
      if (b == 0 || b == -1) return std::nullopt;
      result = a - floor_divide(a, b) * b;
      break;
    case BinaryOperator::kBitAnd:
      result = a & b;
      break;
    case BinaryOperator::kBitOr:
      result = a | b;
      break;
    case BinaryOperator::kBitXor:
      result = a ^ b;
      break;
    default:
      return std::nullopt;
  }
  return Value::integer(result);
}

// a / b, correctly rounded.
Result<Value> true_divide(const Value& a, const Value& b) {
  constexpr std::int64_t kExact = std::int64_t{1} << 53;
  if (is_small(b) && small_of(b) == 0) return zero_division("division by zero");
  if (is_small(a) && is_small(b) && std::llabs(small_of(a)) <= kExact &&
      std::llabs(small_of(b)) <= kExact) {
    return Value::real(static_cast<double>(small_of(a)) / static_cast<double>(small_of(b)));
  }
  BigInt dividend = big_of(a);
  BigInt divisor = big_of(b);
  const bool negative = dividend.negative() != divisor.negative();
  if (dividend.negative()) dividend = dividend.negated();
  if (divisor.negative()) divisor = divisor.negated();
  // A quotient of at least 66 bits whose last bit says whether anything was cut off.
  const auto bits = static_cast<std::int64_t>(dividend.bit_length()) -
                    static_cast<std::int64_t>(divisor.bit_length());
  const std::int64_t shift = 66 - bits;
  const BigInt count(std::llabs(shift));
  BigInt& scaled = shift >= 0 ? dividend : divisor;
  BFCLX_ASSIGN_OR_RETURN(scaled, BigInt::shift_left(scaled, count));
  BFCLX_ASSIGN_OR_RETURN(BigInt quotient, BigInt::floor_divide(dividend, divisor));
  BFCLX_ASSIGN_OR_RETURN(BigInt back, BigInt::multiply(quotient, divisor));
  if (compare(back, dividend) != 0) quotient = BigInt::bit_or(quotient, BigInt(1));
  const double result = std::ldexp(quotient.to_double(), static_cast<int>(-shift));
  if (std::isinf(result)) {
    return Error{"OverflowError", "integer division result too large for a float"};
  }
  return Value::real(negative ? -result : result);
}

Result<Value> float_power(double base, double exponent);

Result<Value> integer_power(const Value& a, const Value& b) {
  const BigInt exponent = big_of(b);
  if (exponent.negative()) {
    BFCLX_ASSIGN_OR_RETURN(const double base, number_to_double(a));
    BFCLX_ASSIGN_OR_RETURN(const double power, number_to_double(b));
    return float_power(base, power);
  }
  return made(BigInt::power(big_of(a), exponent));
}

// ---- Floats and complex numbers.

// What // and % give together, as float.__divmod__ has it.
struct FloatDivision {
  double quotient;
  double remainder;
};
FloatDivision float_divmod(double a, double b) {
  double remainder = std::fmod(a, b);
  double quotient = (a - remainder) / b;
  if (remainder != 0) {
    if ((b < 0) != (remainder < 0)) {
      remainder += b;
      quotient -= 1;
    }
  } else {
    remainder = std::copysign(0.0, b);
  }
  if (quotient != 0) {
    const double floored = std::floor(quotient);
    quotient = quotient - floored > 0.5 ? floored + 1 : floored;
  } else {
    quotient = std::copysign(0.0, a / b);
  }
  return {quotient, remainder};
}

Complex multiply(Complex a, Complex b) {
  return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}

// Smith's method, as CPython's _Py_c_quot.
Complex divide(Complex a, Complex b) {
  if (std::fabs(b.real) >= std::fabs(b.imag)) {
    const double ratio = b.imag / b.real;
    const double denominator = b.real + b.imag * ratio;
    return {(a.real + a.imag * ratio) / denominator, (a.imag - a.real * ratio) / denominator};
  }
  const double ratio = b.real / b.imag;
  const double denominator = b.real * ratio + b.imag;
  return {(a.real * ratio + a.imag) / denominator, (a.imag * ratio - a.real) / denominator};
}

// a**n by squaring, for |n| <= 100; nullopt for zero to a negative power.
std::optional<Complex> small_power(Complex a, double n) {
  Complex result{1, 0};
  Complex factor = a;
  for (auto left = static_cast<unsigned>(std::fabs(n)); left > 0; left >>= 1) {
    if ((left & 1) != 0) result = multiply(result, factor);
    factor = multiply(factor, factor);
  }
  if (n > 0) return result;
  if (result.real == 0 && result.imag == 0) return std::nullopt;
  return divide({1, 0}, result);
}

// a**b by logarithm and angle; nullopt where the C library reports an error of domain.
std::optional<Complex> general_power(Complex a, Complex b) {
  if (a.real == 0 && a.imag == 0) {
    if (b.imag != 0 || b.real < 0) return std::nullopt;
    return Complex{0, 0};
  }
  const double absolute = std::hypot(a.real, a.imag);
  double length = std::pow(absolute, b.real);
  const double angle = std::atan2(a.imag, a.real);
  double phase = angle * b.real;
  if (b.imag != 0) {
    length /= std::exp(angle * b.imag);
    phase += b.imag * std::log(absolute);
  }
  if (std::isinf(phase)) return std::nullopt;
  return Complex{length * std::cos(phase), length * std::sin(phase)};
}

Result<Value> complex_power(Complex a, Complex b) {
  const bool small = b.imag == 0 && b.real == std::floor(b.real) && std::fabs(b.real) <= 100;
  const std::optional<Complex> power = small ? small_power(a, b.real) : general_power(a, b);
  if (!power) return zero_division("0.0 to a negative or complex power");
  if (std::isinf(power->real) || std::isinf(power->imag)) {
    return Error{"OverflowError", "complex exponentiation"};
  }
  return Value::complex(power->real, power->imag);
}

Result<Value> float_power(double base, double exponent) {
  if (base == 0 && exponent < 0) {
    return zero_division("0.0 cannot be raised to a negative power");
  }
  if (base < 0 && std::isfinite(base) && std::isfinite(exponent) &&
      exponent != std::floor(exponent)) {
    return complex_power({base, 0}, {exponent, 0});
  }
  const double result = std::pow(base, exponent);
  if (std::isinf(result) && std::isfinite(base) && std::isfinite(exponent)) return out_of_range();
  return Value::real(result);
}

}  // namespace

Error unsupported_operands(BinaryOperator op, const Value& a, const Value& b) {
  return unsupported(kOperatorNames[static_cast<int>(op)], a, b);
}

bool is_integer(const Value& value) { return value.is_int() || value.is_bool(); }
bool is_real_number(const Value& value) { return value.is_float() || is_integer(value); }
bool is_complex_number(const Value& value) {
  return value.kind() == Value::Kind::kComplex || is_real_number(value);
}

Result<double> number_to_double(const Value& value) {
  if (value.is_float()) return value.as_float();
  if (is_small(value)) return static_cast<double>(small_of(value));
  const double result = value.as_bigint().to_double();
  if (std::isinf(result)) return Error{"OverflowError", "int too large to convert to float"};
  return result;
}

int compare_integers(const Value& a, const Value& b) {
  if (is_small(a) && is_small(b)) {
    const std::int64_t left = small_of(a);
    const std::int64_t right = small_of(b);
    return left < right ? -1 : left > right ? 1 : 0;
  }
  return compare(big_of(a), big_of(b));
}

Result<Value> integer_operation(BinaryOperator op, const Value& a, const Value& b) {
  const bool bools = a.is_bool() && b.is_bool();
  if (bools && op == BinaryOperator::kBitAnd) return Value::boolean(a.as_bool() && b.as_bool());
  if (bools && op == BinaryOperator::kBitOr) return Value::boolean(a.as_bool() || b.as_bool());
  if (bools && op == BinaryOperator::kBitXor) return Value::boolean(a.as_bool() != b.as_bool());
  if (is_small(a) && is_small(b)) {
    if (std::optional<Value> result = small_operation(op, small_of(a), small_of(b))) {
      return *std::move(result);
    }
  }
  switch (op) {
    case BinaryOperator::kAdd:
      return made(BigInt::add(big_of(a), big_of(b)));
    case BinaryOperator::kSub:
      return made(BigInt::subtract(big_of(a), big_of(b)));
    case BinaryOperator::kMult:
      return made(BigInt::multiply(big_of(a), big_of(b)));
    case BinaryOperator::kDiv:
      return true_divide(a, b);
    case BinaryOperator::kFloorDiv:
      return made(BigInt::floor_divide(big_of(a), big_of(b)));
    case BinaryOperator::kMod:
      return made(BigInt::modulo(big_of(a), big_of(b)));
    case BinaryOperator::kPow:
      return integer_power(a, b);
    case BinaryOperator::kLShift:
      return made(BigInt::shift_left(big_of(a), big_of(b)));
    case BinaryOperator::kRShift:
      return made(BigInt::shift_right(big_of(a), big_of(b)));
    case BinaryOperator::kBitAnd:
      return Value::integer(BigInt::bit_and(big_of(a), big_of(b)));
    case BinaryOperator::kBitOr:
      return Value::integer(BigInt::bit_or(big_of(a), big_of(b)));
    case BinaryOperator::kBitXor:
      return Value::integer(BigInt::bit_xor(big_of(a), big_of(b)));
    default:
      return unsupported_operands(op, a, b);
  }
}

Result<Value> float_operation(BinaryOperator op, const Value& left, const Value& right) {
  BFCLX_ASSIGN_OR_RETURN(const double a, number_to_double(left));
  BFCLX_ASSIGN_OR_RETURN(const double b, number_to_double(right));
  switch (op) {
    case BinaryOperator::kAdd:
      return Value::real(a + b);
    case BinaryOperator::kSub:
      return Value::real(a - b);
    case BinaryOperator::kMult:
      return Value::real(a * b);
    case BinaryOperator::kDiv:
      if (b == 0) return zero_division("float division by zero");
      return Value::real(a / b);
    case BinaryOperator::kFloorDiv:
      if (b == 0) return zero_division("float floor division by zero");
      return Value::real(float_divmod(a, b).quotient);
    case BinaryOperator::kMod:
      if (b == 0) return zero_division("float modulo");
      return Value::real(float_divmod(a, b).remainder);
    case BinaryOperator::kPow:
      return float_power(a, b);
    default:
      return unsupported_operands(op, left, right);
  }
}

Result<Value> complex_operation(BinaryOperator op, const Value& left, const Value& right) {
  const bool known = op == BinaryOperator::kAdd || op == BinaryOperator::kSub ||
                     op == BinaryOperator::kMult || op == BinaryOperator::kDiv ||
                     op == BinaryOperator::kPow;
  if (!known) return unsupported_operands(op, left, right);
  BFCLX_ASSIGN_OR_RETURN(const Complex a, to_complex(left));
  BFCLX_ASSIGN_OR_RETURN(const Complex b, to_complex(right));
  Complex result{};
  switch (op) {
    case BinaryOperator::kAdd:
      result = {a.real + b.real, a.imag + b.imag};
      break;
    case BinaryOperator::kSub:
      result = {a.real - b.real, a.imag - b.imag};
      break;
    case BinaryOperator::kMult:
      result = multiply(a, b);
      break;
    case BinaryOperator::kDiv:
      if (b.real == 0 && b.imag == 0) return zero_division("complex division by zero");
      result = divide(a, b);
      break;
    default:
      return complex_power(a, b);
  }
  return Value::complex(result.real, result.imag);
}

Result<Value> divmod_operation(const Value& a, const Value& b) {
  if (!is_real_number(a) || !is_real_number(b)) return unsupported("divmod()", a, b);
  if (is_integer(a) && is_integer(b)) {
    BFCLX_ASSIGN_OR_RETURN(Value quotient, integer_operation(BinaryOperator::kFloorDiv, a, b));
    BFCLX_ASSIGN_OR_RETURN(Value remainder, integer_operation(BinaryOperator::kMod, a, b));
    return Value::tuple({std::move(quotient), std::move(remainder)});
  }
  BFCLX_ASSIGN_OR_RETURN(const double x, number_to_double(a));
  BFCLX_ASSIGN_OR_RETURN(const double y, number_to_double(b));
  if (y == 0) return zero_division("float divmod()");
  const FloatDivision result = float_divmod(x, y);
  return Value::tuple({Value::real(result.quotient), Value::real(result.remainder)});
}

Result<Value> unary_operation(UnaryOperator op, const Value& operand) {
  if (op == UnaryOperator::kNot) return Value::boolean(!truthy(operand));
  const auto bad_operand = [&](std::string_view symbol) {
    return type_error(
        concat({"bad operand type for unary ", symbol, ": '", type_name(operand), "'"}));
  };
  if (op == UnaryOperator::kInvert) {
    if (!is_integer(operand)) return bad_operand("~");
    if (is_small(operand)) return Value::integer(~small_of(operand));
    return Value::integer(operand.as_bigint().inverted());
  }
  const bool negate = op == UnaryOperator::kUSub;
  if (is_small(operand)) {
    const std::int64_t value = small_of(operand);
    if (!negate) return Value::integer(value);
    if (value != std::numeric_limits<std::int64_t>::min()) return Value::integer(-value);
  }
  switch (operand.kind()) {
    case Value::Kind::kInt:
      return negate ? Value::integer(operand.as_bigint().negated()) : operand;
    case Value::Kind::kFloat:
      return negate ? Value::real(-operand.as_float()) : operand;
    case Value::Kind::kComplex: {
      const Complex value = operand.as_complex();
      return negate ? Value::complex(-value.real, -value.imag) : operand;
    }
    default:
      return bad_operand(negate ? "-" : "+");
  }
}

}  // namespace bfclx::python
