#include "tools/bfclx/view/call_view.h"

#include <algorithm>
#include <string_view>

#include "core/base/counted.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kMaxRows = 12;

// Carets below the part of the mark that lies in the row.
std::string carets(const ViewLine& line, const TextRow& row) {
  const std::size_t begin = std::max(line.mark_begin, row.begin);
  const std::size_t end = std::min(line.mark_end, row.end);
  const std::string_view text = line.text;
  const std::size_t before = display_width(text.substr(row.begin, begin - row.begin));
  const std::size_t under = display_width(text.substr(begin, end - begin));
  return std::string(before, ' ') + std::string(std::max<std::size_t>(under, 1), '^');
}

bool marked(const ViewLine& line, const TextRow& row) {
  return line.mark_end > line.mark_begin && line.mark_begin < row.end && line.mark_end > row.begin;
}

// The row with its marked part in colour.
std::string coloured(const ViewLine& line, const TextRow& row, const Terminal& terminal) {
  const std::string_view text = line.text;
  if (!marked(line, row)) return std::string(text.substr(row.begin, row.end - row.begin));
  const std::size_t begin = std::max(line.mark_begin, row.begin);
  const std::size_t end = std::min(line.mark_end, row.end);
  return std::string(text.substr(row.begin, begin - row.begin)) +
         terminal.styled(Style::kMark, text.substr(begin, end - begin)) +
         std::string(text.substr(end, row.end - end));
}

}  // namespace

std::string print_lines(std::span<const ViewLine> lines, std::size_t indent,
                        const Terminal& terminal, std::string_view remark) {
  std::string out;
  for (const ViewLine& line : lines) {
    const std::size_t own = indent + line.indent;
    const std::size_t room = terminal.width() > own + 20 ? terminal.width() - own : 20;
    const std::vector<TextRow> rows = wrap(line.text, room);
    std::size_t shown = 0;
    for (const TextRow& row : rows) {
      const bool mark = marked(line, row);
      if (++shown > kMaxRows && !mark) continue;
      out += std::string(own, ' ') + coloured(line, row, terminal) + "\n";
      if (!mark || row.begin > line.mark_begin) continue;
      const std::string below = carets(line, row);
      out += std::string(own, ' ') + terminal.styled(Style::kMark, below) + "\n";
      if (remark.empty()) continue;
      const std::size_t start = below.find('^');
      const std::size_t remark_indent = own + (start * 2 < room ? start : 4);
      std::string text = wrapped(remark, remark_indent, terminal.width());
      out += terminal.styled(Style::kBad, text.substr(0, text.size() - 1)) + "\n";
      remark = {};
    }
    if (shown > kMaxRows) {
      out += std::string(own, ' ') +
             terminal.styled(Style::kDim,
                             "... " + counted(shown - kMaxRows, "more row", "more rows")) +
             "\n";
    }
  }
  return out;
}

}  // namespace bfclx::tools
