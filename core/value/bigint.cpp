#include "core/value/bigint.h"

#ifndef BOOST_NO_EXCEPTIONS
#define BOOST_NO_EXCEPTIONS
#endif

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/value/number_hash.h"

// The core knows no exceptions. Boost throws on what is excluded here beforehand:
// division by zero, negative shifts and bit operations of negative numbers.
namespace boost {
BOOST_NORETURN void throw_exception(const std::exception& /*error*/) {
  assert(false);
  std::abort();
}
BOOST_NORETURN void throw_exception(const std::exception& /*error*/,
                                    const boost::source_location& /*where*/) {
  assert(false);
  std::abort();
}
}  // namespace boost

namespace bfclx {

using Integer = boost::multiprecision::cpp_int;

struct BigInt::Rep {
  Integer value;
};

namespace {

Error limit_error() { return {"Limit", "an integer is larger than 100000 bits"}; }

std::size_t bits_of(const Integer& value) {
  return value.is_zero() ? 0 : boost::multiprecision::msb(boost::multiprecision::abs(value)) + 1;
}

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

// Quotient rounded down, remainder of the divisor's sign.
void divide_floor(const Integer& a, const Integer& b, Integer& quotient, Integer& remainder) {
  boost::multiprecision::divide_qr(a, b, quotient, remainder);
  if (!remainder.is_zero() && (remainder.sign() < 0) != (b.sign() < 0)) {
    --quotient;
    remainder += b;
  }
}

Integer shift_right_floor(const Integer& a, std::size_t count) {
  if (a.sign() >= 0) return a >> count;
  const Integer flipped = -a - 1;  // ~a
  return -(flipped >> count) - 1;
}

// Bit operations on two's complement: both numbers as `2**width + x` when negative, and back.
template <typename Operation>
Integer bitwise(const Integer& a, const Integer& b, Operation operation) {
  const std::size_t width = std::max(bits_of(a), bits_of(b)) + 1;
  const Integer modulus = Integer(1) << width;
  Integer result =
      operation(a.sign() < 0 ? Integer(modulus + a) : a, b.sign() < 0 ? Integer(modulus + b) : b);
  if (boost::multiprecision::bit_test(result, static_cast<unsigned>(width - 1))) result -= modulus;
  return result;
}

}  // namespace

BigInt::BigInt() : rep_(std::make_unique<Rep>()) {}
BigInt::BigInt(std::int64_t value) : rep_(std::make_unique<Rep>(Rep{Integer(value)})) {}
BigInt::BigInt(const BigInt& other) : rep_(std::make_unique<Rep>(*other.rep_)) {}
BigInt::BigInt(BigInt&& other) noexcept = default;
BigInt& BigInt::operator=(BigInt other) noexcept {
  rep_ = std::move(other.rep_);
  return *this;
}
BigInt::~BigInt() = default;
BigInt::BigInt(std::unique_ptr<Rep> rep) : rep_(std::move(rep)) {}

Result<BigInt> BigInt::parse(std::string_view digits, int base) {
  assert(base >= 2 && base <= 36);
  const bool power_of_two = (base & (base - 1)) == 0;
  if (!power_of_two && digits.size() > kMaxStrDigits) {
    return Error{"ValueError",
                 "Exceeds the limit (4300 digits) for integer string conversion: " +
                     std::string("value has ") + std::to_string(digits.size()) +
                     " digits; use sys.set_int_max_str_digits() to increase the limit"};
  }
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.size() > kMaxBits) return limit_error();
  // As many digits at once as fit in 32 bits.
  Integer value = 0;
  std::uint32_t chunk = 0;
  std::uint32_t scale = 1;
  for (const char c : digits) {
    chunk = chunk * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit_value(c));
    scale *= static_cast<std::uint32_t>(base);
    if (scale <= std::numeric_limits<std::uint32_t>::max() / 36) continue;
    value = value * scale + chunk;
    chunk = 0;
    scale = 1;
  }
  value = value * scale + chunk;
  if (bits_of(value) > kMaxBits) return limit_error();
  return BigInt(std::make_unique<Rep>(Rep{std::move(value)}));
}

BigInt BigInt::from_double(double value) {
  assert(std::isfinite(value));
  int exponent = 0;
  const double fraction = std::frexp(std::trunc(value), &exponent);
  constexpr int kMantissaBits = 53;
  Integer result(static_cast<std::int64_t>(std::ldexp(fraction, kMantissaBits)));
  const int shift = exponent - kMantissaBits;
  if (shift >= 0) {
    result <<= shift;
  } else {
    result /= Integer(1) << std::min(-shift, kMantissaBits);  // exact: the value is whole
  }
  return BigInt(std::make_unique<Rep>(Rep{std::move(result)}));
}

std::optional<std::int64_t> BigInt::to_int64() const {
  const Integer& value = rep_->value;
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  if (value < kMin || value > kMax) return std::nullopt;
  return value.convert_to<std::int64_t>();
}

double BigInt::to_double() const {
  const Integer magnitude = boost::multiprecision::abs(rep_->value);
  const std::size_t bits = bits_of(magnitude);
  constexpr std::size_t kMaxDoubleBits = 1024;
  double result = std::numeric_limits<double>::infinity();
  if (bits <= kMaxDoubleBits) {
    // 64 leading bits, the last of which is set when anything was cut: one rounding, to even.
    const std::size_t cut = bits > 64 ? bits - 64 : 0;
    auto leading = Integer(magnitude >> cut).convert_to<std::uint64_t>();
    if (cut > 0 && boost::multiprecision::lsb(magnitude) < cut) leading |= 1;
    result = std::ldexp(static_cast<double>(leading), static_cast<int>(cut));
  }
  return negative() ? -result : result;
}

std::string BigInt::to_decimal() const { return rep_->value.str(); }

std::string BigInt::to_hex() const {
  std::string result = Integer(boost::multiprecision::abs(rep_->value)).str(0, std::ios_base::hex);
  for (char& c : result) {
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c + 32);
  }
  return negative() ? "-" + result : result;
}

std::size_t BigInt::bit_length() const { return bits_of(rep_->value); }
bool BigInt::negative() const { return rep_->value.sign() < 0; }
bool BigInt::zero() const { return rep_->value.is_zero(); }

std::uint64_t BigInt::hash() const {
  const Integer residue = boost::multiprecision::abs(rep_->value) % kHashModulus;
  return hash_of_residue(residue.convert_to<std::uint64_t>(), negative());
}

std::uint64_t BigInt::low_bits() const {
  const Integer low = boost::multiprecision::abs(rep_->value) & ~std::uint64_t{0};
  const auto magnitude = low.convert_to<std::uint64_t>();
  return negative() ? std::uint64_t{0} - magnitude : magnitude;
}

int compare(const BigInt& a, const BigInt& b) {
  const int order = a.rep_->value.compare(b.rep_->value);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

Result<BigInt> BigInt::add(const BigInt& a, const BigInt& b) {
  Integer value = a.rep_->value + b.rep_->value;
  if (bits_of(value) > kMaxBits) return limit_error();
  return BigInt(std::make_unique<Rep>(Rep{std::move(value)}));
}

Result<BigInt> BigInt::subtract(const BigInt& a, const BigInt& b) {
  Integer value = a.rep_->value - b.rep_->value;
  if (bits_of(value) > kMaxBits) return limit_error();
  return BigInt(std::make_unique<Rep>(Rep{std::move(value)}));
}

Result<BigInt> BigInt::multiply(const BigInt& a, const BigInt& b) {
  if (a.bit_length() + b.bit_length() > kMaxBits + 1) return limit_error();
  Integer value = a.rep_->value * b.rep_->value;
  if (bits_of(value) > kMaxBits) return limit_error();
  return BigInt(std::make_unique<Rep>(Rep{std::move(value)}));
}

Result<BigInt> BigInt::floor_divide(const BigInt& a, const BigInt& b) {
  if (b.zero()) return Error{"ZeroDivisionError", "integer division or modulo by zero"};
  auto rep = std::make_unique<Rep>();
  Integer remainder;
  divide_floor(a.rep_->value, b.rep_->value, rep->value, remainder);
  return BigInt(std::move(rep));
}

Result<BigInt> BigInt::modulo(const BigInt& a, const BigInt& b) {
  if (b.zero()) return Error{"ZeroDivisionError", "integer modulo by zero"};
  auto rep = std::make_unique<Rep>();
  Integer quotient;
  divide_floor(a.rep_->value, b.rep_->value, quotient, rep->value);
  return BigInt(std::move(rep));
}

Result<BigInt> BigInt::power(const BigInt& base, const BigInt& exponent) {
  assert(!exponent.negative());
  if (exponent.zero()) return BigInt(1);
  const Integer& value = base.rep_->value;
  if (value.is_zero() || value == 1) return base;
  if (value == -1)
    return boost::multiprecision::bit_test(exponent.rep_->value, 0) ? base : BigInt(1);
  const auto count = exponent.to_int64();
  // x**n has more than (bits - 1) * n bits.
  if (!count || *count > static_cast<std::int64_t>(kMaxBits) ||
      (base.bit_length() - 1) * static_cast<std::size_t>(*count) > kMaxBits) {
    return limit_error();
  }
  Integer result = boost::multiprecision::pow(value, static_cast<unsigned>(*count));
  if (bits_of(result) > kMaxBits) return limit_error();
  return BigInt(std::make_unique<Rep>(Rep{std::move(result)}));
}

Result<BigInt> BigInt::shift_left(const BigInt& a, const BigInt& count) {
  if (count.negative()) return Error{"ValueError", "negative shift count"};
  if (a.zero()) return a;
  const auto bits = count.to_int64();
  if (!bits || *bits > static_cast<std::int64_t>(kMaxBits) ||
      a.bit_length() + static_cast<std::size_t>(*bits) > kMaxBits) {
    return limit_error();
  }
  Integer value = a.rep_->value << static_cast<std::size_t>(*bits);
  return BigInt(std::make_unique<Rep>(Rep{std::move(value)}));
}

Result<BigInt> BigInt::shift_right(const BigInt& a, const BigInt& count) {
  if (count.negative()) return Error{"ValueError", "negative shift count"};
  const auto bits = count.to_int64();
  if (!bits || *bits > static_cast<std::int64_t>(kMaxBits)) return BigInt(a.negative() ? -1 : 0);
  Integer value = shift_right_floor(a.rep_->value, static_cast<std::size_t>(*bits));
  return BigInt(std::make_unique<Rep>(Rep{std::move(value)}));
}

BigInt BigInt::bit_and(const BigInt& a, const BigInt& b) {
  const auto operation = [](const Integer& x, const Integer& y) { return Integer(x & y); };
  return BigInt(std::make_unique<Rep>(Rep{bitwise(a.rep_->value, b.rep_->value, operation)}));
}

BigInt BigInt::bit_or(const BigInt& a, const BigInt& b) {
  const auto operation = [](const Integer& x, const Integer& y) { return Integer(x | y); };
  return BigInt(std::make_unique<Rep>(Rep{bitwise(a.rep_->value, b.rep_->value, operation)}));
}

BigInt BigInt::bit_xor(const BigInt& a, const BigInt& b) {
  const auto operation = [](const Integer& x, const Integer& y) { return Integer(x ^ y); };
  return BigInt(std::make_unique<Rep>(Rep{bitwise(a.rep_->value, b.rep_->value, operation)}));
}

BigInt BigInt::negated() const { return BigInt(std::make_unique<Rep>(Rep{Integer(-rep_->value)})); }

BigInt BigInt::inverted() const {
  return BigInt(std::make_unique<Rep>(Rep{Integer(-rep_->value - 1)}));
}

}  // namespace bfclx
