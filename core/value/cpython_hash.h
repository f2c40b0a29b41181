// hash() with CPython's own numbers, which decide the order in which it iterates over a set.
//
// CPython seeds the hashes of str and bytes anew in each process; these are those of
// PYTHONHASHSEED=0, with which official runs repeat. None and Ellipsis hash by their addresses:
// these are those of Debian's python3.11, which lies at a fixed place.
#ifndef BFCLX_CORE_VALUE_CPYTHON_HASH_H_
#define BFCLX_CORE_VALUE_CPYTHON_HASH_H_

#include <cstdint>
#include <optional>

#include "core/value/value.h"

namespace bfclx {

// nullopt for what is unhashable or hashes by a variable address (NaN, functions).
std::optional<std::uint64_t> cpython_hash(const Value& value);

// CPython's hash of a tuple (Objects/tupleobject.c: tuplehash), a variant of xxHash, from the
// hashes that `hash_of` gives its items.
template <typename HashOf>
std::uint64_t hash_of_tuple(const List& items, const HashOf& hash_of) {
  constexpr std::uint64_t kPrime1 = 11400714785074694791U;
  constexpr std::uint64_t kPrime2 = 14029467366897019727U;
  constexpr std::uint64_t kPrime5 = 2870177450012600261U;
  std::uint64_t sum = kPrime5;
  for (const Value& item : items) {
    sum += hash_of(item) * kPrime2;
    sum = (sum << 31) | (sum >> 33);
    sum *= kPrime1;
  }
  sum += items.size() ^ (kPrime5 ^ 3527539U);
  return sum == static_cast<std::uint64_t>(-1) ? 1546275796U : sum;
}

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_CPYTHON_HASH_H_
