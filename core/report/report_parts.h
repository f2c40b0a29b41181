// Sections of the page about runs; private to this folder.
#ifndef BFCLX_CORE_REPORT_REPORT_PARTS_H_
#define BFCLX_CORE_REPORT_REPORT_PARTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "core/render/document.h"
#include "core/report/report_page.h"

namespace bfclx::report_parts {

// Each run with its score, beside each other; many below a table of all.
Blocks summary_blocks(const ReportPage& report);
// The table of all runs, the best first; nothing where they share nothing that counts.
Blocks ranking_blocks(const ReportPage& report);
Blocks findings_blocks(const ReportPage& report);
// The runs by the parts of the overall score; nothing where they have too few of these.
Blocks profile_blocks(const ReportPage& report);
Blocks categories_blocks(const ReportPage& report);
// How long requests took; nothing where no run has latency.
Blocks latency_blocks(const ReportPage& report);
Blocks reasons_blocks(const ReportPage& report);
Blocks comparison_blocks(const ReportPage& report);
Blocks errata_blocks(const ReportPage& report);
Blocks failures_blocks(const ReportPage& report);

// From so many on a page opens with their ranking, and the rest is folded.
inline constexpr std::size_t kManyRuns = 10;
// `blocks`; of many runs behind a line with the title that opens them.
Blocks folded(const ReportPage& report, std::string title, Blocks blocks);
// Runs that one chart shows, so that it can be read.
inline constexpr std::size_t kProfiles = 6;
// Places of the runs: by the score over what all share, else by their own.
std::vector<std::size_t> best_first(const ReportPage& report);

// "93.2 %, 95 % CI 91.0 to 94.4", for those who cannot see the plot.
std::string interval_label(double value, const Range& interval);
// "A", "B", ... "Z", "27".
std::string letter_of(std::size_t run);
// `texts` behind the run's letter, where there is more than one run.
Spans with_letter(const ReportPage& report, std::size_t run, Spans texts);

}  // namespace bfclx::report_parts

#endif  // BFCLX_CORE_REPORT_REPORT_PARTS_H_
