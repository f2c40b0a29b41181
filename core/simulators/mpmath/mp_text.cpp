// Decimal text of MpFloat: libmp.to_str.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/simulators/mpmath/mp_functions.h"

namespace bfclx::mp {

namespace {

namespace big = boost::multiprecision;

struct Digits {
  std::string text;
  std::int64_t exponent = 0;  // of the first digit
};

// Numbers as far from 1 as this are first divided by a power of ten.
constexpr std::int64_t kFarExponent = 3500;

// About `count` digits of a finite x > 0, rounded down (libmp.to_digits_exp).
Digits digits_of(MpFloat x, std::int64_t count) {
  const std::int64_t precision =
      static_cast<std::int64_t>(static_cast<double>(count) * kBitsOfDigit) + 10;
  Digits result;
  if (std::abs(x.exponent + bit_count(x.mantissa)) > kFarExponent) {
    const std::int64_t exponent_precision = bit_count(Integer(std::abs(x.exponent))) + 5;
    const MpFloat natural = multiply(make_float(x.exponent, 0),
                                     constant(ln2_fixed, exponent_precision, Rounding::kDown));
    const MpFloat decimal = *divide(
        natural, constant(ln10_fixed, exponent_precision, Rounding::kDown), exponent_precision);
    const Integer whole = to_fixed(absolute(decimal), 0);
    result.exponent = whole.convert_to<std::int64_t>();
    if (decimal.negative) result.exponent = -result.exponent;
    x = *divide(x, power_of_ten(result.exponent, precision), precision);
  }
  const std::int64_t fixed_bits =
      std::max<std::int64_t>(precision - x.exponent - bit_count(x.mantissa), 0);
  const auto fixed_digits =
      // NOLINTNEXTLINE(bugprone-incorrect-roundings): as mpmath rounds
      static_cast<std::int64_t>(static_cast<double>(fixed_bits) / kBitsOfDigit + 0.5);
  const Integer scaled =
      to_fixed(x, fixed_bits) * big::pow(Integer(10), static_cast<unsigned>(fixed_digits));
  result.text = Integer(scaled >> static_cast<std::size_t>(fixed_bits)).str();
  result.exponent += static_cast<std::int64_t>(result.text.size()) - fixed_digits - 1;
  return result;
}

// Cuts to `count` digits, halves up.
void round_digits(Digits& digits, std::size_t count) {
  const bool up = digits.text.size() > count && digits.text[count] >= '5';
  if (digits.text.size() > count) digits.text.resize(count);
  if (!up) return;
  const std::size_t last = digits.text.find_last_not_of('9');
  if (last == std::string::npos) {
    digits.text.assign(count, '0');
    digits.text[0] = '1';
    ++digits.exponent;
    return;
  }
  ++digits.text[last];
  std::fill(digits.text.begin() + static_cast<std::ptrdiff_t>(last) + 1, digits.text.end(), '0');
}

}  // namespace

std::string to_text(const MpFloat& x, std::int64_t count) {
  if (x.is_nan()) return "nan";
  if (x.is_infinite()) return x.negative ? "-inf" : "+inf";
  if (x.is_zero()) return "0.0";
  // mpmath takes three digits more before it rounds.
  Digits digits = digits_of(absolute(x), count + 3);
  round_digits(digits, static_cast<std::size_t>(count));
  std::string& text = digits.text;
  std::size_t whole = 1;  // digits before the point
  if (digits.exponent > std::min<std::int64_t>(-(count / 3), -5) && digits.exponent < count) {
    if (digits.exponent < 0) {
      text.insert(0, static_cast<std::size_t>(-digits.exponent), '0');
    } else {
      whole = static_cast<std::size_t>(digits.exponent) + 1;
    }
    digits.exponent = 0;
  }
  if (whole < text.size()) {
    text.insert(whole, 1, '.');
  } else {
    text += '.';
  }
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text += '0';
  if (x.negative) text.insert(0, 1, '-');
  if (digits.exponent != 0) {
    text += digits.exponent > 0 ? "e+" : "e";
    text += std::to_string(digits.exponent);
  }
  return text;
}

}  // namespace bfclx::mp
