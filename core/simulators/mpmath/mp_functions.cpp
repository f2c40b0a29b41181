#include "core/simulators/mpmath/mp_functions.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <utility>

namespace bfclx::mp {

namespace {

namespace big = boost::multiprecision;

Integer power_of_two(std::int64_t n) { return Integer(1) << static_cast<std::size_t>(n); }
Integer shifted_product(const Integer& a, const Integer& b, std::int64_t precision) {
  return shifted(a * b, -precision);
}

// Bits computed beyond those asked for, so that cutting them off gives the floor.
constexpr std::int64_t kConstantGuard = 40;

// acot(n) or acoth(n) by their series.
Integer inverse_cotangent(std::uint32_t n, std::int64_t precision, bool hyperbolic) {
  const std::uint32_t square = n * n;
  Integer power = power_of_two(precision) / n;
  Integer sum = power;
  for (std::uint32_t k = 1; !power.is_zero(); ++k) {
    power /= square;
    const Integer term = power / (2 * k + 1);
    if (hyperbolic || k % 2 == 0) {
      sum += term;
    } else {
      sum -= term;
    }
  }
  return sum;
}

struct MachinTerm {
  int factor;
  std::uint32_t cotangent;
};

Integer machin(std::initializer_list<MachinTerm> terms, std::int64_t precision, bool hyperbolic) {
  Integer sum = 0;
  for (const MachinTerm& term : terms) {
    sum += term.factor * inverse_cotangent(term.cotangent, precision + kConstantGuard, hyperbolic);
  }
  return sum >> kConstantGuard;
}

// v + v**5 / 5 + ... and v**3 / 3 + v**7 / 7 + ..., whose sum is artanh(v) and whose difference is
// atan(v), for 0 <= v < 1 / 2.
struct OddPowers {
  Integer first;
  Integer second;
};

OddPowers odd_powers(Integer v, std::int64_t precision) {
  const Integer square = shifted_product(v, v, precision);
  const Integer fourth = shifted_product(square, square, precision);
  OddPowers sums{v, v / 3};
  v = shifted_product(v, fourth, precision);
  for (std::uint32_t k = 5; !v.is_zero(); k += 4) {
    sums.first += v / k;
    sums.second += v / (k + 2);
    v = shifted_product(v, fourth, precision);
  }
  sums.second = shifted_product(sums.second, square, precision);
  return sums;
}

Integer twice_artanh(const Integer& v, std::int64_t precision) {
  const OddPowers sums = odd_powers(v, precision);
  return (sums.first + sums.second) << 1;
}

// log(x) of a fixed-point x in (1/4, 4), by way of the 2**roots-th root.
Integer log_by_roots(Integer x, std::int64_t precision, int roots) {
  for (int i = 0; i < roots; ++i) {
    x = integer_sqrt(Integer(x << static_cast<std::size_t>(precision)));
  }
  const Integer one = power_of_two(precision);
  // (x - 1) / (x + 1), rounded down: its absolute value is rounded up where it is negative.
  const bool below = x < one;
  const Integer sum = x + one;
  const Integer scaled = Integer(below ? one - x : x - one) << static_cast<std::size_t>(precision);
  const Integer v = (below ? Integer(scaled + sum - 1) : scaled) / sum;
  Integer result = twice_artanh(v, precision) << static_cast<std::size_t>(roots);
  return below ? Integer(-result) : result;
}

// Up to here mpmath takes the logarithm of a number of nine bits and that of the small rest.
constexpr std::int64_t kTaylorPrecision = 2500;
constexpr std::int64_t kTaylorShift = 9;
constexpr std::int64_t kTaylorGuard = 20;
constexpr int kTaylorRoots = 8;

Integer log_by_table(const Integer& x, std::int64_t precision) {
  // The next power of two, and some bits more.
  std::int64_t table_precision = 2;
  while (table_precision < precision) table_precision *= 2;
  table_precision = std::min(table_precision, kTaylorPrecision) + kTaylorGuard;
  const Integer leading = x >> static_cast<std::size_t>(precision - kTaylorShift);
  const Integer a = leading << static_cast<std::size_t>(precision - kTaylorShift);
  const Integer log_a =
      log_by_roots(leading << static_cast<std::size_t>(table_precision - kTaylorShift),
                   table_precision, kTaylorRoots);
  const Integer u = (Integer(x - a) << static_cast<std::size_t>(precision)) / a;
  const Integer v = (u << static_cast<std::size_t>(precision)) /
                    ((Integer(2) << static_cast<std::size_t>(precision)) + u);
  return shifted(log_a, precision - table_precision) + twice_artanh(v, precision);
}

// Past it mpmath uses the AGM with so many bits that its result is as exact as this one.
Integer log_exactly(const Integer& x, std::int64_t precision) {
  constexpr std::int64_t kGuard = 60;
  constexpr int kRoots = 16;
  return shifted(log_by_roots(x << kGuard, precision + kGuard, kRoots), -kGuard);
}

// atan(t) of a fixed-point t in [0, 4), exact to the last bit but one.
Integer atan_exactly(Integer t, std::int64_t precision) {
  constexpr std::int64_t kGuard = 40;
  constexpr int kHalvings = 8;
  const std::int64_t work = precision + kGuard;
  const Integer one = power_of_two(work);
  t <<= static_cast<std::size_t>(kGuard);
  for (int i = 0; i < kHalvings; ++i) {
    // tan(a / 2) = tan(a) / (1 + sqrt(1 + tan(a)**2))
    const Integer root = integer_sqrt(Integer((one << static_cast<std::size_t>(work)) + t * t));
    t = (t << static_cast<std::size_t>(work)) / (one + root);
  }
  const OddPowers sums = odd_powers(t, work);
  return shifted(sums.first - sums.second, kHalvings - kGuard);
}

// atan(t) as mpmath has it: that of a number of seven bits and that of the small rest.
Integer atan_by_table(const Integer& t, std::int64_t precision) {
  constexpr std::int64_t kShift = 7;
  const Integer a = shifted(shifted(t, kShift - precision), precision - kShift);
  const Integer rest = t - a;
  const Integer v = (rest << static_cast<std::size_t>(precision)) /
                    (shifted_product(a, a, precision) + shifted_product(a, rest, precision) +
                     power_of_two(precision));
  const OddPowers sums = odd_powers(v, precision);
  const Integer angle = sums.first - sums.second;
  return a.is_zero() ? angle : Integer(atan_exactly(a, precision) + angle);
}

// libmp.mpf_atan, rounded down; x is finite and not zero.
MpFloat atan_down(const MpFloat& x, std::int64_t precision) {
  const std::int64_t magnitude = x.exponent + bit_count(x.mantissa);
  if (magnitude > precision + 20) {
    MpFloat half_pi = times_power_of_two(constant(pi_fixed, precision, Rounding::kDown), -1);
    half_pi.negative = x.negative;
    return half_pi;
  }
  if (-magnitude > precision + 20) {
    // A little less than x.
    MpFloat less;
    less.negative = !x.negative;
    less.mantissa = 1;
    less.exponent = magnitude - precision - 1;
    return add(x, less, precision);
  }
  const std::int64_t work = precision + 30 + std::abs(magnitude);
  const MpFloat positive = absolute(x);
  Integer angle;
  if (magnitude >= 2) {
    const MpFloat inverse = *divide(make_float(1, 0), positive, work);
    angle = (pi_fixed(work + 1) >> 2) - atan_by_table(to_fixed(inverse, work), work);
  } else {
    angle = atan_by_table(to_fixed(positive, work), work);
  }
  return make_float(x.negative ? Integer(-angle) : angle, -work, precision);
}

// libmp.mpf_atan2(y, x), rounded to nearest, of a y that is not zero.
MpFloat atan2_nonzero(const MpFloat& y, const MpFloat& x, std::int64_t precision) {
  const auto pi = [](std::int64_t bits) { return constant(pi_fixed, bits, Rounding::kNearest); };
  if (y.is_special()) {
    if (y.is_nan() || x.is_infinite()) return nan();
    MpFloat half_pi = times_power_of_two(pi(precision), -1);
    half_pi.negative = y.negative;
    return half_pi;
  }
  if (y.negative) return negated(atan2_nonzero(negated(y), x, precision));
  if (x.is_nan()) return x;
  if (x.is_infinite()) return x.negative ? pi(precision) : MpFloat{};
  if (x.is_zero()) return times_power_of_two(pi(precision), -1);
  constexpr std::int64_t kGuard = 4;
  const MpFloat angle = atan_down(*divide(y, x, precision + kGuard), precision + kGuard);
  if (!x.negative) return rounded(angle, precision, Rounding::kNearest);
  return add(constant(pi_fixed, precision + kGuard, Rounding::kDown), angle, precision,
             Rounding::kNearest);
}

MpFloat atan2(const MpFloat& y, const MpFloat& x, std::int64_t precision) {
  if (!y.is_zero()) return atan2_nonzero(y, x, precision);
  if (x.is_nan()) return x;
  return x.sign() >= 0 ? MpFloat{} : constant(pi_fixed, precision, Rounding::kNearest);
}

// log(|a + bi|): libmp.mpf_log_hypot
std::optional<MpFloat> log_of_absolute(const MpFloat& a, const MpFloat& b, std::int64_t precision) {
  const auto ordinary = [](const MpFloat& x) { return !x.is_special() && !x.is_zero(); };
  if (!ordinary(a) || !ordinary(b)) {
    if (a.is_zero()) return log(absolute(b), precision);
    if (b.is_zero()) return log(absolute(a), precision);
    return a.is_nan() || b.is_nan() ? nan() : infinity(false);
  }
  const MpFloat a_square = multiply(a, a);
  const MpFloat b_square = multiply(b, b);
  constexpr std::int64_t kExtra = 20;
  MpFloat square = add(a_square, b_square, precision + kExtra);
  const MpFloat rest = add(square, make_float(-1, 0), 10);
  if (rest.is_zero() || rest.exponent + bit_count(rest.mantissa) < -kExtra / 2) {
    const std::int64_t lowest = std::min(a_square.exponent, b_square.exponent);
    if (-lowest > kMaxExactBits) return std::nullopt;
    square = add(a_square, b_square, precision + kExtra - lowest);
  }
  return times_power_of_two(*log(square, precision), -1);
}

}  // namespace

Integer ln2_fixed(std::int64_t precision) {
  return machin({{18, 26}, {-2, 4801}, {8, 8749}}, precision, true);
}

Integer ln10_fixed(std::int64_t precision) {
  return machin({{46, 31}, {34, 49}, {20, 161}}, precision, true);
}

Integer pi_fixed(std::int64_t precision) { return machin({{16, 5}, {-4, 239}}, precision, false); }

MpFloat constant(Integer (*fixed)(std::int64_t), std::int64_t precision, Rounding rounding) {
  const std::int64_t work = precision + 20;
  return make_float(fixed(work), -work, precision, rounding);
}

std::optional<MpFloat> log(const MpFloat& x, std::int64_t precision) {
  if (x.is_nan()) return x;
  if (x.is_zero()) return infinity(true);
  if (x.negative) return std::nullopt;
  if (x.is_infinite()) return x;
  constexpr Rounding kNearest = Rounding::kNearest;
  std::int64_t work = precision + 20;
  if (x.mantissa == 1) {
    return x.exponent == 0 ? MpFloat{}
                           : make_float(x.exponent * ln2_fixed(work), -work, precision, kNearest);
  }
  const std::int64_t bits = bit_count(x.mantissa);
  const std::int64_t magnitude = x.exponent + bits;
  if (std::abs(magnitude) <= 1) {
    // Bits that are lost when 1 is subtracted. (Of an x in [1/4, 1/2) mpmath subtracts 1/4, and
    // gives a wrong result very near to it.)
    const bool below = magnitude == 0;
    const Integer distance = below ? Integer(power_of_two(bits) - x.mantissa)
                                   : Integer(x.mantissa - power_of_two(bits - 1));
    const std::int64_t cancelled = bits - bit_count(distance);
    if (cancelled > work) {
      return make_float(below ? Integer(-distance) : distance, std::abs(magnitude) - bits,
                        precision, kNearest);
    }
    work += cancelled;
  }
  if (std::abs(magnitude) > 10000 && bit_count(Integer(std::abs(magnitude))) > work) {
    return make_float(x.exponent * ln2_fixed(work), -work, precision, kNearest);
  }
  const Integer fraction = shifted(x.mantissa, work - bits);
  Integer result =
      work <= kTaylorPrecision ? log_by_table(fraction, work) : log_exactly(fraction, work);
  if (magnitude != 0) result += magnitude * ln2_fixed(work);
  return make_float(std::move(result), -work, precision, kNearest);
}

std::optional<MpComplex> log(const MpComplex& z, std::int64_t precision) {
  std::optional<MpFloat> real = log_of_absolute(z.real, z.imag, precision);
  if (!real) return std::nullopt;
  return MpComplex{std::move(*real), atan2(z.imag, z.real, precision)};
}

std::optional<MpComplex> divide(const MpComplex& a, const MpComplex& b, std::int64_t precision) {
  const std::int64_t work = precision + 10;
  const MpFloat square = add(multiply(b.real, b.real), multiply(b.imag, b.imag), work);
  const MpFloat real = add(multiply(a.real, b.real), multiply(a.imag, b.imag), work);
  const MpFloat imag = subtract(multiply(a.imag, b.real), multiply(a.real, b.imag), work);
  return divide(MpComplex{real, imag}, square, precision);
}

std::optional<MpComplex> divide(const MpComplex& a, const MpFloat& b, std::int64_t precision) {
  std::optional<MpFloat> real = divide(a.real, b, precision, Rounding::kNearest);
  std::optional<MpFloat> imag = divide(a.imag, b, precision, Rounding::kNearest);
  if (!real || !imag) return std::nullopt;
  return MpComplex{std::move(*real), std::move(*imag)};
}

std::optional<MpComplex> divide(const MpFloat& a, const MpComplex& b, std::int64_t precision) {
  const MpFloat square = add(multiply(b.real, b.real), multiply(b.imag, b.imag), precision + 10);
  const MpComplex numerator{multiply(b.real, a), negated(multiply(b.imag, a))};
  return divide(numerator, square, precision);
}

}  // namespace bfclx::mp
