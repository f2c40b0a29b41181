// Python's hash of numbers: the value modulo 2**61 - 1, so that equal numbers of different types
// have equal hashes. Shared by Value and BigInt.
#ifndef BFCLX_CORE_VALUE_NUMBER_HASH_H_
#define BFCLX_CORE_VALUE_NUMBER_HASH_H_

#include <cstdint>

namespace bfclx {

inline constexpr int kHashBits = 61;
inline constexpr std::uint64_t kHashModulus = (std::uint64_t{1} << kHashBits) - 1;

// The hash of a number of this residue and sign; -1 is CPython's mark of an error, so -2 it is.
inline std::uint64_t hash_of_residue(std::uint64_t residue, bool negative) {
  if (!negative) return residue;
  return residue == 1 ? static_cast<std::uint64_t>(-2) : std::uint64_t{0} - residue;
}

std::uint64_t hash_of_int64(std::int64_t value);
// Infinities are +-314159 as in CPython; a NaN is 0 (CPython takes its address).
std::uint64_t hash_of_double(double value);

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_NUMBER_HASH_H_
