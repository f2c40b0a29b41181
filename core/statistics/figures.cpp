#include "core/statistics/figures.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "core/base/float_text.h"
#include "core/value/bigint.h"

namespace bfclx {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Operations of which it is known that they cannot fail: no operand comes near BigInt's bound.
BigInt sure(Result<BigInt> result) { return result.ok() ? std::move(result).value() : BigInt(); }
BigInt operator+(const BigInt& a, const BigInt& b) { return sure(BigInt::add(a, b)); }
BigInt operator-(const BigInt& a, const BigInt& b) { return sure(BigInt::subtract(a, b)); }
BigInt operator*(const BigInt& a, const BigInt& b) { return sure(BigInt::multiply(a, b)); }
BigInt operator/(const BigInt& a, const BigInt& b) { return sure(BigInt::floor_divide(a, b)); }
BigInt shifted(const BigInt& a, std::int64_t count) {
  return count >= 0 ? sure(BigInt::shift_left(a, BigInt(count)))
                    : sure(BigInt::shift_right(a, BigInt(-count)));
}

// The same, its last bit set when the division left a rest: rounding it is rounding the quotient.
BigInt divided_sticky(const BigInt& a, const BigInt& b) {
  const BigInt quotient = a / b;
  return compare(quotient * b, a) == 0 ? quotient : BigInt::bit_or(quotient, BigInt(1));
}

// numerator / denominator * 2^scale, correctly rounded; the denominator is positive.
double ratio(const BigInt& numerator, const BigInt& denominator, int scale) {
  constexpr std::int64_t kBits = 70;  // more than a double's 53 and a guard bit
  const auto length = [](const BigInt& n) { return static_cast<std::int64_t>(n.bit_length()); };
  // So that the quotient has some 70 bits, whatever its size.
  const std::int64_t shift = kBits - length(numerator) + length(denominator);
  const BigInt quotient = shift >= 0 ? divided_sticky(shifted(numerator, shift), denominator)
                                     : divided_sticky(numerator, shifted(denominator, -shift));
  return std::ldexp(quotient.to_double(), scale - static_cast<int>(shift));
}

BigInt integer_root(const BigInt& n) {
  if (n.zero()) return n;
  // From above the true root Newton's steps go down to it.
  BigInt root = BigInt::from_double(std::sqrt(n.to_double()) * (1 + 1e-14)) + BigInt(1);
  while (true) {
    const BigInt next = shifted(root + n / root, -1);
    if (compare(next, root) >= 0) return root;
    root = next;
  }
}

// sqrt(numerator / denominator) * 2^scale, correctly rounded (statistics.py:_float_sqrt_of_frac).
double root_of_ratio(const BigInt& numerator, const BigInt& denominator, int scale) {
  if (numerator.zero()) return 0;
  const auto bits = static_cast<std::int64_t>(numerator.bit_length()) -
                    static_cast<std::int64_t>(denominator.bit_length());
  // So that the root has 55 bits or more: those of a double, and one that stands for the rest.
  const std::int64_t shift = (110 - bits) / 2 + 1;
  const BigInt scaled = shift >= 0 ? divided_sticky(shifted(numerator, 2 * shift), denominator)
                                   : divided_sticky(numerator, shifted(denominator, -2 * shift));
  BigInt root = integer_root(scaled);
  if (compare(root * root, scaled) != 0) root = BigInt::bit_or(root, BigInt(1));
  return std::ldexp(root.to_double(), scale - static_cast<int>(shift));
}

// Sums of n and n * n over numbers n * 2^exponent of one exponent.
struct PartialSums {
  __int128 sum = 0;
  unsigned __int128 squares = 0;
  std::size_t count = 0;
};
constexpr std::size_t kMaxCount = std::size_t{1} << 20;  // squares have 106 bits each

BigInt big(unsigned __int128 n) {
  constexpr int kPart = 62;
  constexpr auto kMask = (std::uint64_t{1} << kPart) - 1;
  BigInt result(static_cast<std::int64_t>(n >> (2 * kPart)));
  for (int part = 1; part >= 0; --part) {
    result =
        shifted(result, kPart) +
        BigInt(static_cast<std::int64_t>(static_cast<std::uint64_t>(n >> (part * kPart)) & kMask));
  }
  return result;
}

// Exact sums, in units of 2^scale and of 2^(2 * scale).
class ExactSums {
 public:
  // False for NaN and infinities.
  bool add(const Value& number) {
    if (number.is_int() &&
        (!number.is_small_int() || std::llabs(number.as_int64() >> 1) >= (std::int64_t{1} << 52))) {
      add_big(number.as_bigint());
      return true;
    }
    const double value = real_of(number);
    if (!std::isfinite(value)) return false;
    int exponent = 0;
    auto digits = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
    exponent = digits == 0 ? 0 : exponent - 53;
    PartialSums& part = parts_[exponent];
    part.sum += digits;
    part.squares += static_cast<unsigned __int128>(static_cast<__int128>(digits) * digits);
    if (++part.count == kMaxCount) {
      take(exponent, part);
      part = {};
    }
    return true;
  }

  void finish() {
    for (const auto& [exponent, part] : parts_) take(exponent, part);
    parts_.clear();
  }

  int scale = 0;
  BigInt sum;
  BigInt squares;

 private:
  void rescale(int least) {
    if (least >= scale) return;
    sum = shifted(sum, scale - least);
    squares = shifted(squares, std::int64_t{2} * (scale - least));
    scale = least;
  }
  void take(int from, const PartialSums& part) {
    rescale(from);
    const bool negative = part.sum < 0;
    const BigInt magnitude = big(static_cast<unsigned __int128>(negative ? -part.sum : part.sum));
    sum = sum + shifted(negative ? magnitude.negated() : magnitude, from - scale);
    squares = squares + shifted(big(part.squares), std::int64_t{2} * (from - scale));
  }
  void add_big(const BigInt& n) {
    sum = sum + shifted(n, -scale);
    squares = squares + shifted(n * n, std::int64_t{-2} * scale);
  }
  std::map<int, PartialSums> parts_;
};

}  // namespace

double real_of(const Value& number) {
  if (number.is_float()) return number.as_float();
  if (number.is_bool()) return number.as_bool() ? 1 : 0;
  if (number.is_small_int()) return static_cast<double>(number.as_int64());
  return number.is_int() ? number.as_bigint().to_double() : kNan;
}

double python_sum(std::span<const Value> numbers) {
  std::size_t at = 0;
  BigInt whole;
  std::int64_t small = 0;
  for (; at < numbers.size() && !numbers[at].is_float(); ++at) {
    const Value& number = numbers[at];
    const std::int64_t limit = std::int64_t{1} << 62;
    if (number.is_small_int() && std::llabs(small / 2) < limit / 2 &&
        std::llabs(number.as_int64() / 2) < limit / 2) {
      small += number.as_int64();
    } else if (number.is_bool()) {
      small += number.as_bool() ? 1 : 0;
    } else {
      whole = whole + number.as_bigint();
    }
  }
  double total = (whole + BigInt(small)).to_double();
  for (; at < numbers.size(); ++at) total += real_of(numbers[at]);
  return total;
}

Moments moments(std::span<const Value> numbers) {
  ExactSums sums;
  for (const Value& number : numbers) {
    if (!sums.add(number)) return {kNan, kNan, kNan};
  }
  if (numbers.empty()) return {};
  sums.finish();
  const BigInt count(static_cast<std::int64_t>(numbers.size()));
  Moments result;
  result.mean = ratio(sums.sum, count, sums.scale);
  if (numbers.size() < 2) return result;
  // (n * sum of squares - square of the sum) / (n * (n - 1))
  const BigInt above = count * sums.squares - sums.sum * sums.sum;
  const BigInt below = count * (count - BigInt(1));
  result.variance = ratio(above, below, 2 * sums.scale);
  result.deviation = root_of_ratio(above, below, sums.scale);
  return result;
}

double percentile_95(std::span<const Value> numbers) {
  assert(!numbers.empty());
  std::vector<double> sorted;
  sorted.reserve(numbers.size());
  for (const Value& number : numbers) {
    sorted.push_back(real_of(number));
    if (std::isnan(sorted.back())) return kNan;
  }
  std::sort(sorted.begin(), sorted.end());
  const double place = static_cast<double>(sorted.size() - 1) * (95.0 / 100);
  const double floored = std::floor(place);
  const auto index = static_cast<std::size_t>(floored);
  const double low = sorted[index];
  const double high = sorted[std::min(index + 1, sorted.size() - 1)];
  const double weight = place - floored;
  const double difference = high - low;
  return weight >= 0.5 ? high - difference * (1 - weight) : low + difference * weight;
}

double round_hundredths(double value) {
  if (!std::isfinite(value)) return value;
  // The decimal text is correctly rounded, and so is the float read from it.
  char text[400];
  const int size = std::snprintf(text, sizeof text, "%.2f", value);
  return parse_decimal({text, static_cast<std::size_t>(size)});
}

double numpy_round_hundredths(double value) {
  const double scaled = value * 100;
  const double floored = std::floor(scaled);
  const double part = scaled - floored;
  const bool up = part > 0.5 || (part == 0.5 && std::fmod(floored, 2) != 0);
  return (up ? floored + 1 : floored) / 100;
}

std::string percent_text(double share) {
  char text[400];
  const int size = std::snprintf(text, sizeof text, "%.2f%%", share * 100);
  return {text, static_cast<std::size_t>(size)};
}

}  // namespace bfclx
