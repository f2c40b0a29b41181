// The section of the page of `bfclx report` on latency.
#include <map>
#include <utility>
#include <vector>

#include "core/report/latency_table.h"
#include "core/report/report_parts.h"

namespace bfclx::report_parts {
namespace {

// Of a category, or of all together.
void add_rows(Table& table, const std::string& name, const ReportPage& report,
              const std::vector<std::pair<std::size_t, const LatencyFigures*>>& runs) {
  bool first = true;
  for (const auto& [run, figures] : runs) {
    Table::Row& row = table.rows.emplace_back();
    row.continues = !first;
    row.cells.emplace_back(first ? name : std::string());
    if (report.runs.size() > 1) row.cells.emplace_back(letter_of(run), Style::kTag);
    for (Cell& cell : latency_cells(figures)) row.cells.push_back(std::move(cell));
    first = false;
  }
}

}  // namespace

Blocks latency_blocks(const ReportPage& report) {
  std::map<const Category*, std::vector<std::pair<std::size_t, const LatencyFigures*>>> rows;
  std::vector<std::pair<std::size_t, const LatencyFigures*>> all;
  Blocks streamed;
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    const RunLatency& latency = report.runs[i].latency;
    for (const ResponseLatency::Row& row : latency.categories) {
      rows[row.category].emplace_back(i, &row.figures);
    }
    if (latency.all) all.emplace_back(i, &*latency.all);
    const std::string text = latency.streamed ? streamed_text(*latency.streamed) : "";
    if (!text.empty()) streamed.push_back(remark(with_letter(report, i, {text + "."})));
  }
  if (all.empty()) return {};
  Table table;
  table.columns = {{"category"}};
  if (report.runs.size() > 1) table.columns.push_back({"run", Align::kRight});
  for (Column& column : latency_columns()) table.columns.push_back(std::move(column));
  for (const auto& [category, runs] : rows) {
    add_rows(table, std::string(category->name), report, runs);
  }
  if (rows.size() > 1) add_rows(table, "all", report, all);
  Blocks blocks;
  blocks.push_back(table_block(std::move(table)));
  for (Block& block : streamed) blocks.push_back(std::move(block));
  return folded(report, "Latency by category", std::move(blocks));
}

}  // namespace bfclx::report_parts
