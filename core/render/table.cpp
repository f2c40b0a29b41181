#include "core/render/table.h"

#include "core/render/escape.h"

namespace bfclx {
namespace {

const Cell& cell_of(const Table::Row& row, std::size_t column) {
  static const Cell kEmpty;
  return column < row.cells.size() ? row.cells[column] : kEmpty;
}

// One line of Markdown with `text` in its first cell.
void add_markdown_line(std::string& out, const Table& table, const std::string& text) {
  out += "| " + markdown_text(text) + " |";
  for (std::size_t i = 1; i < table.columns.size(); ++i) out += " |";
  out += "\n";
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_of("0123456789") != std::string_view::npos &&
         text.find_first_not_of("0123456789+-.eE") == std::string_view::npos;
}

std::string csv_text(const Cell& cell) {
  if (is_number(cell.data)) return cell.data;
  return csv_cell(cell.data.empty() ? cell.text : cell.data);
}

}  // namespace

std::string markdown_table(const Table& table) {
  std::string out = "|";
  for (const Column& column : table.columns) out += " " + markdown_text(column.name) + " |";
  out += "\n|";
  for (const Column& column : table.columns) {
    out += column.align == Align::kRight ? "---:|" : "---|";
  }
  out += "\n";
  for (const Table::Row& row : table.rows) {
    if (!row.heading.empty()) add_markdown_line(out, table, row.heading);
    out += "|";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Cell& cell = cell_of(row, i);
      const Style style = cell.style == Style::kPlain ? row.style : cell.style;
      const std::string_view mark = stands_out(style) && !cell.text.empty() ? "**" : "";
      out.append(" ").append(mark).append(markdown_text(cell.text)).append(mark).append(" |");
    }
    out += "\n";
    for (const std::string& note : row.notes) add_markdown_line(out, table, note);
  }
  return out;
}

std::string csv_table(const Table& table) {
  std::string out;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    out += (i > 0 ? "," : "") + csv_cell(table.columns[i].name);
  }
  out += "\n";
  for (const Table::Row& row : table.rows) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      out += (i > 0 ? "," : "") + csv_text(cell_of(row, i));
    }
    out += "\n";
  }
  return out;
}

}  // namespace bfclx
