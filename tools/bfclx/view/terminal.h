// What a terminal can show: colours, width, and text that cannot harm it.
//
// Model output is hostile, and so are names of files, ids and values of options: control characters
// (escape sequences among them) and bytes that are no UTF-8 are made visible by `printable`.
// Whoever puts a page together does that with each part; and everything that is shown passes
// `print`, `say` or `write_for_programs`, where nothing but line ends and the program's own colours
// comes through.
#ifndef BFCLX_TOOLS_BFCLX_VIEW_TERMINAL_H_
#define BFCLX_TOOLS_BFCLX_VIEW_TERMINAL_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bfclx/output/write.h"

namespace bfclx::tools {

enum class Style { kPlain, kBold, kDim, kGood, kBad, kMark, kName };

class Terminal {
 public:
  // Looks at a file descriptor: colours only where it is a terminal, NO_COLOR is unset or empty and
  // TERM is not "dumb"; the width is the terminal's (or COLUMNS), 100 columns elsewhere.
  static Terminal of_descriptor(int descriptor);
  // For tests and for output that is no terminal.
  Terminal(bool interactive, bool colour, std::size_t width)
      : interactive_(interactive), colour_(colour), width_(width) {}

  bool interactive() const { return interactive_; }
  bool colour() const { return colour_; }
  std::size_t width() const { return width_; }
  // `text` between the style's escape sequences; `text` itself without colours.
  std::string styled(Style style, std::string_view text) const;

 private:
  bool interactive_;
  bool colour_;
  std::size_t width_;
};

// Columns that a text takes: wide East Asian characters and emoji two, combining marks none.
std::size_t display_width(std::string_view text);
// `text` with spaces behind or before it, to `width` columns at least.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

// Control characters but line ends as \x1b, invalid UTF-8 as U+FFFD; tabs become two spaces.
std::string printable(std::string_view text);
// The same on one line: line ends are written as \n.
std::string printable_line(std::string_view text);

// Shows a text on standard output (1) or standard error (2); false when it could not be written.
// The styles of `styled` come through where the descriptor has colours, no other control character.
bool print(int descriptor, std::string_view text);
// The same, telling a closed pipe too.
Written show(int descriptor, std::string_view text);
// One line on standard error behind the program's name: what went wrong, and the like.
void say(std::string_view message);
// What programs read (JSON, CSV, HTML, verdicts), byte for byte. Should it be a terminal after all,
// only what can do no harm there.
Written write_for_programs(int descriptor, std::string_view text);
// Whether a descriptor is a terminal on which rows can be wiped away: any but a "dumb" one.
bool can_wipe(int descriptor);
// Shows how far the work is in the last row of standard error; empty: wipes it away. Nothing where
// that is no terminal, or one that cannot wipe.
void show_progress(std::string_view text);

// A row of a text: its bytes [begin, end) without the white space at which it was broken.
struct Row {
  std::size_t begin;
  std::size_t end;
};
// Breaks at line ends, at spaces where it can and inside words where it must; always one row.
std::vector<Row> wrap(std::string_view text, std::size_t width);
// The whole text wrapped, each row behind `indent` spaces and ended by a line end.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_VIEW_TERMINAL_H_
