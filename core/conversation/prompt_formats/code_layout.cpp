#include "core/conversation/prompt_formats/code_layout.h"

#include "core/base/utf8.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx::chat_formats {

namespace {

constexpr std::size_t kColumns = 88;
constexpr std::size_t kIndent = 4;

struct Range {
  char32_t first;
  char32_t last;
};

// Characters of two columns (East Asian wide and fullwidth), and of none (combining).
constexpr Range kWide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x2614, 0x2615},   {0x2648, 0x2653},   {0x26A1, 0x26A1},   {0x2705, 0x2705},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x2753, 0x2755},   {0x2795, 0x2797},
    {0x2B50, 0x2B50},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},
    {0x4E00, 0xA4CF},   {0xA960, 0xA97C},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
    {0xFE10, 0xFE19},   {0xFE30, 0xFE6B},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};
constexpr Range kCombining[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x064B, 0x065F}, {0x0900, 0x0902},
    {0x200B, 0x200F}, {0x20D0, 0x20F0}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
};

template <std::size_t kCount>
bool is_in(char32_t c, const Range (&ranges)[kCount]) {
  for (const Range& range : ranges) {
    if (c >= range.first && c <= range.last) return true;
  }
  return false;
}

std::size_t width_of(std::string_view text) {
  if (is_ascii(text)) return text.size();
  std::size_t width = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const char32_t c = next_code_point(text, offset);
    if (is_in(c, kWide)) {
      width += 2;
    } else if (!is_in(c, kCombining)) {
      ++width;
    }
  }
  return width;
}

bool fits(std::size_t indent, std::string_view text) { return indent + width_of(text) <= kColumns; }

char closing(char open) {
  switch (open) {
    case '(':
      return ')';
    case '[':
      return ']';
    default:
      return '}';
  }
}

std::string flat_items(const Code& code) {
  std::string out;
  for (const Code& item : code.items) {
    if (!out.empty()) out += ", ";
    out += flat(item);
  }
  return out;
}

void append_line(std::string& out, std::size_t indent, std::string_view text) {
  out.append(indent, ' ').append(text).append("\n");
}

void append_code(std::string& out, const Code& code, std::size_t indent, std::string_view end) {
  const std::string whole = flat(code).append(end);
  if (code.items.empty() || fits(indent, whole)) return append_line(out, indent, whole);
  append_line(out, indent, code.text + code.open);
  // A display that is broken at all has an item on each line.
  const bool together = code.open == '(' || code.items.size() == 1;
  const std::string body = flat_items(code);
  if (together && fits(indent + kIndent, body)) {
    append_line(out, indent + kIndent, body);
  } else {
    const std::string_view comma = code.items.size() == 1 ? "" : ",";
    for (const Code& item : code.items) append_code(out, item, indent + kIndent, comma);
  }
  append_line(out, indent, std::string(1, closing(code.open)).append(end));
}

}  // namespace

Code code_of(const Value& value, std::string_view before) {
  Code code{std::string(before)};
  if (value.is_list()) {
    code.open = '[';
    for (const Value& item : value.items()) code.items.push_back(code_of(item));
  } else if (value.is_dict()) {
    code.open = '{';
    for (const Dict::Entry& entry : value.as_dict()) {
      code.items.push_back(code_of(entry.value, repr(entry.key) + ": "));
    }
  } else {
    append_repr(code.text, value);
  }
  return code;
}

std::string flat(const Code& code) {
  std::string out = code.text;
  if (code.open == 0) return out;
  out += code.open;
  out += flat_items(code);
  out += closing(code.open);
  return out;
}

void append_statement(std::string& out, const Code& code, std::size_t indent) {
  append_code(out, code, indent, "");
}

void append_assignment(std::string& out, std::string_view name, std::string_view value,
                       std::size_t indent) {
  std::string line(name);
  line.append(" = ").append(value);
  if (fits(indent, line) || !fits(indent + kIndent, value)) return append_line(out, indent, line);
  append_line(out, indent, std::string(name).append(" = ("));
  append_line(out, indent + kIndent, value);
  append_line(out, indent, ")");
}

}  // namespace bfclx::chat_formats
