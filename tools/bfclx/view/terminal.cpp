#include "tools/bfclx/view/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "tools/bfclx/view/live_block.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kDefaultWidth = 80;
constexpr std::size_t kMinWidth = 40;

Verbosity verbosity_of_command = Verbosity::kNormal;
Colours colours_of_command = Colours::kAuto;

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

std::size_t width_of_descriptor(int descriptor) {
  if (const char* columns = std::getenv("COLUMNS")) {
    if (const long value = std::strtol(columns, nullptr, 10); value > 0 && value < 10'000) {
      return std::max<std::size_t>(static_cast<std::size_t>(value), kMinWidth);
    }
  }
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return std::max<std::size_t>(size.ws_col, kMinWidth);
  }
  return kDefaultWidth;
}

bool has_colours(bool interactive) {
  if (colours_of_command != Colours::kAuto) return colours_of_command == Colours::kAlways;
  if (is_set("NO_COLOR")) return false;
  const char* forced = std::getenv("CLICOLOR_FORCE");
  if (is_set("CLICOLOR_FORCE") && std::string_view(forced) != "0") return true;
  const char* kind = std::getenv("TERM");
  const bool dumb = kind != nullptr && std::string_view(kind) == "dumb";
  return interactive && !dumb;
}

// The text without any control character but line ends and, with `styles`, those of `styled`.
std::string harmless(std::string_view text, bool styles) {
  std::string out;
  std::size_t begin = 0;
  for (std::size_t at = text.find('\x1b'); styles && at != std::string_view::npos;
       at = text.find('\x1b', at + 1)) {
    const std::size_t size = style_escape_at(text, at);
    if (size == 0) continue;
    out += printable(text.substr(begin, at - begin));
    out += text.substr(at, size);
    begin = at + size;
  }
  return out + printable(text.substr(begin));
}

}  // namespace

void set_verbosity(Verbosity verbosity) { verbosity_of_command = verbosity; }
bool is_quiet() { return verbosity_of_command == Verbosity::kQuiet; }
bool is_verbose() { return verbosity_of_command == Verbosity::kVerbose; }
void set_colours(Colours colours) { colours_of_command = colours; }

Terminal Terminal::of_descriptor(int descriptor) {
  const bool interactive = isatty(descriptor) == 1;
  return Terminal(interactive, has_colours(interactive), width_of_descriptor(descriptor));
}

Written show(int descriptor, std::string_view text) {
  return write_bytes(descriptor, harmless(text, Terminal::of_descriptor(descriptor).colour()));
}

bool print(int descriptor, std::string_view text) {
  return show(descriptor, text) != Written::kFailed;
}

void say(std::string_view message) {
  print(STDERR_FILENO, "bfclx: " + printable_line(message) + "\n");
}

void note(std::string_view message) {
  if (!is_quiet()) say(message);
}

void detail(std::string_view message) {
  if (is_verbose()) say(message);
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
  if (is_quiet() || !can_wipe(STDERR_FILENO)) return;
  // One row of the screen, also when the window becomes narrower: what is drawn over it begins
  // there.
  const std::vector<std::string> rows =
      block_rows(printable_line(text), screen_size(STDERR_FILENO));
  write_bytes(STDERR_FILENO, "\r\x1b[K" + (rows.empty() ? "" : rows.front()));
}

}  // namespace bfclx::tools
