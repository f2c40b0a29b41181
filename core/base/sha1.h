// SHA-1 (RFC 3174): it names files of others, and protects nothing.
#ifndef BFCLX_CORE_BASE_SHA1_H_
#define BFCLX_CORE_BASE_SHA1_H_

#include <string>
#include <string_view>

namespace bfclx {

// The digest in hexadecimal digits.
std::string sha1_hex(std::string_view bytes);

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_SHA1_H_
