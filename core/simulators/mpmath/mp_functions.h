// Constants, logarithms, complex numbers and decimal text over MpFloat, equal to mpmath 1.3.0's.
// For high_precision.h alone.
#ifndef BFCLX_CORE_SIMULATORS_MPMATH_MP_FUNCTIONS_H_
#define BFCLX_CORE_SIMULATORS_MPMATH_MP_FUNCTIONS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "core/simulators/mpmath/mp_float.h"

namespace bfclx::mp {

// floor(constant * 2**precision)
Integer ln2_fixed(std::int64_t precision);
Integer ln10_fixed(std::int64_t precision);
Integer pi_fixed(std::int64_t precision);
// The constant that `fixed` gives, as a number (libmp.def_mpf_constant).
MpFloat constant(Integer (*fixed)(std::int64_t), std::int64_t precision, Rounding rounding);

// The real logarithm, rounded to nearest (libmp.mpf_log); nullopt of what is below zero.
std::optional<MpFloat> log(const MpFloat& x, std::int64_t precision);

struct MpComplex {
  MpFloat real;
  MpFloat imag;
};

// libmp.mpc_log, rounded to nearest; nullopt where the exact square of the absolute value, which
// mpmath needs near 1, would be of more than kMaxExactBits.
inline constexpr std::int64_t kMaxExactBits = 1'000'000;
std::optional<MpComplex> log(const MpComplex& z, std::int64_t precision);

// Quotients rounded to nearest (libmp.mpc_div, mpc_div_mpf, mpc_mpf_div); nullopt where mpmath
// raises ZeroDivisionError.
std::optional<MpComplex> divide(const MpComplex& a, const MpComplex& b, std::int64_t precision);
std::optional<MpComplex> divide(const MpComplex& a, const MpFloat& b, std::int64_t precision);
std::optional<MpComplex> divide(const MpFloat& a, const MpComplex& b, std::int64_t precision);

// libmp.to_str(x, digits): "1.5", "+inf", "1.0e-7".
std::string to_text(const MpFloat& x, std::int64_t digits);

}  // namespace bfclx::mp

#endif  // BFCLX_CORE_SIMULATORS_MPMATH_MP_FUNCTIONS_H_
