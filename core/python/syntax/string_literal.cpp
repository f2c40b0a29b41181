#include "core/python/syntax/string_literal.h"

#include <algorithm>

#include "core/base/str_repr.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"

namespace bfclx::python {
namespace {

// str.encode('unicode_escape') of a character that is escaped.
void append_unicode_escape(std::string& out, char32_t c) {
  static constexpr char kDigits[] = "0123456789abcdef";
  switch (c) {
    case '\\':
      out += "\\\\";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    default:
      break;
  }
  const int digits = c < 0x100 ? 2 : c < 0x10000 ? 4 : 8;
  out += digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U";
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += kDigits[(c >> shift) & 15];
}

}  // namespace

std::string literal_text(std::string_view text, const Quotes& allowed, bool escape_whitespace,
                         Quotes& possible) {
  std::string escaped;
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t begin = offset;
    const char32_t c = next_code_point(text, offset);
    const bool kept =
        (!escape_whitespace && (c == '\n' || c == '\t')) || (c != '\\' && is_printable(c));
    if (kept) {
      escaped += text.substr(begin, offset - begin);
    } else {
      append_unicode_escape(escaped, c);
    }
  }
  possible = allowed;
  const bool multi_line = contains(escaped, "\n");
  possible.erase(std::remove_if(possible.begin(), possible.end(),
                                [&](std::string_view quote) {
                                  return (multi_line && quote.size() != 3) ||
                                         contains(escaped, quote);
                                }),
                 possible.end());
  if (possible.empty()) {
    std::string printed;
    append_repr_str(printed, text);
    std::string_view quote = printed[0] == '"' ? "\"" : "'";
    for (const std::string_view candidate : allowed) {
      if (candidate.find(printed[0]) != std::string_view::npos) {
        quote = candidate;
        break;
      }
    }
    possible = {quote};
    return printed.substr(1, printed.size() - 2);
  }
  if (!escaped.empty()) {
    std::stable_sort(possible.begin(), possible.end(),
                     [last = escaped.back()](std::string_view a, std::string_view b) {
                       return (a[0] == last) < (b[0] == last);
                     });
    if (possible[0][0] == escaped.back()) escaped.insert(escaped.size() - 1, 1, '\\');
  }
  return escaped;
}

}  // namespace bfclx::python
