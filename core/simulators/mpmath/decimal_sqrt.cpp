// decimal.Decimal(number).sqrt(), as the General Decimal Arithmetic Specification has it.
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/simulators/mpmath/high_precision.h"
#include "core/simulators/mpmath/mp_float.h"
#include "core/simulators/mpmath/mp_integer.h"
#include "core/value/bigint.h"

namespace bfclx {

namespace {

namespace big = boost::multiprecision;
using mp::Integer;

// A whole number times 10**exponent, as its digits.
struct Decimal {
  std::string digits;
  std::int64_t exponent = 0;
};

Integer power_of_ten(std::int64_t n) { return big::pow(Integer(10), static_cast<unsigned>(n)); }

Value special_value(const char* text) {
  return Value::opaque({"Decimal", std::string("Decimal('") + text + "')", text});
}

// coefficient * 10**exponent
struct Radicand {
  Integer coefficient;
  std::int64_t exponent = 0;
};

// Exact; `number` is finite and above zero.
Radicand to_radicand(const Value& number) {
  if (!number.is_float()) return {mp::to_integer(number), 0};
  const mp::MpFloat binary = mp::from_double(number.as_float());
  if (binary.exponent >= 0) return {mp::to_fixed(binary, 0), 0};
  // m / 2**k = m * 5**k / 10**k
  const Integer fives = big::pow(Integer(5), static_cast<unsigned>(-binary.exponent));
  return {binary.mantissa * fives, binary.exponent};
}

// Cuts to `precision` digits, halves to even.
void round_half_even(Decimal& number, std::size_t precision) {
  std::string& digits = number.digits;
  if (digits.size() <= precision) return;
  const std::string rest = digits.substr(precision);
  digits.resize(precision);
  number.exponent += static_cast<std::int64_t>(rest.size());
  const bool odd = (digits.back() - '0') % 2 != 0;
  const bool more = rest.find_first_not_of('0', 1) != std::string::npos;
  if (rest[0] < '5' || (rest[0] == '5' && !odd && !more)) return;
  const std::size_t last = digits.find_last_not_of('9');
  if (last == std::string::npos) {
    digits.assign(precision, '0');
    digits[0] = '1';
    ++number.exponent;
    return;
  }
  ++digits[last];
  for (std::size_t i = last + 1; i < digits.size(); ++i) digits[i] = '0';
}

// The root to `precision` digits; nullopt when it is not exact and has more than the bound.
std::optional<Decimal> square_root(Radicand number, std::int64_t precision) {
  Integer& radicand = number.coefficient;
  if (number.exponent % 2 != 0) {
    radicand *= 10;
    --number.exponent;
  }
  // An exact root is as short as the number: no need to look at the precision wanted.
  const Integer root = mp::integer_sqrt(radicand);
  Decimal result;
  if (root * root == radicand) {
    result = {root.str(), number.exponent / 2};
  } else {
    if (precision > kMaxPrecision) return std::nullopt;
    // One digit more than wanted.
    const std::int64_t shift = precision + 1 - static_cast<std::int64_t>(root.str().size());
    bool exact = true;
    if (shift >= 0) {
      radicand *= power_of_ten(2 * shift);
    } else {
      const Integer scale = power_of_ten(-2 * shift);
      exact = Integer(radicand % scale).is_zero();
      radicand /= scale;
    }
    Integer shifted_root = mp::integer_sqrt(radicand);
    exact = exact && shifted_root * shifted_root == radicand;
    // A last digit that does not look like half of one.
    if (!exact && Integer(shifted_root % 5).is_zero()) ++shifted_root;
    result = {shifted_root.str(), number.exponent / 2 - shift};
  }
  const auto most = static_cast<std::uint64_t>(precision);
  if (result.digits.size() > most) round_half_even(result, static_cast<std::size_t>(most));
  return result;
}

// The specification's to-scientific-string.
std::string to_text(const Decimal& number) {
  const auto length = static_cast<std::int64_t>(number.digits.size());
  const std::int64_t left = number.exponent + length;  // digits before the point
  if (number.exponent > 0 || left <= -6) {
    std::string text = number.digits;
    if (length > 1) text.insert(1, 1, '.');
    if (left != 1) {
      text += left > 1 ? "E+" : "E";
      text += std::to_string(left - 1);
    }
    return text;
  }
  if (left <= 0) return "0." + std::string(static_cast<std::size_t>(-left), '0') + number.digits;
  std::string text = number.digits;
  if (left < length) text.insert(static_cast<std::size_t>(left), 1, '.');
  return text;
}

// getcontext().prec = precision
Result<std::int64_t> to_precision(const Value& precision) {
  if (precision.is_bool()) {
    if (precision.as_bool()) return std::int64_t{1};
  } else if (!precision.is_int()) {
    return Error{"TypeError", "an integer is required"};
  } else if (!precision.is_small_int()) {
    return Error{"OverflowError", "Python int too large to convert to C ssize_t"};
  } else {
    constexpr std::int64_t kMaxPrecision = 999'999'999'999'999'999;
    const std::int64_t digits = precision.as_int64();
    if (digits >= 1 && digits <= kMaxPrecision) return digits;
  }
  return Error{"ValueError", "valid range for prec is [1, MAX_PREC]"};
}

}  // namespace

Result<Value> decimal_sqrt(const Value& number, const Value& precision) {
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t digits, to_precision(precision));
  if (number.is_float()) {
    const double value = number.as_float();
    if (std::isnan(value)) return special_value("NaN");
    if (std::isinf(value)) return special_value("Infinity");
    if (value == 0) return special_value(std::signbit(value) ? "-0" : "0");
  } else if (mp::to_integer(number).is_zero()) {
    return special_value("0");
  }
  const std::optional<Decimal> root = square_root(to_radicand(number), digits);
  if (!root && static_cast<double>(digits) > kMostMemory) return Error{"MemoryError", ""};
  if (!root) return Error{"Limit", "a precision of more than 20000 digits"};
  return special_value(to_text(*root).c_str());
}

}  // namespace bfclx
