// Text as a terminal shows it: nothing in it that could harm, how many columns it takes, and broken
// into rows.
//
// Model output is hostile, and so are names of files, ids and values of options: control characters
// (escape sequences among them), what would turn the writing direction, what nobody sees, and bytes
// that are no UTF-8 are made visible.
#ifndef BFCLX_CORE_RENDER_VISIBLE_H_
#define BFCLX_CORE_RENDER_VISIBLE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx {

// The character at `at`, which is moved behind it, as it is, or as \x1b, \u202e or \U000e0041 where
// it must be shown. `text` is valid UTF-8.
void append_visible(std::string& out, std::string_view text, std::size_t& at);
// Control characters but line ends as \x1b, invalid UTF-8 as U+FFFD; tabs become two spaces.
std::string printable(std::string_view text);
// The same on one line: line ends are written as \n.
std::string printable_line(std::string_view text);

// Enough of a response or an official text to see what it is.
inline constexpr std::size_t kMaxTextBytes = 6000;
// Printable text of the first `limit` bytes, cut between characters, and how much is left out.
std::string shortened(std::string_view text, std::size_t limit = kMaxTextBytes);

// Columns that a character takes: wide East Asian ones and emoji two, combining marks none.
std::size_t display_width(char32_t c);
std::size_t display_width(std::string_view text);
// `text` with spaces behind or before it, to `width` columns at least.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

// The text in at most `width` columns, 8 at least: without its middle where it is longer.
std::string fitted(std::string_view text, std::size_t width);

// A row of a text: its bytes [begin, end) without the white space at which it was broken.
struct TextRow {
  std::size_t begin;
  std::size_t end;
};
// Breaks at line ends, at spaces where it can and inside words where it must, there behind a `_`,
// `:` or `/` where it can; always one row. A width below 8 counts as 8.
std::vector<TextRow> wrap(std::string_view text, std::size_t width);
// The whole text wrapped, each row behind `indent` spaces and ended by a line end.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_VISIBLE_H_
