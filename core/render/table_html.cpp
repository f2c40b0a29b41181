// Tables as HTML: the classes say how a column lies and what a style looks like.
#include "core/render/escape.h"
#include "core/render/figure_text.h"
#include "core/render/html.h"
#include "core/render/table.h"
#include "core/render/visible.h"

namespace bfclx {
namespace {

std::string kind_of(const Column& column) {
  std::string kind = column.axis                     ? "plot"
                     : column.align == Align::kRight ? "n"
                     : column.fit == Fit::kKeep      ? "name"
                     : column.fit == Fit::kDrop      ? ""
                                                     : "wide";
  if (column.fit == Fit::kDrop) add_class(kind, "spare");
  return kind;
}

std::string cell_html(const Column& column, const Cell& cell, Style row_style) {
  const Style style = cell.style == Style::kPlain ? row_style : cell.style;
  std::string kind = kind_of(column);
  add_class(kind, html_class(style));
  const bool number = (cell.plot && column.axis) || column.align == Align::kRight;
  const std::string line = printable_line(cell.text);
  const std::string text = number ? with_minus_signs(line) : line;
  const std::string content = cell.plot && column.axis ? plot_svg(*column.axis, *cell.plot, text)
                                                       : html_marked(text, style);
  return html_begin("td", kind) + content + "</td>";
}

std::string across(const Table& table, const std::string& text, std::string_view kind) {
  if (text.empty()) return {};
  return "<tr><td class=\"" + std::string(kind) + "\" colspan=\"" +
         std::to_string(table.columns.size()) + "\">" + html_escaped(printable_line(text)) +
         "</td></tr>\n";
}

}  // namespace

std::string html_table(const Table& table) {
  std::string out = "<div class=\"scroll\"><table><thead><tr>";
  for (const Column& column : table.columns) {
    out += html_begin("th", kind_of(column), " scope=\"col\"") +
           html_escaped(printable_line(column.name)) + (column.axis ? axis_svg(*column.axis) : "") +
           "</th>";
  }
  out += "</tr></thead><tbody>\n";
  for (const Table::Row& row : table.rows) {
    out += across(table, row.heading, "muted");
    out += row.continues ? "<tr>" : "<tr class=\"first\">";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      out += cell_html(table.columns[i], i < row.cells.size() ? row.cells[i] : Cell(), row.style);
    }
    out += "</tr>\n";
    for (const std::string& note : row.notes) out += across(table, note, "wide");
  }
  return out + "</tbody></table></div>\n";
}

}  // namespace bfclx
