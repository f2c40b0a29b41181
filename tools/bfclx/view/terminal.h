// What a terminal can show: colours, width, and text that cannot harm it.
//
// Whoever puts a page together makes each part `printable`; and everything that is shown passes
// `print`, `say` or `write_for_programs`, where nothing but line ends and the program's own colours
// comes through.
#ifndef BFCLX_TOOLS_BFCLX_VIEW_TERMINAL_H_
#define BFCLX_TOOLS_BFCLX_VIEW_TERMINAL_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/render/style.h"
#include "core/render/visible.h"
#include "tools/bfclx/output/write.h"

namespace bfclx::tools {

// Of the command that runs.
enum class Verbosity { kQuiet, kNormal, kVerbose };
void set_verbosity(Verbosity verbosity);
bool is_quiet();
bool is_verbose();

// kAuto: on a terminal whose TERM is not "dumb", unless NO_COLOR is set; without a terminal where
// CLICOLOR_FORCE is set, to anything but 0.
enum class Colours { kAuto, kAlways, kNever };
void set_colours(Colours colours);

class Terminal {
 public:
  // Looks at a file descriptor: colours as set_colours() says; the width is COLUMNS, else the
  // terminal's, 80 columns where neither is known.
  static Terminal of_descriptor(int descriptor);
  // For tests and for output that is no terminal.
  Terminal(bool interactive, bool colour, std::size_t width)
      : interactive_(interactive), screen_{colour, width} {}

  bool interactive() const { return interactive_; }
  const Screen& screen() const { return screen_; }
  bool colour() const { return screen_.colour; }
  std::size_t width() const { return screen_.width; }
  std::string styled(Style style, std::string_view text) const {
    return bfclx::styled(screen_, style, text);
  }

 private:
  bool interactive_;
  Screen screen_;
};

// Shows a text on standard output (1) or standard error (2); false when it could not be written.
// The styles of `styled` come through where the descriptor has colours, no other control character.
bool print(int descriptor, std::string_view text);
// The same, telling a closed pipe too.
Written show(int descriptor, std::string_view text);
// One line on standard error behind the program's name: what went wrong, and the like.
void say(std::string_view message);
// The same for what is no problem, silent with --quiet; and for what only --verbose tells.
void note(std::string_view message);
void detail(std::string_view message);
// What programs read (JSON, CSV, HTML, verdicts), byte for byte. Should it be a terminal after all,
// only what can do no harm there.
Written write_for_programs(int descriptor, std::string_view text);
// Whether a descriptor is a terminal on which rows can be wiped away: any but a "dumb" one.
bool can_wipe(int descriptor);
// Shows how far the work is in the last row of standard error; empty: wipes it away. Nothing where
// that is no terminal, or one that cannot wipe, and with --quiet.
void show_progress(std::string_view text);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_VIEW_TERMINAL_H_
