// What Dict and Set find their keys by: a hash that tells more keys apart than Python's, and an
// order for those that it does not.
//
// Python hashes a number modulo 2**61 - 1, and whoever writes a response can choose as many numbers
// of one hash as fit into it. No hash without a secret is safe from that, so keys that meet are
// ordered.
#ifndef BFCLX_CORE_VALUE_KEY_ORDER_H_
#define BFCLX_CORE_VALUE_KEY_ORDER_H_

#include <cstdint>

#include "core/value/value.h"

namespace bfclx {

// Equal keys have equal hashes; of a str it is hash_of_str.
std::uint64_t key_hash(const Value& key);

// -1, 0 or 1: a total order of hashable values in which equal ones (same_or_equal) are 0. It is
// that of no Python operator: numbers come before texts, and addresses decide between functions.
int order_of_keys(const Value& a, const Value& b);

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_KEY_ORDER_H_
