#include "core/simulators/mpmath/mp_float.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bfclx::mp {

namespace {

namespace big = boost::multiprecision;

constexpr std::int64_t kDoubleBits = 53;

// Cuts the mantissa to `precision` bits and makes it odd.
void normalize(MpFloat& x, std::int64_t precision, Rounding rounding) {
  if (x.mantissa.is_zero()) {
    x = MpFloat{};
    return;
  }
  const std::int64_t excess = precision > 0 ? bit_count(x.mantissa) - precision : 0;
  if (excess > 0) {
    const auto lowest = static_cast<std::int64_t>(big::lsb(x.mantissa));
    bool up = false;
    if (rounding == Rounding::kUp) {
      up = lowest < excess;
    } else if (rounding == Rounding::kNearest) {
      up = big::bit_test(x.mantissa, static_cast<unsigned>(excess - 1)) &&
           (lowest < excess - 1 || big::bit_test(x.mantissa, static_cast<unsigned>(excess)));
    }
    x.mantissa >>= static_cast<std::size_t>(excess);
    if (up) ++x.mantissa;
    x.exponent += excess;
  }
  if (const std::size_t zeros = big::lsb(x.mantissa); zeros > 0) {
    x.mantissa >>= zeros;
    x.exponent += static_cast<std::int64_t>(zeros);
  }
}

std::int64_t magnitude(const MpFloat& x) { return bit_count(x.mantissa) + x.exponent; }

// a + b where a's exponent is the greater one by more than the precision: a and a sign of b.
MpFloat add_negligible(const MpFloat& a, bool same_sign, std::int64_t precision,
                       Rounding rounding) {
  const std::int64_t offset = precision + 4;
  MpFloat sum = a;
  sum.mantissa <<= static_cast<std::size_t>(offset);
  sum.mantissa += same_sign ? 1 : -1;
  sum.exponent -= offset;
  normalize(sum, precision, rounding);
  return sum;
}

MpFloat add_special(const MpFloat& a, const MpFloat& b) {
  if (!a.is_special()) return b;
  if (!b.is_special()) return a;
  return a.is_infinite() && b.is_infinite() && a.negative == b.negative ? a : nan();
}

// base**n, n > 1, by squaring with some bits more than the precision (libmp.mpf_pow_int).
MpFloat positive_power(Integer base, std::int64_t exponent, std::int64_t n, std::int64_t precision,
                       Rounding rounding) {
  constexpr std::int64_t kExactBits = 1000;
  if (bit_count(base) * n < kExactBits) {
    return make_float(big::pow(base, static_cast<unsigned>(n)), exponent * n, precision, rounding);
  }
  const std::int64_t work = precision + 4 * bit_count(Integer(n)) + 4;
  const auto cut = [&](Integer& x, std::int64_t& x_exponent) {
    const std::int64_t excess = bit_count(x) - work;
    if (excess <= 0) return;
    const bool up = rounding == Rounding::kUp && static_cast<std::int64_t>(big::lsb(x)) < excess;
    x >>= static_cast<std::size_t>(excess);
    if (up) ++x;
    x_exponent += excess;
  };
  Integer product = 1;
  std::int64_t product_exponent = 0;
  while (true) {
    if ((n & 1) != 0) {
      product *= base;
      product_exponent += exponent;
      cut(product, product_exponent);
      if (--n == 0) break;
    }
    base *= base;
    exponent += exponent;
    cut(base, exponent);
    n /= 2;
  }
  return make_float(std::move(product), product_exponent, precision, rounding);
}

}  // namespace

int MpFloat::sign() const {
  if (is_nan() || is_zero()) return 0;
  return negative ? -1 : 1;
}

MpFloat infinity(bool negative) {
  MpFloat result;
  result.kind = MpFloat::Kind::kInfinite;
  result.negative = negative;
  return result;
}

MpFloat nan() {
  MpFloat result;
  result.kind = MpFloat::Kind::kNan;
  return result;
}

std::int64_t bit_count(const Integer& magnitude) {
  return magnitude.is_zero() ? 0 : static_cast<std::int64_t>(big::msb(magnitude)) + 1;
}

Integer shifted(const Integer& x, std::int64_t count) {
  if (count >= 0) return x << static_cast<std::size_t>(count);
  if (-count > bit_count(big::abs(x))) return x.sign() < 0 ? -1 : 0;
  const auto right = static_cast<std::size_t>(-count);
  if (x.sign() >= 0) return x >> right;
  const Integer flipped = -x - 1;
  return -(flipped >> right) - 1;
}

Integer integer_sqrt(const Integer& n) {
  if (n.is_zero()) return n;
  // Heron's step once for each doubling of the bits known: afterwards too large by one at most.
  const std::int64_t bits = (bit_count(n) - 1) / 2;
  Integer root = 1;
  std::int64_t known = 0;
  for (std::int64_t left = bit_count(Integer(bits)) - 1; left >= 0; --left) {
    const std::int64_t before = known;
    known = bits >> left;
    const Integer leading = n >> static_cast<std::size_t>(2 * bits - before - known + 1);
    root = (root << static_cast<std::size_t>(known - before - 1)) + leading / root;
  }
  if (root * root > n) --root;
  return root;
}

MpFloat make_float(Integer mantissa, std::int64_t exponent, std::int64_t precision,
                   Rounding rounding) {
  MpFloat result;
  result.negative = mantissa.sign() < 0;
  result.mantissa = result.negative ? Integer(-mantissa) : std::move(mantissa);
  result.exponent = exponent;
  normalize(result, precision, rounding);
  return result;
}

MpFloat from_double(double value) {
  if (std::isnan(value)) return nan();
  if (std::isinf(value)) return infinity(value < 0);
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return make_float(Integer(static_cast<std::int64_t>(std::ldexp(fraction, kDoubleBits))),
                    exponent - kDoubleBits);
}

MpFloat rounded(MpFloat x, std::int64_t precision, Rounding rounding) {
  if (!x.is_special()) normalize(x, precision, rounding);
  return x;
}

MpFloat negated(MpFloat x) {
  if (!x.is_nan() && !x.is_zero()) x.negative = !x.negative;
  return x;
}

MpFloat absolute(MpFloat x) {
  x.negative = false;
  return x;
}

MpFloat times_power_of_two(MpFloat x, std::int64_t count) {
  if (!x.is_special() && !x.is_zero()) x.exponent += count;
  return x;
}

MpFloat add(const MpFloat& a, const MpFloat& b, std::int64_t precision, Rounding rounding) {
  if (a.is_special() || b.is_special()) return add_special(a, b);
  if (a.is_zero()) return rounded(b, precision, rounding);
  if (b.is_zero()) return rounded(a, precision, rounding);
  if (a.exponent < b.exponent) return add(b, a, precision, rounding);
  const std::int64_t offset = a.exponent - b.exponent;
  constexpr std::int64_t kFar = 100;
  if (offset > kFar && magnitude(a) - magnitude(b) > precision + 4) {
    return add_negligible(a, a.negative == b.negative, precision, rounding);
  }
  Integer sum = a.mantissa << static_cast<std::size_t>(offset);
  if (a.negative) sum = -sum;
  if (b.negative) {
    sum -= b.mantissa;
  } else {
    sum += b.mantissa;
  }
  return make_float(std::move(sum), b.exponent, precision, rounding);
}

MpFloat subtract(const MpFloat& a, const MpFloat& b, std::int64_t precision, Rounding rounding) {
  return add(a, negated(b), precision, rounding);
}

MpFloat multiply(const MpFloat& a, const MpFloat& b, std::int64_t precision, Rounding rounding) {
  if (a.is_special() || b.is_special()) {
    const int sign = a.sign() * b.sign();
    return sign == 0 ? nan() : infinity(sign < 0);
  }
  MpFloat product;
  product.negative = a.negative != b.negative;
  product.mantissa = a.mantissa * b.mantissa;
  product.exponent = a.exponent + b.exponent;
  normalize(product, precision, rounding);
  return product;
}

std::optional<MpFloat> divide(const MpFloat& a, const MpFloat& b, std::int64_t precision,
                              Rounding rounding) {
  if (a.is_zero() && b.is_nan()) return nan();
  if (b.is_zero()) return std::nullopt;
  if (a.is_zero()) return MpFloat{};
  if (a.is_special()) {
    return b.is_special() || a.is_nan() ? nan() : infinity(a.sign() * b.sign() < 0);
  }
  if (b.is_special()) return b.is_nan() ? nan() : MpFloat{};
  // Some bits more than wanted, and one that says whether there is a rest.
  constexpr std::int64_t kGuard = 5;
  std::int64_t extra =
      std::max(precision - bit_count(a.mantissa) + bit_count(b.mantissa) + kGuard, kGuard);
  Integer quotient;
  Integer rest;
  big::divide_qr(Integer(a.mantissa << static_cast<std::size_t>(extra)), b.mantissa, quotient,
                 rest);
  if (!rest.is_zero()) {
    quotient = (quotient << 1) + 1;
    ++extra;
  }
  if (a.negative != b.negative) quotient = -quotient;
  return make_float(std::move(quotient), a.exponent - b.exponent - extra, precision, rounding);
}

MpFloat power_of_ten(std::int64_t n, std::int64_t precision, Rounding rounding) {
  if (n < 0) {
    const Rounding opposite = rounding == Rounding::kNearest ? Rounding::kNearest
                              : rounding == Rounding::kDown  ? Rounding::kUp
                                                             : Rounding::kDown;
    constexpr std::int64_t kGuard = 5;
    return *divide(make_float(1, 0), power_of_ten(-n, precision + kGuard, opposite), precision,
                   rounding);
  }
  if (n <= 1) return make_float(n == 0 ? 1 : 10, 0, precision, rounding);
  return positive_power(5, 1, n, precision, rounding);
}

Integer to_fixed(const MpFloat& x, std::int64_t precision) {
  const Integer& mantissa = x.mantissa;
  return shifted(x.negative ? Integer(-mantissa) : mantissa, x.exponent + precision);
}

}  // namespace bfclx::mp
