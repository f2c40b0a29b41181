// Comparisons of runs for people: a table for the terminal, and Markdown for pages and reviews.
#ifndef BFCLX_TOOLS_BFCLX_COMPARE_COMPARISON_REPORT_H_
#define BFCLX_TOOLS_BFCLX_COMPARE_COMPARISON_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/check/executable.h"
#include "core/findings/run_warnings.h"
#include "core/statistics/basis.h"
#include "core/statistics/comparison.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

// A run of the comparison.
struct ComparedRun {
  std::string label;     // unique
  std::string settings;  // "decoder openai_fc, dots come back as underscores"
  std::size_t entries = 0;
  Skips skipped = {};  // entries without a verdict, which are not compared
  std::vector<std::string> skipped_entries = {};  // "rest_3 (skipped_no_network)"
  BasedScore own = {};                            // over what the run has
  std::vector<RunWarning> warnings = {};
};

// The first run against each other one.
struct ComparisonReport {
  std::vector<ComparedRun> runs;
  std::vector<Comparison> comparisons;  // one less than there are runs
  std::vector<ScoreBasis> bases;        // of each comparison
  Ranking ranking;
  ScoreBasis ranked;  // of the ranking
  ComparisonOptions options;
  std::string dataset_version;
  std::string dataset_hash;
  bool details = true;  // each comparison, not only its overall difference
};

std::string comparison_table(const ComparisonReport& report, const Terminal& terminal);
std::string comparison_markdown(const ComparisonReport& report);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_COMPARE_COMPARISON_REPORT_H_
