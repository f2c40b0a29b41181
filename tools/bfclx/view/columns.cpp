#include "tools/bfclx/view/columns.h"

#include <algorithm>
#include <vector>
#include "core/base/counted.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kGap = 3;
constexpr std::size_t kNarrowestColumn = 44;

struct StyledRow {
  std::string text;
  Style style;
};

std::vector<StyledRow> rows_of(std::span<const ColumnLine> lines, std::size_t width) {
  std::vector<StyledRow> rows;
  for (const ColumnLine& line : lines) {
    const std::string before(line.indent, ' ');
    const std::size_t room = width > line.indent + 10 ? width - line.indent : 10;
    const std::vector<TextRow> wrapped_rows = wrap(line.text, room);
    const std::size_t count = wrapped_rows.size();
    // A last row is not worth a remark that takes a row itself.
    const std::size_t shown = count > line.max_rows + 1 ? line.max_rows : count;
    for (std::size_t i = 0; i < shown; ++i) {
      const TextRow& row = wrapped_rows[i];
      rows.push_back({before + line.text.substr(row.begin, row.end - row.begin), line.style});
    }
    if (shown < count) {
      rows.push_back(
          {before + "... " + counted(count - shown, "more row", "more rows"), Style::kDim});
    }
  }
  return rows;
}

std::string below_each_other(const Column& column, std::size_t indent, const Terminal& terminal) {
  std::string out = std::string(indent, ' ') + terminal.styled(Style::kDim, column.title) + "\n";
  indent += 2;
  const std::string before(indent, ' ');
  const std::size_t width = terminal.width() > indent + 20 ? terminal.width() - indent : 20;
  for (const StyledRow& row : rows_of(column.lines, width)) {
    out += before + terminal.styled(row.style, row.text) + "\n";
  }
  return out;
}

}  // namespace

bool fits_two_columns(const Terminal& terminal, std::size_t indent) {
  return terminal.width() >= indent + 2 * kNarrowestColumn + kGap;
}

std::string two_columns(const Column& left, const Column& right, std::size_t indent,
                        const Terminal& terminal) {
  if (!fits_two_columns(terminal, indent)) {
    return below_each_other(left, indent, terminal) + below_each_other(right, indent, terminal);
  }
  const std::size_t width = (terminal.width() - indent - kGap) / 2;
  std::vector<StyledRow> left_rows = {{std::string(left.title), Style::kDim}};
  std::vector<StyledRow> right_rows = {{std::string(right.title), Style::kDim}};
  for (StyledRow& row : rows_of(left.lines, width)) left_rows.push_back(std::move(row));
  for (StyledRow& row : rows_of(right.lines, width)) right_rows.push_back(std::move(row));
  std::string out;
  for (std::size_t i = 0; i < std::max(left_rows.size(), right_rows.size()); ++i) {
    std::string line(indent, ' ');
    std::size_t used = 0;
    if (i < left_rows.size()) {
      line += terminal.styled(left_rows[i].style, left_rows[i].text);
      used = display_width(left_rows[i].text);
    }
    if (i < right_rows.size() && !right_rows[i].text.empty()) {
      line += std::string((used < width ? width - used : 0) + kGap, ' ') +
              terminal.styled(right_rows[i].style, right_rows[i].text);
    }
    out += line + "\n";
  }
  return out;
}

}  // namespace bfclx::tools
