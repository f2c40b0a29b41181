#include "tools/bfclx/view/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "core/base/utf8.h"
#include "tools/bfclx/view/live_block.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kDefaultWidth = 100;
constexpr std::size_t kMinWidth = 40;

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

std::size_t width_of_descriptor(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return std::max<std::size_t>(size.ws_col, kMinWidth);
  }
  if (const char* columns = std::getenv("COLUMNS")) {
    if (const long value = std::strtol(columns, nullptr, 10); value > 0 && value < 10'000) {
      return std::max<std::size_t>(static_cast<std::size_t>(value), kMinWidth);
    }
  }
  return kDefaultWidth;
}

// In the order of Style; the last one ends each.
constexpr std::string_view kEscapes[] = {"",         "\x1b[1m",    "\x1b[2m",  "\x1b[32m",
                                         "\x1b[31m", "\x1b[1;31m", "\x1b[36m", "\x1b[0m"};

std::string_view escape_of(Style style) { return kEscapes[static_cast<std::size_t>(style)]; }

std::size_t width_of(char32_t c) {
  if (c < 0x300) return 1;
  // wcwidth knows more than ASCII only in a UTF-8 locale, whatever the user's locale is.
  static const bool kUtf8 = std::setlocale(LC_CTYPE, "C.UTF-8") != nullptr;
  if (!kUtf8) return 1;
  const int width = wcwidth(static_cast<wchar_t>(c));
  return width < 0 ? 1 : static_cast<std::size_t>(width);
}

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7f && c < 0xa0); }

// Which control characters stay as they are.
enum class Keep { kNothing, kLineEnds };

std::string made_visible(std::string_view text, Keep keep) {
  const bool keep_line_ends = keep == Keep::kLineEnds;
  const std::string clean = sanitize_utf8(text);
  std::string out;
  out.reserve(clean.size());
  for (std::size_t at = 0; at < clean.size();) {
    const char32_t c = next_code_point(clean, at);
    if (c == '\n') {
      out += keep_line_ends ? "\n" : "\\n";
    } else if (c == '\t') {
      out += keep_line_ends ? "  " : "\\t";
    } else if (is_control(c) || c == 0x2028 || c == 0x2029 || (c >= 0x202a && c <= 0x202e) ||
               (c >= 0x2066 && c <= 0x2069)) {  // what would turn the writing direction
      char escaped[16];
      std::snprintf(escaped, sizeof escaped, c < 0x100 ? "\\x%02x" : "\\u%04x",
                    static_cast<unsigned>(c));
      out += escaped;
    } else {
      append_utf8(out, c);
    }
  }
  return out;
}

// Bytes of the style that begins at `at`; 0 when none does.
std::size_t style_at(std::string_view text, std::size_t at) {
  for (const std::string_view escape : kEscapes) {
    if (!escape.empty() && text.substr(at, escape.size()) == escape) return escape.size();
  }
  return 0;
}

// The text without any control character but line ends and, with `styles`, those of `styled`.
std::string harmless(std::string_view text, bool styles) {
  std::string out;
  std::size_t begin = 0;
  for (std::size_t at = text.find('\x1b'); styles && at != std::string_view::npos;
       at = text.find('\x1b', at + 1)) {
    const std::size_t size = style_at(text, at);
    if (size == 0) continue;
    out += made_visible(text.substr(begin, at - begin), Keep::kLineEnds);
    out += text.substr(at, size);
    begin = at + size;
  }
  return out + made_visible(text.substr(begin), Keep::kLineEnds);
}

}  // namespace

Terminal Terminal::of_descriptor(int descriptor) {
  const bool interactive = isatty(descriptor) == 1;
  const char* kind = std::getenv("TERM");
  const bool dumb = kind != nullptr && std::string_view(kind) == "dumb";
  return Terminal(interactive, interactive && !is_set("NO_COLOR") && !dumb,
                  width_of_descriptor(descriptor));
}

std::string Terminal::styled(Style style, std::string_view text) const {
  if (!colour_ || style == Style::kPlain || text.empty()) return std::string(text);
  std::string out(escape_of(style));
  return out.append(text).append(kEscapes[std::size(kEscapes) - 1]);
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) width += width_of(next_code_point(text, at));
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

std::string printable(std::string_view text) { return made_visible(text, Keep::kLineEnds); }
std::string printable_line(std::string_view text) { return made_visible(text, Keep::kNothing); }

Written show(int descriptor, std::string_view text) {
  return write_bytes(descriptor, harmless(text, Terminal::of_descriptor(descriptor).colour()));
}

bool print(int descriptor, std::string_view text) {
  return show(descriptor, text) != Written::kFailed;
}

void say(std::string_view message) {
  print(STDERR_FILENO, "bfclx: " + printable_line(message) + "\n");
}

Written write_for_programs(int descriptor, std::string_view text) {
  if (isatty(descriptor) == 1) return write_bytes(descriptor, harmless(text, false));
  return write_bytes(descriptor, text);
}

bool can_wipe(int descriptor) {
  const char* kind = std::getenv("TERM");
  const bool dumb = kind == nullptr || std::string_view(kind) == "dumb";
  return !dumb && isatty(descriptor) == 1;
}

void show_progress(std::string_view text) {
  if (!can_wipe(STDERR_FILENO)) return;
  // One row of the screen, also when the window becomes narrower: what is drawn over it begins
  // there.
  const std::vector<std::string> rows =
      block_rows(printable_line(text), screen_size(STDERR_FILENO));
  write_bytes(STDERR_FILENO, "\r\x1b[K" + (rows.empty() ? "" : rows.front()));
}

std::vector<Row> wrap(std::string_view text, std::size_t width) {
  std::vector<Row> rows;
  width = std::max<std::size_t>(width, 8);
  std::size_t begin = 0;    // of the row
  std::size_t columns = 0;  // taken by it
  std::size_t space = 0;    // the last space of the row, begin when there is none
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t here = at;
    const char32_t c = next_code_point(text, at);
    if (c == '\n') {
      rows.push_back({begin, here});
      begin = space = at;
      columns = 0;
      continue;
    }
    const std::size_t own = width_of(c);
    if (columns + own > width) {
      // Leading spaces are indentation, not a place to break.
      const bool at_space = space > begin && text.find_first_not_of(' ', begin) < space;
      const std::size_t end = c == ' ' ? here : at_space ? space : here;
      rows.push_back({begin, end});
      begin = end < text.size() && text[end] == ' ' ? end + 1 : end;
      columns = begin < at ? display_width(text.substr(begin, at - begin)) : 0;
      space = begin;
    } else {
      columns += own;
    }
    if (c == ' ') space = here;
  }
  rows.push_back({begin, std::max(begin, text.size())});
  return rows;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  const std::size_t room = width > indent ? width - indent : 8;
  for (const Row& row : wrap(text, room)) {
    if (row.end > row.begin) {
      out.append(indent, ' ');
      out += text.substr(row.begin, row.end - row.begin);
    }
    out += '\n';
  }
  return out;
}

}  // namespace bfclx::tools
