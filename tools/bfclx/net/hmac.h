// HMAC with SHA-256 (RFC 2104), for signatures of requests.
#ifndef BFCLX_TOOLS_BFCLX_NET_HMAC_H_
#define BFCLX_TOOLS_BFCLX_NET_HMAC_H_

#include <string_view>

#include "core/base/sha256.h"

namespace bfclx::net {

Sha256 hmac_sha256(std::string_view key, std::string_view bytes);
// The digest's bytes, as a key.
std::string_view bytes_of(const Sha256& digest);

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_HMAC_H_
