// Binary floating point of any precision as mpmath 1.3.0 (libmp) has it: every operation takes the
// precision in bits and the rounding, and gives the very bits that mpmath gives.
//
// For high_precision.h alone, which hides Boost from the rest of the core.
#ifndef BFCLX_CORE_SIMULATORS_MPMATH_MP_FLOAT_H_
#define BFCLX_CORE_SIMULATORS_MPMATH_MP_FLOAT_H_

#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace bfclx::mp {

using Integer = boost::multiprecision::cpp_int;

// Bits of one decimal digit, as mpmath rounds it.
inline constexpr double kBitsOfDigit = 3.3219280948873626;

// "Down" is towards zero, "up" away from it.
enum class Rounding : std::uint8_t { kNearest, kDown, kUp };

// (-1)**negative * mantissa * 2**exponent with an odd mantissa; of a zero all is zero.
struct MpFloat {
  enum class Kind : std::uint8_t { kFinite, kInfinite, kNan };
  Kind kind = Kind::kFinite;
  bool negative = false;
  Integer mantissa;
  std::int64_t exponent = 0;

  bool is_nan() const { return kind == Kind::kNan; }
  bool is_infinite() const { return kind == Kind::kInfinite; }
  bool is_special() const { return kind != Kind::kFinite; }
  bool is_zero() const { return kind == Kind::kFinite && mantissa.is_zero(); }
  int sign() const;  // -1, 0, 1; 0 of a NaN
};

MpFloat infinity(bool negative);
MpFloat nan();

// Bits of the magnitude; 0 of 0.
std::int64_t bit_count(const Integer& magnitude);
// x * 2**count, rounded down (floor) where bits are lost.
Integer shifted(const Integer& x, std::int64_t count);
// floor(sqrt(n)), n >= 0.
Integer integer_sqrt(const Integer& n);

// mantissa * 2**exponent, exact (precision 0) or rounded; the mantissa may have a sign.
MpFloat make_float(Integer mantissa, std::int64_t exponent, std::int64_t precision = 0,
                   Rounding rounding = Rounding::kDown);
MpFloat from_double(double value);
MpFloat rounded(MpFloat x, std::int64_t precision, Rounding rounding);
MpFloat negated(MpFloat x);
MpFloat absolute(MpFloat x);
MpFloat times_power_of_two(MpFloat x, std::int64_t count);

MpFloat add(const MpFloat& a, const MpFloat& b, std::int64_t precision,
            Rounding rounding = Rounding::kDown);
MpFloat subtract(const MpFloat& a, const MpFloat& b, std::int64_t precision,
                 Rounding rounding = Rounding::kDown);
// Exact where the precision is 0.
MpFloat multiply(const MpFloat& a, const MpFloat& b, std::int64_t precision = 0,
                 Rounding rounding = Rounding::kDown);
// nullopt where mpmath raises ZeroDivisionError.
std::optional<MpFloat> divide(const MpFloat& a, const MpFloat& b, std::int64_t precision,
                              Rounding rounding = Rounding::kDown);
// 10**n
MpFloat power_of_ten(std::int64_t n, std::int64_t precision, Rounding rounding = Rounding::kDown);

// floor(x * 2**precision); x is finite.
Integer to_fixed(const MpFloat& x, std::int64_t precision);

}  // namespace bfclx::mp

#endif  // BFCLX_CORE_SIMULATORS_MPMATH_MP_FLOAT_H_
