#include "tools/bfclx/view/live_block.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "core/base/counted.h"
#include "tools/bfclx/output/write.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kWidest = 80;
constexpr std::size_t kNarrowest = 16;
constexpr std::string_view kContinued = "    ";

void add_line(std::string_view line, std::size_t width, std::vector<std::string>& rows) {
  if (display_width(line) <= width) {
    rows.emplace_back(line);
    return;
  }
  std::string_view before;
  for (const TextRow& row : wrap(line, width - kContinued.size())) {
    rows.push_back(std::string(before).append(line.substr(row.begin, row.end - row.begin)));
    before = kContinued;
  }
}

}  // namespace

ScreenSize screen_size(int descriptor) {
  ScreenSize size;
  winsize found{};
  if (ioctl(descriptor, TIOCGWINSZ, &found) != 0) return size;
  if (found.ws_col > 0) size.columns = found.ws_col;
  if (found.ws_row > 0) size.rows = found.ws_row;
  return size;
}

std::vector<std::string> block_rows(std::string_view text, const ScreenSize& screen) {
  const std::size_t width = std::max(std::min(screen.columns, kWidest), kNarrowest) - 1;
  const std::string clean = printable(text);
  std::vector<std::string> rows;
  for (std::size_t at = 0; at < clean.size();) {
    const std::size_t end = std::min(clean.find('\n', at), clean.size());
    add_line(std::string_view(clean).substr(at, end - at), width, rows);
    at = end + 1;
  }
  const std::size_t most = std::max<std::size_t>(screen.rows, 3) - 1;
  if (rows.size() > most) {
    const std::size_t left_out = rows.size() - most + 1;
    rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(left_out));
    rows.insert(rows.begin(), "  ... " + grouped_digits(left_out) + " more rows");
  }
  return rows;
}

std::size_t rows_taken(const std::vector<std::string>& rows, const ScreenSize& screen) {
  std::size_t taken = 0;
  for (const std::string& row : rows) {
    const std::size_t width = std::max<std::size_t>(display_width(row), 1);
    taken += (width + screen.columns - 1) / std::max<std::size_t>(screen.columns, 1);
  }
  return taken;
}

std::size_t LiveBlock::room() { return screen_size(STDERR_FILENO).rows - 1; }

// What takes away the rows that were drawn, from the row below them.
std::string LiveBlock::wiping(const ScreenSize& screen) {
  if (drawn_.empty()) return {};
  return "\x1b[" + std::to_string(rows_taken(std::exchange(drawn_, {}), screen)) + "F\x1b[J";
}

void LiveBlock::draw(std::string_view text) {
  if (is_quiet()) return;
  const ScreenSize screen = screen_size(STDERR_FILENO);
  std::string bytes = wiping(screen);
  drawn_ = block_rows(text, screen);
  for (const std::string& row : drawn_) bytes += row + "\n";
  write_bytes(STDERR_FILENO, bytes);
}

void LiveBlock::clear() {
  if (const std::string bytes = wiping(screen_size(STDERR_FILENO)); !bytes.empty()) {
    write_bytes(STDERR_FILENO, bytes);
  }
}

}  // namespace bfclx::tools
