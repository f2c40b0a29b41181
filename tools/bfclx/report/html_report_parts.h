// Pieces of the page of `bfclx report`; private to this folder.
#ifndef BFCLX_TOOLS_BFCLX_REPORT_HTML_REPORT_PARTS_H_
#define BFCLX_TOOLS_BFCLX_REPORT_HTML_REPORT_PARTS_H_

#include <string>
#include <string_view>

#include "core/statistics/statistics.h"
#include "tools/bfclx/report/html_report.h"

namespace bfclx::tools::html {

// The style sheet, in the tokens of the site.
std::string_view style_sheet();

// Charts are single rows that grow with their column: shares of the width, so that dots stay round.
//
// Dot and interval on an axis from 0 to 100 %.
std::string accuracy_plot(double share, const Range& interval);
// Dot and interval of a difference on an axis from -bound to bound; 0 is marked.
// `sure`: the test tells the two apart, which gives it a colour.
std::string difference_plot(double value, const Range& interval, bool sure, double bound);
// A bar of `share` of the width.
std::string bar(double share);
// Labels of the axes above such rows.
std::string accuracy_axis();
std::string difference_axis(double bound);

// Sections of the page.
std::string summary_section(const HtmlReport& report);
std::string findings_section(const HtmlReport& report);
std::string categories_section(const HtmlReport& report);
std::string reasons_section(const HtmlReport& report);
std::string comparison_section(const HtmlReport& report);
std::string errata_section(const HtmlReport& report);
std::string failures_section(const HtmlReport& report);

// "A", "B", ... "Z", "27".
std::string letter_of(std::size_t run);
// The letter as a mark, nothing when there is one run only.
std::string letter_mark(const HtmlReport& report, std::size_t run);

}  // namespace bfclx::tools::html

#endif  // BFCLX_TOOLS_BFCLX_REPORT_HTML_REPORT_PARTS_H_
