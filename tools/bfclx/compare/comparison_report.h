// Comparisons of runs as a table for the terminal.
#ifndef BFCLX_TOOLS_BFCLX_COMPARE_COMPARISON_REPORT_H_
#define BFCLX_TOOLS_BFCLX_COMPARE_COMPARISON_REPORT_H_

#include <string>

#include "core/render/comparison_report.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

std::string comparison_table(const ComparisonReport& report, const Terminal& terminal);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_COMPARE_COMPARISON_REPORT_H_
