// A number made of a request: journals tell by it whether a response is one to the same request.
#ifndef BFCLX_CORE_GENERATION_REQUEST_NUMBER_H_
#define BFCLX_CORE_GENERATION_REQUEST_NUMBER_H_

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/conversation/dialect.h"

namespace bfclx {

// FNV-1a over path and body: the same everywhere.
inline std::uint64_t request_number(const HttpRequest& request) {
  std::uint64_t hash = 0xCBF29CE484222325ull;
  for (const std::string_view part :
       {std::string_view(request.path), std::string_view(request.body)}) {
    for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
  }
  return hash;
}

inline std::string hex_text(std::uint64_t number) {
  char text[16];
  const auto end = std::to_chars(text, text + sizeof text, number, 16);
  return std::string(text, end.ptr);
}

inline std::uint64_t number_of_hex(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number, 16);
  return number;
}

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_REQUEST_NUMBER_H_
