// SHA-256 (FIPS 180-4): what datasets are recognised by, and a part of signatures.
#ifndef BFCLX_CORE_BASE_SHA256_H_
#define BFCLX_CORE_BASE_SHA256_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace bfclx {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view bytes);
// The same without the instructions that some processors have for it.
Sha256 sha256_portably(std::string_view bytes);
std::string hex_of(const Sha256& digest);

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_SHA256_H_
