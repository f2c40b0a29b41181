#include "core/simulators/mpmath/mp_integer.h"

#include <string>

#include "core/value/bigint.h"

namespace bfclx::mp {

Integer to_integer(const Value& value) {
  if (value.is_bool()) return value.as_bool() ? 1 : 0;
  if (value.is_small_int()) return value.as_int64();
  const BigInt big = value.as_bigint();
  const std::string digits = big.to_hex();
  constexpr std::size_t kChunk = 15;  // hexadecimal digits that fit in 64 bits
  Integer result = 0;
  std::uint64_t chunk = 0;
  const std::size_t begin = digits[0] == '-' ? 1 : 0;
  for (std::size_t i = begin; i < digits.size(); ++i) {
    const char c = digits[i];
    chunk = chunk << 4 | static_cast<std::uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10);
    const std::size_t count = (i - begin) % kChunk + 1;
    if (count != kChunk && i + 1 != digits.size()) continue;
    result = (result << (4 * count)) + chunk;
    chunk = 0;
  }
  return big.negative() ? Integer(-result) : result;
}

}  // namespace bfclx::mp
