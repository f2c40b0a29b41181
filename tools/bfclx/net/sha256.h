// SHA-256 and HMAC with it (FIPS 180-4, RFC 2104), for signatures of requests.
#ifndef BFCLX_TOOLS_BFCLX_NET_SHA256_H_
#define BFCLX_TOOLS_BFCLX_NET_SHA256_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace bfclx::net {

using Digest = std::array<std::uint8_t, 32>;

Digest sha256(std::string_view bytes);
Digest hmac_sha256(std::string_view key, std::string_view bytes);
std::string hex(const Digest& digest);
// The digest's bytes, as a key.
std::string_view bytes_of(const Digest& digest);

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_SHA256_H_
