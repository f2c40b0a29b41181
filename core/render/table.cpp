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

void add_html_line(std::string& out, const Table& table, std::string_view html_class,
                   const std::string& text) {
  out.append("<tr class=\"").append(html_class).append("\"><td colspan=\"");
  out += std::to_string(table.columns.size()) + "\">" + html_escaped(text) + "</td></tr>\n";
}

// " class=\"number good\""; empty without a class.
std::string class_attribute(Align align, Style style) {
  std::string classes = align == Align::kRight ? "number" : "";
  const std::string_view own = class_of(style);
  if (!own.empty()) classes.append(classes.empty() ? "" : " ").append(own);
  return classes.empty() ? classes : " class=\"" + classes + "\"";
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
    if (!row.note.empty()) add_markdown_line(out, table, row.note);
  }
  return out;
}

std::string csv_table(const Table& table) {
  std::string out;
  const auto add = [&](std::size_t column, const std::string& text) {
    if (column > 0) out += ",";
    out += text;
  };
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    add(i, csv_cell(column.key.empty() ? column.name : column.key));
  }
  out += "\n";
  for (const Table::Row& row : table.rows) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Cell& cell = cell_of(row, i);
      const std::string& text = cell.data.empty() ? cell.text : cell.data;
      add(i, table.columns[i].align == Align::kRight ? text : csv_cell(text));
    }
    out += "\n";
  }
  return out;
}

std::string html_table(const Table& table) {
  std::string out = "<table>\n<thead><tr>";
  for (const Column& column : table.columns) {
    out += "<th scope=\"col\"" + class_attribute(column.align, Style::kPlain) + ">" +
           html_escaped(column.name) + "</th>";
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const Table::Row& row : table.rows) {
    if (!row.heading.empty()) add_html_line(out, table, "heading", row.heading);
    out += "<tr>";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Cell& cell = cell_of(row, i);
      const Style style = cell.style == Style::kPlain ? row.style : cell.style;
      out += "<td" + class_attribute(table.columns[i].align, style) + ">" +
             html_escaped(cell.text) + "</td>";
    }
    out += "</tr>\n";
    if (!row.note.empty()) add_html_line(out, table, "note", row.note);
  }
  return out + "</tbody>\n</table>\n";
}

}  // namespace bfclx
