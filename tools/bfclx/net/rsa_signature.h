// Signatures with RSA and SHA-256 (RS256 of RFC 7518), for service accounts.
//
// The library is the one that libcurl stands on: OpenSSL's libcrypto, looked for when something is
// signed, as libcurl is (curl_at_run_time.cpp); in a static program Mbed TLS, which is inside.
#ifndef BFCLX_TOOLS_BFCLX_NET_RSA_SIGNATURE_H_
#define BFCLX_TOOLS_BFCLX_NET_RSA_SIGNATURE_H_

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace bfclx::net {

// `key` is a private key in PEM form, without a password. The signature's bytes; an Error
// "SignatureError" shows nothing of the key.
Result<std::string> rsa_signature(std::string_view key, std::string_view text);

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_RSA_SIGNATURE_H_
