#include "core/report/latency_table.h"

#include <cstdio>
#include <utility>

#include "core/base/counted.h"
#include "core/render/latency_text.h"

namespace bfclx {
namespace {

Cell seconds_cell(double seconds) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", seconds);
  return {text};
}

Table::Row row_of(std::string name, const LatencyFigures& figures) {
  Table::Row row;
  row.cells.emplace_back(std::move(name));
  for (Cell& cell : latency_cells(&figures)) row.cells.push_back(std::move(cell));
  return row;
}

std::string times_text(const StreamedLatency::Times& times) {
  return "median " + seconds_text(times.p50) + ", 95th percentile " + seconds_text(times.p95);
}

}  // namespace

std::vector<Cell> latency_cells(const LatencyFigures* figures) {
  if (figures == nullptr) return {"", "", ""};
  return {grouped_digits(figures->requests), seconds_cell(figures->p50),
          seconds_cell(figures->p95)};
}

std::vector<Column> latency_columns() {
  return {{"requests", Align::kRight},
          {"median s", Align::kRight},
          {"95th percentile s", Align::kRight}};
}

Table latency_table(const RunLatency& latency) {
  Table table;
  table.columns = {{"category"}};
  for (Column& column : latency_columns()) table.columns.push_back(std::move(column));
  for (const ResponseLatency::Row& row : latency.categories) {
    table.rows.push_back(row_of(std::string(row.category->name), row.figures));
  }
  if (latency.all && latency.categories.size() > 1) {
    table.rows.push_back(row_of("all", *latency.all));
  }
  return table;
}

std::string streamed_text(const StreamedLatency& streamed) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (streamed.first_token) add("first token: " + times_text(*streamed.first_token));
  if (streamed.between_tokens) add("between tokens: " + times_text(*streamed.between_tokens));
  if (streamed.tokens_per_second) add(rate_text(*streamed.tokens_per_second));
  if (text.empty()) return text;
  if (text.front() >= 'a' && text.front() <= 'z') text.front() -= 'a' - 'A';
  return text + " (" + counted(streamed.responses, "streamed response", "streamed responses") + ")";
}

}  // namespace bfclx
