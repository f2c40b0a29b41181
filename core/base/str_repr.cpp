#include "core/base/str_repr.h"

#include <cstdint>

#include "core/base/unicode.h"
#include "core/base/utf8.h"

namespace bfclx {

namespace {

void append_escape(std::string& out, char32_t c) {
  constexpr char kHex[] = "0123456789abcdef";
  const int digits = c <= 0xFF ? 2 : c <= 0xFFFF ? 4 : 8;
  out.push_back('\\');
  out.push_back(digits == 2 ? 'x' : digits == 4 ? 'u' : 'U');
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out.push_back(kHex[(c >> shift) & 15]);
}

// The letter of a two-character escape, 0 when there is none.
char short_escape(char c, char quote) {
  switch (c) {
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    case '\\':
      return '\\';
    default:
      return c == quote ? quote : '\0';
  }
}

}  // namespace

void append_repr_str(std::string& out, std::string_view text) {
  const bool single = text.find('\'') != std::string_view::npos;
  const char quote = single && text.find('"') == std::string_view::npos ? '"' : '\'';
  out.push_back(quote);
  std::size_t plain = 0;  // start of what can be copied as it is
  std::size_t at = 0;
  while (at < text.size()) {
    const char byte = text[at];
    const bool ordinary = byte >= ' ' && byte < 0x7F && byte != '\\' && byte != quote;
    if (ordinary) {
      ++at;
      continue;
    }
    const std::size_t start = at;
    const char32_t c = next_code_point(text, at);
    const char escape = c < 0x80 ? short_escape(byte, quote) : '\0';
    if (escape == '\0' && is_printable(c)) continue;
    out.append(text, plain, start - plain);
    plain = at;
    if (escape != '\0') {
      out.push_back('\\');
      out.push_back(escape);
    } else {
      append_escape(out, c);
    }
  }
  out.append(text, plain, text.size() - plain);
  out.push_back(quote);
}

}  // namespace bfclx
