#include "tools/bfclx/score/latency_report.h"

#include <cstdio>
#include <utility>

#include "core/base/counted.h"
#include "core/render/escape.h"
#include "core/render/table.h"
#include "core/render/visible.h"

namespace bfclx::tools {
namespace {

Cell seconds_cell(double seconds) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", seconds);
  return {text};
}

Table::Row row_of(std::string name, const LatencyFigures& figures) {
  return {.cells = {Cell(std::move(name)), Cell(grouped_digits(figures.requests)),
                    seconds_cell(figures.p50), seconds_cell(figures.p95)}};
}

Table table_of(const ResponseLatency& latency) {
  Table table;
  table.columns = {{"category"},
                   {"requests", Align::kRight},
                   {"median s", Align::kRight},
                   {"95th percentile s", Align::kRight}};
  const std::vector<ResponseLatency::Row> rows = latency.rows();
  for (const ResponseLatency::Row& row : rows) {
    table.rows.push_back(row_of(std::string(row.category->name), row.figures));
  }
  if (const auto all = latency.all(); all && rows.size() > 1) {
    table.rows.push_back(row_of("all", *all));
  }
  return table;
}

std::string title_of(const ModelRun& model, const ResponseLatency& latency) {
  const std::string name = printable_line(model.name);
  if (!latency.all()) return name + ": the results have no latency";
  return "Latency of the requests of " + name;
}

}  // namespace

std::string latency_report(const Session& session, const Terminal& terminal) {
  std::string text;
  for (std::size_t i = 0; i < session.models.size(); ++i) {
    const ResponseLatency& latency = session.latencies[i];
    text += "\n" + title_of(session.models[i], latency) + "\n";
    if (latency.all()) text += terminal_table(table_of(latency), terminal.screen());
  }
  return text;
}

std::string latency_markdown(const Session& session) {
  std::string text;
  for (std::size_t i = 0; i < session.models.size(); ++i) {
    const ResponseLatency& latency = session.latencies[i];
    text += "\n" + markdown_text(title_of(session.models[i], latency)) + "\n";
    if (latency.all()) text += "\n" + markdown_table(table_of(latency));
  }
  return text;
}

}  // namespace bfclx::tools
