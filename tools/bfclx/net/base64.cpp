#include "tools/bfclx/net/base64.h"

#include <cstddef>
#include <cstdint>

namespace bfclx::net {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::size_t value_of(char c) {
  if (c == '-') return 62;
  if (c == '_') return 63;
  return kAlphabet.find(c);
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : bytes) {
    bits = (bits << 8) | static_cast<unsigned char>(c);
    count += 8;
    while (count >= 6) {
      count -= 6;
      text += kAlphabet[(bits >> count) & 63];
    }
  }
  if (count > 0) text += kAlphabet[(bits << (6 - count)) & 63];
  return text;
}

std::string to_base32(std::string_view bytes) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
  std::string text;
  unsigned bits = 0;
  unsigned held = 0;  // so many of `bits`
  for (const char c : bytes) {
    bits = (bits << 8) | static_cast<unsigned char>(c);
    for (held += 8; held >= 5; held -= 5) text += kLetters[(bits >> (held - 5)) & 31];
  }
  if (held > 0) text += kLetters[(bits << (5 - held)) & 31];
  return text;
}

std::string from_base64(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t value = value_of(c);
    if (value == std::string_view::npos) break;
    bits = (bits << 6) | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>((bits >> count) & 255);
  }
  return bytes;
}

}  // namespace bfclx::net
