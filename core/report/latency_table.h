// The latency of runs as a person reads it: tables for a terminal, Markdown and the page of
// `bfclx report`.
#ifndef BFCLX_CORE_REPORT_LATENCY_TABLE_H_
#define BFCLX_CORE_REPORT_LATENCY_TABLE_H_

#include <string>
#include <vector>

#include "core/render/table.h"
#include "core/run/response_latency.h"

namespace bfclx {

// Cells of the columns of latency_columns; empty ones for nullptr.
std::vector<Cell> latency_cells(const LatencyFigures* figures);
// "requests", "median s", "95th percentile s".
std::vector<Column> latency_columns();
// A row for each category that has latency, and one for all of them together.
Table latency_table(const RunLatency& latency);

// "First token: median 0.21 s, 95th percentile 0.40 s; between tokens: median ...; 35 tokens/s (12
// streamed responses)", without what is not known.
std::string streamed_text(const StreamedLatency& streamed);

}  // namespace bfclx

#endif  // BFCLX_CORE_REPORT_LATENCY_TABLE_H_
