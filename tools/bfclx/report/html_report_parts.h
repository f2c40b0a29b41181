// Sections of the page of `bfclx report`; private to this folder.
#ifndef BFCLX_TOOLS_BFCLX_REPORT_HTML_REPORT_PARTS_H_
#define BFCLX_TOOLS_BFCLX_REPORT_HTML_REPORT_PARTS_H_

#include <string>

#include "core/render/document.h"
#include "tools/bfclx/report/html_report.h"

namespace bfclx::tools::html {

// Each run with its score, beside each other.
Blocks summary_blocks(const HtmlReport& report);
Blocks findings_blocks(const HtmlReport& report);
Blocks categories_blocks(const HtmlReport& report);
Blocks reasons_blocks(const HtmlReport& report);
Blocks comparison_blocks(const HtmlReport& report);
Blocks errata_blocks(const HtmlReport& report);
Blocks failures_blocks(const HtmlReport& report);

// "A", "B", ... "Z", "27".
std::string letter_of(std::size_t run);
// `texts` behind the run's letter, where there is more than one run.
Spans with_letter(const HtmlReport& report, std::size_t run, Spans texts);

}  // namespace bfclx::tools::html

#endif  // BFCLX_TOOLS_BFCLX_REPORT_HTML_REPORT_PARTS_H_
