#include "core/simulators/apis/html_entities.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/simulators/apis/html_tables.h"
#include "core/simulators/engine/objects.h"

namespace bfclx {

namespace {

constexpr std::size_t kMostDigits = 4300;  // of CPython's int()
constexpr std::size_t kLongestName = 32;   // that html.unescape looks for, in characters
constexpr char32_t kTooLarge = 0x110000;
constexpr char32_t kReplacement = 0xfffd;

constexpr std::array<char16_t, 32> kWindows1252 = {
    0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
    0x2039, 0x152,  0x8d,   0x17d,  0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};

// Numbers that html.unescape drops: controls and noncharacters.
bool is_dropped(char32_t c) {
  return (c >= 0x1 && c <= 0x8) || c == 0xb || (c >= 0xe && c <= 0x1f) ||
         (c >= 0x7f && c <= 0x9f) || (c >= 0xfdd0 && c <= 0xfdef) || (c & 0xfffe) == 0xfffe;
}

void append_number(std::string& out, char32_t number) {
  if (number >= 0x80 && number <= 0x9f) {
    append_utf8(out, html_control_replacement(number));
  } else if (number == 0 || number >= kTooLarge || (number >= 0xd800 && number <= 0xdfff)) {
    append_utf8(out, kReplacement);
  } else if (!is_dropped(number)) {
    append_utf8(out, number);
  }
}

// The text of "&name" or "&name;": the whole name, else its longest beginning that stands bare.
void append_named(std::string& out, std::string_view name) {
  const bool closed = !name.empty() && name.back() == ';';
  const std::string_view plain = closed ? name.substr(0, name.size() - 1) : name;
  if (const auto text = html_reference(plain, !closed)) {
    out += *text;
    return;
  }
  for (std::size_t length = name.size(); length-- > 2;) {
    if (const auto text = html_reference(name.substr(0, length), true)) {
      out += *text;
      out += name.substr(length);
      return;
    }
  }
  out += '&';
  out += name;
}

// Where the reference that begins behind an ampersand ends; `at` when there is none.
std::size_t reference_end(std::string_view text, std::size_t at) {
  std::size_t end = at;
  if (at < text.size() && text[at] == '#') {
    const bool hex = at + 1 < text.size() && (text[at + 1] | 0x20) == 'x';
    const std::size_t first = at + (hex ? 2 : 1);
    end = first;
    while (end < text.size() && (hex ? is_hex_digit(text[end]) : is_digit(text[end]))) ++end;
    if (end == first) return at;
  } else {
    static constexpr std::string_view kStops("\t\n\f <&#;");
    for (std::size_t count = 0; count < kLongestName && end < text.size(); ++count) {
      if (kStops.find(text[end]) != std::string_view::npos) break;
      next_code_point(text, end);
    }
    if (end == at) return at;
  }
  return end < text.size() && text[end] == ';' ? end + 1 : end;
}

}  // namespace

std::optional<std::string_view> html_reference(std::string_view name, bool bare) {
  const auto* const begin = html_tables::kReferences;
  const auto* const end = begin + html_tables::kReferencesCount;
  const auto* const found = std::lower_bound(
      begin, end, name,
      [](const html_tables::Reference& row, std::string_view wanted) { return row.name < wanted; });
  if (found == end || found->name != name || (bare && !found->bare)) return std::nullopt;
  return found->text;
}

Result<char32_t> html_reference_number(std::string_view digits) {
  const bool hex = !digits.empty() && (digits[0] | 0x20) == 'x';
  if (hex) digits.remove_prefix(1);
  if (!hex && digits.size() > kMostDigits) {
    return call_builtin("int", Value::str(digits)).error();
  }
  std::uint32_t number = 0;
  for (const char c : digits) {
    number = std::min<std::uint32_t>(
        number * (hex ? 16 : 10) + static_cast<std::uint32_t>(hex_value(c)), kTooLarge);
  }
  return static_cast<char32_t>(number);
}

char32_t html_control_replacement(char32_t number) {
  return number >= 0x80 && number <= 0x9f ? char32_t{kWindows1252[number - 0x80]} : number;
}

Result<std::string> html_unescape(std::string_view text) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', done)) {
    out += text.substr(done, at - done);
    const std::size_t end = reference_end(text, at + 1);
    done = std::max(end, at + 1);
    std::string_view name = text.substr(at + 1, done - at - 1);
    if (name.empty()) {
      out += '&';
    } else if (name[0] == '#') {
      name.remove_prefix(1);
      if (name.back() == ';') name.remove_suffix(1);
      BFCLX_ASSIGN_OR_RETURN(const char32_t number, html_reference_number(name));
      append_number(out, number);
    } else {
      append_named(out, name);
    }
  }
  out += text.substr(done);
  return out;
}

}  // namespace bfclx
