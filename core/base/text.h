// Small helpers on bytes of text, each of them here and nowhere else. What depends on Unicode is in
// unicode.h, searches that must be linear in text_search.h.
#ifndef BFCLX_CORE_BASE_TEXT_H_
#define BFCLX_CORE_BASE_TEXT_H_

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace bfclx {

// Of a byte, or of -1 behind the end of a text: ASCII alone.
constexpr bool is_digit(int c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper_letter(int c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower_letter(int c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(int c) { return is_upper_letter(c) || is_lower_letter(c); }
// 0 to 15; -1 for what is no hexadecimal digit.
constexpr int hex_value(int c) {
  if (is_digit(c)) return c - '0';
  const int letter = c | 0x20;
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}
constexpr bool is_hex_digit(int c) { return hex_value(c) >= 0; }

constexpr char lowered(char c) { return is_upper_letter(c) ? static_cast<char>(c | 0x20) : c; }
constexpr char uppered(char c) { return is_lower_letter(c) ? static_cast<char>(c ^ 0x20) : c; }
inline std::string lower_ascii(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lowered(c);
  return result;
}
inline std::string upper_ascii(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = uppered(c);
  return result;
}

// part in text
inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// The parts, one behind the other.
inline std::string concat(std::initializer_list<std::string_view> parts) {
  std::size_t size = 0;
  for (const std::string_view part : parts) size += part.size();
  std::string text;
  text.reserve(size);
  for (const std::string_view part : parts) text.append(part);
  return text;
}

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_TEXT_H_
