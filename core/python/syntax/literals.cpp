#include "core/python/syntax/literals.h"

#include <cstdint>

#include "core/base/float_text.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/value/bigint.h"

namespace bfclx::python {
namespace {

Result<Value> integer_value(std::string_view digits, int base) {
  static constexpr std::size_t kSmallDigits = 15;  // fit in 63 bits in every base
  if (digits.size() <= kSmallDigits) {
    std::int64_t value = 0;
    for (const char c : digits) value = value * base + hex_value(c);
    return Value::integer(value);
  }
  // Only decimal literals have a limit, and leading zeros occur only in zero itself.
  if (base == 10 && digits.size() > BigInt::kMaxStrDigits) {
    return Error{"SyntaxError",
                 "Exceeds the limit (4300 digits) for integer string conversion: value has " +
                     std::to_string(digits.size()) +
                     " digits; use sys.set_int_max_str_digits() to increase the limit - Consider "
                     "hexadecimal for huge integer literals to avoid decimal conversion limits."};
  }
  BFCLX_ASSIGN_OR_RETURN(BigInt value, BigInt::parse(digits, base));
  return Value::integer(std::move(value));
}

// Where byte `offset` of the body lies in the text that CPython's codec sees: there every non-ASCII
// character is an escape sequence of ten characters, and a backslash before one is of six.
std::size_t codec_position(std::string_view body, std::size_t offset) {
  std::size_t position = 0;
  for (std::size_t i = 0; i < offset;) {
    const auto c = static_cast<unsigned char>(body[i]);
    if (c >= 0x80) {
      next_code_point(body, i);
      position += 10;
      continue;
    }
    ++i;
    ++position;
    if (c != '\\') continue;
    if (i >= body.size() || static_cast<unsigned char>(body[i]) >= 0x80) {
      position += 5;
    } else if (i < offset) {
      ++i;
      ++position;
    }
  }
  return position;
}

Error escape_error(std::string_view body, std::size_t begin, std::size_t end,
                   std::string_view reason) {
  return {"SyntaxError", "(unicode error) 'unicodeescape' codec can't decode bytes in position " +
                             std::to_string(codec_position(body, begin)) + "-" +
                             std::to_string(codec_position(body, end) - 1) + ": " +
                             std::string(reason)};
}

// Value of the character behind a backslash for the escapes of one character; -1 for others.
int simple_escape(char c) {
  switch (c) {
    case '\\':
    case '\'':
    case '"':
      return c;
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    default:
      return -1;
  }
}

// Up to three octal digits at `offset`, which is moved behind them.
char32_t octal_escape(std::string_view body, std::size_t& offset) {
  char32_t value = 0;
  for (int i = 0; i < 3 && offset < body.size() && body[offset] >= '0' && body[offset] <= '7';
       ++i) {
    value = value * 8 + static_cast<char32_t>(body[offset++] - '0');
  }
  return value;
}

struct HexEscape {
  char letter;
  int digits;
  std::string_view truncated;
};
constexpr HexEscape kHexEscapes[] = {
    {'x', 2, "truncated \\xXX escape"},
    {'u', 4, "truncated \\uXXXX escape"},
    {'U', 8, "truncated \\UXXXXXXXX escape"},
};

// `begin` is at the backslash of \x, \u or \U.
Status append_hex_escape(std::string& out, std::string_view body, std::size_t begin,
                         const HexEscape& escape, std::size_t& offset) {
  char32_t value = 0;
  for (int i = 0; i < escape.digits; ++i, ++offset) {
    const int digit = offset < body.size() ? hex_value(body[offset]) : -1;
    if (digit < 0) return escape_error(body, begin, offset, escape.truncated);
    value = value * 16 + static_cast<char32_t>(digit);
  }
  if (value > 0x10FFFF) return escape_error(body, begin, offset, "illegal Unicode character");
  append_utf8(out, value);
  return {};
}

Error name_escape_error(std::string_view body, std::size_t begin) {
  std::size_t offset = begin + 2;
  std::string_view reason = "malformed \\N character escape";
  if (offset < body.size() && body[offset] == '{') {
    const std::size_t close = body.find('}', ++offset);
    if (close == std::string_view::npos) {
      offset = body.size();
    } else if (close == offset) {
      offset = close;
    } else {
      offset = close + 1;
      reason = "unknown Unicode character name";
    }
  }
  return escape_error(body, begin, offset, reason);
}

Status append_escape(std::string& out, std::string_view body, std::size_t& offset) {
  const std::size_t begin = offset++;
  if (offset >= body.size()) {
    out += '\\';
    return {};
  }
  const char c = body[offset];
  if (const int simple = simple_escape(c); simple >= 0) {
    ++offset;
    out += static_cast<char>(simple);
    return {};
  }
  if (c == '\n') {
    ++offset;
    return {};
  }
  if (c >= '0' && c <= '7') {
    append_utf8(out, octal_escape(body, offset));
    return {};
  }
  for (const HexEscape& escape : kHexEscapes) {
    if (escape.letter == c) return append_hex_escape(out, body, begin, escape, ++offset);
  }
  if (c == 'N') return name_escape_error(body, begin);
  out += '\\';
  return {};
}

}  // namespace

Result<Value> number_value(std::string_view token) {
  std::string without_underscores;
  if (token.find('_') != std::string_view::npos) {
    for (const char c : token) {
      if (c != '_') without_underscores += c;
    }
    token = without_underscores;
  }
  if (token.size() > 2 && token[0] == '0') {
    const char letter = static_cast<char>(token[1] | 0x20);
    if (letter == 'x') return integer_value(token.substr(2), 16);
    if (letter == 'o') return integer_value(token.substr(2), 8);
    if (letter == 'b') return integer_value(token.substr(2), 2);
  }
  if ((token.back() | 0x20) == 'j') {
    return Value::complex(0, parse_decimal(token.substr(0, token.size() - 1)));
  }
  if (token.find_first_of(".eE") != std::string_view::npos) {
    return Value::real(parse_decimal(token));
  }
  return integer_value(token, 10);
}

StringToken split_string_token(std::string_view token) {
  StringToken result;
  std::size_t begin = 0;
  for (;; ++begin) {
    const char c = static_cast<char>(token[begin] | 0x20);
    if (c == 'b') {
      result.is_bytes = true;
    } else if (c == 'r') {
      result.is_raw = true;
    } else if (c == 'f') {
      result.is_format = true;
    } else if (c == 'u') {
      result.is_unicode = token[begin] == 'u';  // CPython records the small letter only
    } else {
      break;
    }
  }
  const char quote = token[begin];
  const bool triple =
      token.size() >= begin + 6 && token[begin + 1] == quote && token[begin + 2] == quote;
  const std::size_t quotes = triple ? 3 : 1;
  result.body = token.substr(begin + quotes, token.size() - begin - 2 * quotes);
  return result;
}

Status append_unescaped(std::string& out, std::string_view body) {
  out.reserve(out.size() + body.size());
  for (std::size_t offset = 0; offset < body.size();) {
    const std::size_t backslash = body.find('\\', offset);
    out += body.substr(offset, backslash - offset);
    if (backslash == std::string_view::npos) break;
    offset = backslash;
    BFCLX_RETURN_IF_ERROR(append_escape(out, body, offset));
  }
  return {};
}

Status append_unescaped_bytes(std::string& out, std::string_view body) {
  for (std::size_t offset = 0; offset < body.size();) {
    const char c = body[offset];
    if (c != '\\' || offset + 1 >= body.size()) {
      out += c;
      ++offset;
      continue;
    }
    const std::size_t begin = offset++;
    const char letter = body[offset];
    if (const int simple = simple_escape(letter); simple >= 0) {
      out += static_cast<char>(simple);
      ++offset;
    } else if (letter == '\n') {
      ++offset;
    } else if (letter >= '0' && letter <= '7') {
      out += static_cast<char>(octal_escape(body, offset) & 0xFF);
    } else if (letter == 'x') {
      const int high = offset + 1 < body.size() ? hex_value(body[offset + 1]) : -1;
      const int low = offset + 2 < body.size() ? hex_value(body[offset + 2]) : -1;
      if (high < 0 || low < 0) {
        return Error{"SyntaxError",
                     "(value error) invalid \\x escape at position " + std::to_string(begin)};
      }
      out += static_cast<char>(high * 16 + low);
      offset += 3;
    } else {
      out += '\\';
    }
  }
  return {};
}

}  // namespace bfclx::python
