#include "core/generation/identity/base64_text.h"

#include <cstdint>

namespace bfclx {

namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

std::string encoded(std::string_view bytes, std::string_view last_two) {
  const auto digit = [last_two](std::uint32_t number) {
    return number < kDigits.size() ? kDigits[number] : last_two[number - kDigits.size()];
  };
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : bytes) {
    bits = (bits << 8) | static_cast<unsigned char>(c);
    for (count += 8; count >= 6; count -= 6) text += digit((bits >> (count - 6)) & 63);
  }
  if (count > 0) text += digit((bits << (6 - count)) & 63);
  return text;
}

}  // namespace

std::string base64_text(std::string_view bytes) {
  std::string text = encoded(bytes, "+/");
  while (text.size() % 4 != 0) text += '=';
  return text;
}

std::string base64url_text(std::string_view bytes) { return encoded(bytes, "-_"); }

}  // namespace bfclx
