#include "core/python/extensions/more_str_methods.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/base/text_search.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/python/extensions/str_format.h"
#include "core/python/objects/operators.h"
#include "core/python/objects/str_methods.h"

namespace bfclx::python {
namespace {

bool is_upper_char(char c) { return is_upper_letter(c); }
bool is_lower_char(char c) { return is_lower_letter(c); }

Result<Value> str_capitalize(const Value& self, Arguments&) {
  std::string text = lower(self.as_str());
  if (text.empty()) return self;
  if (static_cast<unsigned char>(self.as_str()[0]) >= 0x80) return non_ascii();
  text[0] = uppered(text[0]);
  return Value::str(text);
}

// casefold, swapcase and title, for ASCII text only.
template <char (*kMap)(char letter, bool in_word)>
Result<Value> str_mapped(const Value& self, Arguments&) {
  if (!is_ascii(self.as_str())) return non_ascii();
  std::string text(self.as_str());
  bool in_word = false;
  for (char& c : text) {
    const bool letter = is_letter(c);
    c = kMap(c, in_word);
    in_word = letter;
  }
  return Value::str(text);
}
char casefold(char c, bool) { return lowered(c); }
char swapcase(char c, bool) { return (is_lower_letter(c) ? uppered(c) : lowered(c)); }
char title(char c, bool in_word) { return in_word ? lowered(c) : uppered(c); }

// ---- Tests of each character.

bool is_decimal(char32_t c) { return decimal_value(c) >= 0; }

Result<Value> str_isascii(const Value& self, Arguments&) {
  return Value::boolean(is_ascii(self.as_str()));
}
Result<Value> str_isprintable(const Value& self, Arguments& arguments) {
  if (self.as_str().empty()) return Value::boolean(true);
  return str_all<is_printable>(self, arguments);
}
Result<Value> str_isidentifier(const Value& self, Arguments&) {
  const std::string_view text = self.as_str();
  if (text.empty()) return Value::boolean(false);
  std::size_t offset = 0;
  bool holds = is_id_start(next_code_point(text, offset));
  while (holds && offset < text.size()) holds = is_id_continue(next_code_point(text, offset));
  return Value::boolean(holds);
}

// islower and isupper: a letter, and none of the other kind.
template <bool (*kOther)(char)>
Result<Value> str_is_case(const Value& self, Arguments&) {
  const std::string_view text = self.as_str();
  if (!is_ascii(text)) return non_ascii();
  return Value::boolean(std::any_of(text.begin(), text.end(), is_letter_char) &&
                        std::none_of(text.begin(), text.end(), kOther));
}

Result<Value> str_istitle(const Value& self, Arguments&) {
  const std::string_view text = self.as_str();
  if (!is_ascii(text)) return non_ascii();
  bool in_word = false, any = false;
  for (const char c : text) {
    if (is_letter(c) && is_lower_letter(c) != in_word) return Value::boolean(false);
    in_word = is_letter(c);
    any = any || in_word;
  }
  return Value::boolean(any);
}

// ---- Parts.

template <bool kPrefix>
Result<Value> str_remove(const Value& self, Arguments& arguments) {
  const Value& part = arguments.positional[0];
  if (!part.is_str()) {
    return type_error(std::string(kPrefix ? "removeprefix" : "removesuffix") +
                      "() argument must be str, not " + kind_of(part));
  }
  std::string_view text = self.as_str();
  const std::size_t size = part.as_str().size();
  if (size <= text.size()) {
    const std::size_t at = kPrefix ? 0 : text.size() - size;
    if (text.substr(at, size) == part.as_str()) {
      return Value::str(kPrefix ? text.substr(size) : text.substr(0, at));
    }
  }
  return self;
}

template <bool kRight>
Result<Value> str_partition(const Value& self, Arguments& arguments) {
  const Value& separator = arguments.positional[0];
  if (!separator.is_str()) return must_be_str(separator);
  if (separator.as_str().empty()) return value_error("empty separator");
  const std::string_view text = self.as_str();
  const std::size_t found =
      kRight ? last_text(text, separator.as_str()) : find_text(text, separator.as_str());
  if (found == std::string_view::npos) {
    const Value empty = Value::str("");
    return Value::tuple(kRight ? List{empty, empty, self} : List{self, empty, empty});
  }
  return Value::tuple({Value::str(text.substr(0, found)), separator,
                       Value::str(text.substr(found + separator.as_str().size()))});
}

bool ends_line(char32_t c) {
  return (c >= '\n' && c <= '\r') || (c >= 0x1c && c <= 0x1e) || c == 0x85 || c == 0x2028 ||
         c == 0x2029;
}

Result<Value> str_splitlines(const Value& self, Arguments& arguments) {
  const Value& keep = given(arguments, 0);
  if (!keep.is_none() || !arguments.positional.empty()) {
    BFCLX_RETURN_IF_ERROR(index_argument(keep));
  }
  const std::string_view text = self.as_str();
  List lines;
  for (std::size_t begin = 0, at = 0; begin < text.size();) {
    std::size_t end = text.size();
    while (at < text.size()) {
      const std::size_t before = at;
      const char32_t c = next_code_point(text, at);
      if (!ends_line(c)) continue;
      end = before;
      if (c == '\r' && at < text.size() && text[at] == '\n') ++at;
      break;
    }
    lines.push_back(Value::str(text.substr(begin, (truthy(keep) ? at : end) - begin)));
    begin = at;
  }
  return Value::list(std::move(lines));
}

// ---- Filled up to a width.

enum class Where { kLeft, kRight, kCenter };

template <Where kWhere>
Result<Value> str_justify(const Value& self, Arguments& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t width, index_argument(arguments.positional[0]));
  std::string_view fill = " ";
  if (arguments.positional.size() > 1) {
    const Value& with = arguments.positional[1];
    if (!with.is_str()) {
      return type_error("The fill character must be a unicode character, not " + name_of(with));
    }
    fill = with.as_str();
    if (count_code_points(fill) != 1) {
      return type_error("The fill character must be exactly one character long");
    }
  }
  const auto length = static_cast<std::int64_t>(count_code_points(self.as_str()));
  if (width <= length) return self;
  const auto missing = static_cast<std::size_t>(width - length);
  if (missing > arguments.max_bytes / fill.size()) return too_large();
  // Objects/stringlib/transmogrify.h: the odd one goes to the left when the width is odd.
  std::size_t left = kWhere == Where::kLeft ? 0 : missing;
  if (kWhere == Where::kCenter)
    left = missing / 2 + (missing & static_cast<std::size_t>(width) & 1);
  std::string text;
  for (std::size_t i = 0; i < left; ++i) text += fill;
  text += self.as_str();
  for (std::size_t i = left; i < missing; ++i) text += fill;
  return Value::str(text);
}

Result<Value> str_zfill(const Value& self, Arguments& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t width, index_argument(arguments.positional[0]));
  const std::string_view text = self.as_str();
  const auto length = static_cast<std::int64_t>(count_code_points(text));
  if (width <= length) return self;
  if (static_cast<std::size_t>(width) > arguments.max_bytes) return too_large();
  const std::size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  return Value::str(std::string(text.substr(0, sign)) +
                    std::string(static_cast<std::size_t>(width - length), '0') +
                    std::string(text.substr(sign)));
}

Result<Value> str_expandtabs(const Value& self, Arguments& arguments) {
  std::int64_t size = 8;
  if (!arguments.positional.empty()) {
    BFCLX_ASSIGN_OR_RETURN(size, index_argument(arguments.positional[0]));
  }
  const std::string_view text = self.as_str();
  std::string out;
  std::int64_t column = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t c = next_code_point(text, at);
    if (c != '\t') {
      out += text.substr(begin, at - begin);
      column = c == '\n' || c == '\r' ? 0 : column + 1;
      continue;
    }
    if (size <= 0) continue;
    const std::int64_t spaces = size - column % size;
    if (out.size() + static_cast<std::size_t>(spaces) > arguments.max_bytes) return too_large();
    out.append(static_cast<std::size_t>(spaces), ' ');
    column += spaces;
  }
  return Value::str(out);
}

using Kind = Value::Kind;
using enum MethodArity;
constexpr MethodRow kMoreStrMethods[] = {
    {Kind::kStr, "capitalize", str_capitalize, 0, 0},
    {Kind::kStr, "casefold", str_mapped<casefold>, 0, 0},
    {Kind::kStr, "center", str_justify<Where::kCenter>, 1, 2, kExpected},
    {Kind::kStr, "expandtabs", str_expandtabs, 0, 1, kTakes, " tabsize "},
    {Kind::kStr, "format", str_format, 0, static_cast<std::size_t>(-1), kTakes, "*"},
    {Kind::kStr, "format_map", str_format_map, 1, 1},
    {Kind::kStr, "isascii", str_isascii, 0, 0},
    {Kind::kStr, "isdecimal", str_all<is_decimal>, 0, 0},
    {Kind::kStr, "isidentifier", str_isidentifier, 0, 0},
    {Kind::kStr, "islower", str_is_case<is_upper_char>, 0, 0},
    {Kind::kStr, "isnumeric", str_all_ascii<is_digit_char>, 0, 0},
    {Kind::kStr, "isprintable", str_isprintable, 0, 0},
    {Kind::kStr, "istitle", str_istitle, 0, 0},
    {Kind::kStr, "isupper", str_is_case<is_lower_char>, 0, 0},
    {Kind::kStr, "ljust", str_justify<Where::kLeft>, 1, 2, kExpected},
    {Kind::kStr, "partition", str_partition<false>, 1, 1},
    {Kind::kStr, "removeprefix", str_remove<true>, 1, 1},
    {Kind::kStr, "removesuffix", str_remove<false>, 1, 1},
    {Kind::kStr, "rfind", str_rfind, 1, 3, kTakes},
    {Kind::kStr, "rindex", str_rindex, 1, 3, kTakes},
    {Kind::kStr, "rjust", str_justify<Where::kRight>, 1, 2, kExpected},
    {Kind::kStr, "rpartition", str_partition<true>, 1, 1},
    {Kind::kStr, "rsplit", str_rsplit, 0, 2, kTakes, " sep maxsplit "},
    {Kind::kStr, "splitlines", str_splitlines, 0, 1, kTakes, " keepends "},
    {Kind::kStr, "swapcase", str_mapped<swapcase>, 0, 0},
    {Kind::kStr, "title", str_mapped<title>, 0, 0},
    {Kind::kStr, "zfill", str_zfill, 1, 1},
};

}  // namespace

std::span<const MethodRow> more_str_methods() { return kMoreStrMethods; }

}  // namespace bfclx::python
