// score --latency: how long the requests of each category took, below the report.
#ifndef BFCLX_TOOLS_BFCLX_SCORE_LATENCY_REPORT_H_
#define BFCLX_TOOLS_BFCLX_SCORE_LATENCY_REPORT_H_

#include <string>

#include "core/run/summary.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

// A table for each model: its categories, and all of them together.
std::string latency_report(const Report& report, const Terminal& terminal);
// The whole report as Markdown, with `latency` with the same.
std::string markdown_report(const Report& report, bool latency);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SCORE_LATENCY_REPORT_H_
