// What every fuzz target does with its bytes first.
#ifndef BFCLX_TESTS_FUZZ_INPUT_H_
#define BFCLX_TESTS_FUZZ_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/base/utf8.h"

namespace bfclx::fuzz {

// The bytes as text of the core (valid UTF-8), in a buffer of exactly that size, so that the
// address sanitizer sees a read past the end.
inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  std::string text = sanitize_utf8({reinterpret_cast<const char*>(data), size});
  text.shrink_to_fit();
  return text;
}

// Ends the run: the property does not hold.
[[noreturn]] inline void broken(const char* what, std::string_view a, std::string_view b) {
  std::fprintf(stderr, "broken: %s\n  %.*s\n  %.*s\n", what, static_cast<int>(a.size()), a.data(),
               static_cast<int>(b.size()), b.data());
  std::abort();
}

}  // namespace bfclx::fuzz

#endif  // BFCLX_TESTS_FUZZ_INPUT_H_
