// Base64 (RFC 4648) in requests for credentials.
#ifndef BFCLX_CORE_GENERATION_IDENTITY_BASE64_TEXT_H_
#define BFCLX_CORE_GENERATION_IDENTITY_BASE64_TEXT_H_

#include <string>
#include <string_view>

namespace bfclx {

std::string base64_text(std::string_view bytes);
// The URL-safe alphabet, without padding.
std::string base64url_text(std::string_view bytes);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_IDENTITY_BASE64_TEXT_H_
