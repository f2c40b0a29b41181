// Base64, as HTTP headers carry it, and base32.
#ifndef BFCLX_TOOLS_BFCLX_NET_BASE64_H_
#define BFCLX_TOOLS_BFCLX_NET_BASE64_H_

#include <string>
#include <string_view>

namespace bfclx::net {

// Without padding.
std::string to_base64(std::string_view bytes);
// RFC 4648, in lower case and without padding.
std::string to_base32(std::string_view bytes);
// Both alphabets, up to the first other character.
std::string from_base64(std::string_view text);

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_BASE64_H_
