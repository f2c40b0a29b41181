// Tables for a terminal: which columns are shown, how wide each is, and rows of several lines.
#include <algorithm>

#include "core/render/table.h"
#include "core/render/visible.h"

namespace bfclx {
namespace {

constexpr std::size_t kGap = 2;         // spaces between columns
constexpr std::size_t kNarrowest = 16;  // of a column whose texts are broken or shortened

class Layout {
 public:
  Layout(const Table& table, const Screen& screen, std::size_t indent)
      : table_(table), screen_(screen), indent_(indent) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      shown_.push_back({i, natural_width(i)});
    }
    fit();
  }

  std::string text() const {
    std::string out;
    Table::Row titles;
    titles.style = Style::kDim;
    bool named = false;
    for (const Column& column : table_.columns) {
      titles.cells.emplace_back(column.name);
      named = named || !column.name.empty();
    }
    if (named) add_row(out, titles);
    for (const Table::Row& row : table_.rows) {
      if (!row.heading.empty()) add_across(out, row.heading, indent_, Style::kDim);
      add_row(out, row);
      for (const std::string& note : row.notes) {
        add_across(out, note, indent_ + 2, Style::kPlain);
      }
    }
    return out;
  }

 private:
  struct Shown {
    std::size_t column;
    std::size_t width;
  };

  std::size_t natural_width(std::size_t column) const {
    std::size_t width = display_width(table_.columns[column].name);
    for (const Table::Row& row : table_.rows) {
      if (column >= row.cells.size()) continue;
      width = std::max(width, display_width(printable_line(row.cells[column].text)));
    }
    return width;
  }

  std::size_t total() const {
    std::size_t sum = indent_;
    for (const Shown& shown : shown_) sum += shown.width + kGap;
    return shown_.empty() ? sum : sum - kGap;
  }

  // The widest of the columns that can be narrower still; none: nullptr.
  Shown* widest() {
    Shown* found = nullptr;
    for (Shown& shown : shown_) {
      const Fit fit = table_.columns[shown.column].fit;
      const bool narrows = fit == Fit::kWrap || fit == Fit::kShorten || fit == Fit::kWrapOrDrop;
      if (!narrows || shown.width <= kNarrowest) continue;
      if (found == nullptr || shown.width >= found->width) found = &shown;
    }
    return found;
  }

  bool drop_last() {
    for (const bool late : {false, true}) {
      for (std::size_t i = shown_.size(); i-- > 0;) {
        const Fit fit = table_.columns[shown_[i].column].fit;
        if (late ? fit != Fit::kDropLate && fit != Fit::kWrapOrDrop : fit != Fit::kDrop) continue;
        shown_.erase(shown_.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
      }
    }
    return false;
  }

  // Columns that may be dropped go only where broken texts do not make room enough.
  void fit() {
    const std::vector<Shown> natural = shown_;
    for (;;) {
      while (total() > screen_.width) {
        Shown* shown = widest();
        if (shown == nullptr) break;
        --shown->width;
      }
      if (total() <= screen_.width || !drop_last()) return;
      for (Shown& shown : shown_) shown.width = natural[shown.column].width;
    }
  }

  void add_across(std::string& out, const std::string& text, std::size_t indent,
                  Style style) const {
    std::string rows = wrapped(printable_line(text), indent, screen_.width);
    rows.pop_back();
    out += styled(screen_, style, rows) + "\n";
  }

  void add_row(std::string& out, const Table::Row& row) const {
    std::vector<std::vector<std::string>> cells;  // each of one line or more
    std::size_t height = 1;
    for (const Shown& shown : shown_) {
      cells.push_back(lines_of(row, shown));
      height = std::max(height, cells.back().size());
    }
    for (std::size_t line = 0; line < height; ++line) add_line(out, row, cells, line);
  }

  std::vector<std::string> lines_of(const Table::Row& row, const Shown& shown) const {
    if (shown.column >= row.cells.size()) return {""};
    const std::string text = printable_line(row.cells[shown.column].text);
    if (display_width(text) <= shown.width) return {text};
    if (table_.columns[shown.column].fit == Fit::kShorten) return {fitted(text, shown.width)};
    std::vector<std::string> lines;
    for (const TextRow& part : wrap(text, shown.width)) {
      lines.push_back(text.substr(part.begin, part.end - part.begin));
    }
    return lines;
  }

  void add_line(std::string& out, const Table::Row& row,
                const std::vector<std::vector<std::string>>& cells, std::size_t line) const {
    std::string spaces(indent_, ' ');  // written once something stands behind them
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      const auto& [column, width] = shown_[i];
      const std::string text = line < cells[i].size() ? cells[i][line] : "";
      const std::size_t rest = width - std::min(width, display_width(text));
      const bool right = table_.columns[column].align == Align::kRight;
      if (right) spaces.append(rest, ' ');
      if (!text.empty()) {
        const Style own = column < row.cells.size() ? row.cells[column].style : Style::kPlain;
        out += spaces + styled(screen_, own == Style::kPlain ? row.style : own, text);
        spaces.clear();
      }
      if (!right) spaces.append(rest, ' ');
      spaces.append(kGap, ' ');
    }
    out += "\n";
  }

  const Table& table_;
  const Screen& screen_;
  std::size_t indent_;
  std::vector<Shown> shown_;
};

}  // namespace

std::string terminal_table(const Table& table, const Screen& screen, std::size_t indent) {
  return Layout(table, screen, indent).text();
}

}  // namespace bfclx
