// Small helpers on text, each of them here and nowhere else. Python's own methods are in unicode.h,
// searches that must be linear in text_search.h.
#ifndef BFCLX_CORE_BASE_TEXT_H_
#define BFCLX_CORE_BASE_TEXT_H_

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "core/base/unicode.h"
#include "core/base/utf8.h"

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

// Where the code point begins that the byte at `at` belongs to; text.size() behind the end.
inline std::size_t code_point_begin(std::string_view text, std::size_t at) {
  if (at >= text.size()) return text.size();
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return at;
}
// Enough of a long hash to tell datasets apart: "sha256:" and twelve digits. Shorter texts stay.
inline std::string short_hash(std::string_view hash) {
  constexpr std::size_t kLong = 40;
  constexpr std::size_t kShown = 19;
  if (hash.size() <= kLong) return std::string(hash);
  return std::string(hash.substr(0, code_point_begin(hash, kShown))) + "...";
}
// The offset of the first code point from `at` on that re's \s does not match.
inline std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte > ' ' && byte < 0x80) break;  // most of it
    std::size_t next = at;
    if (!is_space(next_code_point(text, next))) break;
    at = next;
  }
  return at;
}
// The text without its first and its last code point; a view into it.
inline std::string_view without_ends(std::string_view text) {
  if (text.empty()) return text;
  std::size_t begin = 0;
  next_code_point(text, begin);
  const std::size_t end = code_point_begin(text, text.size() - 1);
  return begin < end ? text.substr(begin, end - begin) : std::string_view();
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
