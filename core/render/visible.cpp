#include "core/render/visible.h"

#include <algorithm>
#include <cstdio>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/base/unicode_tables.h"
#include "core/base/utf8.h"

namespace bfclx {
namespace {

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7f && c < 0xa0); }

// Line and paragraph separators, and what turns the writing direction.
bool moves_text(char32_t c) {
  return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069);
}

bool is_in(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

// Nobody sees these, so two texts look the same, or one says more to a program than to a person:
// Default_Ignorable_Code_Point, and blanks that are letters or symbols (U+2800, U+3164).
bool is_invisible(char32_t c) {
  return c == 0xad || c == 0x34f || is_in(c, 0x115f, 0x1160) || is_in(c, 0x17b4, 0x17b5) ||
         c == 0x200b || is_in(c, 0x2060, 0x206f) || c == 0x2800 || c == 0x3164 || c == 0xfeff ||
         c == 0xffa0 || is_in(c, 0xfff0, 0xfffb) || is_in(c, 0x1d173, 0x1d17a) ||
         is_in(c, 0xe0000, 0xe0fff);
}

bool is_joiner(char32_t c) { return c == 0x200c || c == 0x200d; }
bool is_mongolian_selector(char32_t c) { return is_in(c, 0x180b, 0x180f); }
bool is_ideographic_selector(char32_t c) { return is_in(c, 0xe0100, 0xe01ef); }
bool is_selector(char32_t c) {
  return is_in(c, 0xfe00, 0xfe0f) || is_mongolian_selector(c) || is_ideographic_selector(c);
}

// Symbols that have a form as emoji.
bool takes_selector(char32_t c) {
  return c == 0xa9 || c == 0xae || is_in(c, 0x203c, 0x2bff) || c == 0x3030 || c == 0x303d ||
         c == 0x3297 || c == 0x3299 || is_in(c, 0x1f000, 0x1faff);
}

bool is_han(char32_t c) {
  return is_in(c, 0x3400, 0x4dbf) || is_in(c, 0x4e00, 0x9fff) || is_in(c, 0xf900, 0xfaff) ||
         is_in(c, 0x20000, 0x3ffff);
}

bool is_mongolian_letter(char32_t c) { return is_in(c, 0x1820, 0x18aa); }

// Of Devanagari to Sinhala. A joiner behind it gives the last letter of a word its own form.
bool is_virama(char32_t c) { return (is_in(c, 0x900, 0xd7f) && (c & 0x7f) == 0x4d) || c == 0xdca; }

bool is_keycap(char32_t c) { return is_in(c, '0', '9') || c == '#' || c == '*'; }

// Scripts and emoji that are joined; in Latin text joiners are invisible.
bool takes_joiner(char32_t c) {
  return c >= 0x300 && !is_joiner(c) && !is_selector(c) && !is_invisible(c) && !moves_text(c);
}

// The code point that ends at `at`, which is moved before it; 0 at the beginning.
char32_t code_point_before(std::string_view text, std::size_t& at) {
  if (at == 0) return 0;
  do --at;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80);
  std::size_t end = at;
  return next_code_point(text, end);
}

// Whether the selector `c` chooses a form of the character before it.
bool is_selected(char32_t before, char32_t c, char32_t after) {
  if (is_mongolian_selector(c)) return is_mongolian_letter(before);
  if (is_ideographic_selector(c)) return is_han(before);
  if (c <= 0xfe02 && is_han(before)) return true;
  return takes_selector(before) || (is_keycap(before) && after == 0x20e3);
}

// Whether the joiner or selector of the bytes [begin, end) is a part of a word or an emoji.
bool belongs(std::string_view text, char32_t c, std::size_t begin, std::size_t end) {
  char32_t before = code_point_before(text, begin);
  const char32_t after = end < text.size() ? next_code_point(text, end) : 0;
  if (is_selector(c)) return is_selected(before, c, after);
  if (is_selector(before)) {
    before = code_point_before(text, begin);
    if (!takes_selector(before)) return false;
  }
  return is_virama(before) || (takes_joiner(before) && takes_joiner(after));
}

// Which control characters stay as they are.
enum class Keep { kNothing, kLineEnds };

std::string made_visible(std::string_view text, Keep keep) {
  const bool keep_line_ends = keep == Keep::kLineEnds;
  const std::string clean = sanitize_utf8(text);
  std::string out;
  out.reserve(clean.size());
  for (std::size_t at = 0; at < clean.size();) {
    if (clean[at] != '\n' && clean[at] != '\t') {
      append_visible(out, clean, at);
      continue;
    }
    const bool line_end = clean[at++] == '\n';
    if (line_end) out += keep_line_ends ? "\n" : "\\n";
    if (!line_end) out += keep_line_ends ? "  " : "\\t";
  }
  return out;
}

}  // namespace

void append_visible(std::string& out, std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  const char32_t c = next_code_point(text, at);
  const bool seen = is_joiner(c) || is_selector(c)
                        ? belongs(text, c, begin, at)
                        : !is_control(c) && !moves_text(c) && !is_invisible(c);
  if (seen) return append_utf8(out, c);
  char escaped[16];
  const char* form = c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x";
  std::snprintf(escaped, sizeof escaped, form, static_cast<unsigned>(c));
  out += escaped;
}

std::string printable(std::string_view text) { return made_visible(text, Keep::kLineEnds); }
std::string printable_line(std::string_view text) { return made_visible(text, Keep::kNothing); }

std::string shortened(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return printable(text);
  limit = code_point_begin(text, limit);
  return printable(text.substr(0, limit)) + "\n... " + grouped_digits(text.size() - limit) +
         " more bytes";
}

std::size_t display_width(char32_t c) { return c < 0x300 ? 1 : unicode_tables::columns(c); }

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) width += display_width(next_code_point(text, at));
  return width;
}

std::string pad_right(std::string_view text, std::size_t width) {
  const std::size_t own = display_width(text);
  return std::string(text) + std::string(own < width ? width - own : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
  const std::size_t own = display_width(text);
  return std::string(own < width ? width - own : 0, ' ') + std::string(text);
}

std::string fitted(std::string_view text, std::size_t width) {
  constexpr std::string_view kGap = "...";
  std::size_t left = display_width(text);  // columns of what is behind `tail`
  if (left <= width) return std::string(text);
  const std::size_t room = width - kGap.size();
  std::size_t head = 0;
  std::size_t taken = 0;
  while (true) {
    std::size_t next = head;
    const std::size_t own = display_width(next_code_point(text, next));
    if (taken + own > room / 2) break;
    taken += own;
    head = next;
  }
  std::size_t tail = head;
  left -= taken;
  while (left > room - taken) left -= display_width(next_code_point(text, tail));
  return std::string(text.substr(0, head)).append(kGap).append(text.substr(tail));
}

namespace {

constexpr std::size_t kNarrow = 40;  // columns
constexpr std::string_view kJoints = "_:/";

// Where the row [begin, end) of `text` ends, which is too long by the character at `end`. `space`
// and `joint`: the last space, and the end of the last joint of a name; begin where there is none.
std::size_t end_of_row(std::string_view text, std::size_t begin, std::size_t end, std::size_t space,
                       std::size_t joint, std::size_t width) {
  if (text[end] == ' ') return end;
  // Leading spaces are indentation, not a place to break.
  const bool at_space = space > begin && text.find_first_not_of(' ', begin) < space;
  if (!at_space) return joint > begin ? joint : end;
  // A narrow row that would be half empty holds a part of the name too.
  const bool half_empty =
      width < kNarrow && display_width(text.substr(begin, space - begin)) * 2 < width;
  return half_empty && joint > space ? joint : space;
}

}  // namespace

std::vector<TextRow> wrap(std::string_view text, std::size_t width) {
  std::vector<TextRow> rows;
  width = std::max<std::size_t>(width, 8);
  std::size_t begin = 0;    // of the row
  std::size_t columns = 0;  // taken by it
  std::size_t space = 0;    // the last space of the row, begin when there is none
  std::size_t joint = 0;    // the end of its last joint, likewise
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t here = at;
    const char32_t c = next_code_point(text, at);
    if (c == '\n') {
      rows.push_back({begin, here});
      begin = space = joint = at;
      columns = 0;
      continue;
    }
    const std::size_t own = display_width(c);
    if (columns + own > width) {
      const std::size_t end = end_of_row(text, begin, here, space, joint, width);
      rows.push_back({begin, end});
      begin = end < text.size() && text[end] == ' ' ? end + 1 : end;
      columns = begin < at ? display_width(text.substr(begin, at - begin)) : 0;
      space = begin;
      const std::size_t last = text.substr(begin, at - begin).find_last_of(kJoints);
      joint = last == std::string_view::npos ? begin : begin + last + 1;
    } else {
      columns += own;
    }
    if (c == ' ') space = here;
    if (kJoints.find(text[here]) != std::string_view::npos) joint = at;
  }
  rows.push_back({begin, std::max(begin, text.size())});
  return rows;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  const std::size_t room = width > indent ? width - indent : 8;
  for (const TextRow& row : wrap(text, room)) {
    if (row.end > row.begin) {
      out.append(indent, ' ');
      out += text.substr(row.begin, row.end - row.begin);
    }
    out += '\n';
  }
  return out;
}

}  // namespace bfclx
