#include "core/value/number_hash.h"

#include <cmath>

namespace bfclx {

std::uint64_t hash_of_int64(std::int64_t value) {
  const bool negative = value < 0;
  const auto bits = static_cast<std::uint64_t>(value);
  const std::uint64_t magnitude = negative ? std::uint64_t{0} - bits : bits;
  return hash_of_residue(magnitude % kHashModulus, negative);
}

// Python/pyhash.c: _Py_HashDouble. A power of two is a rotation modulo 2**61 - 1.
std::uint64_t hash_of_double(double value) {
  constexpr std::uint64_t kHashInfinity = 314159;
  if (std::isnan(value)) return 0;
  const bool negative = value < 0;
  if (std::isinf(value)) return negative ? std::uint64_t{0} - kHashInfinity : kHashInfinity;
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &exponent);
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  exponent -= 53;
  const int shift = ((exponent % kHashBits) + kHashBits) % kHashBits;
  const std::uint64_t residue =
      shift == 0 ? mantissa
                 : ((mantissa << shift) & kHashModulus) | (mantissa >> (kHashBits - shift));
  return hash_of_residue(residue % kHashModulus, negative);
}

}  // namespace bfclx
