// SHA-256, for recordings that hold the hash of a long text.
#ifndef BFCLX_TESTS_CONFORMANCE_SHA256_H_
#define BFCLX_TESTS_CONFORMANCE_SHA256_H_

#include <string>
#include <string_view>

namespace bfclx::conformance {

// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_SHA256_H_
