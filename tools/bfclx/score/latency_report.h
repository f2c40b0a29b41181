// score --latency: how long the requests of each category took, by the result lines.
#ifndef BFCLX_TOOLS_BFCLX_SCORE_LATENCY_REPORT_H_
#define BFCLX_TOOLS_BFCLX_SCORE_LATENCY_REPORT_H_

#include <string>
#include <vector>

#include "core/run/response_latency.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

// A table for each model: its categories, and all of them together.
std::string latency_report(const Session& session, const Terminal& terminal);
// The same as Markdown.
std::string latency_markdown(const Session& session);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SCORE_LATENCY_REPORT_H_
