// `bfclx report`: one self-contained HTML page about one or several scored runs.
//
// The page holds no script and loads nothing; a policy in it forbids both, so that even a reply
// that slipped through the escaping could do nothing.
#ifndef BFCLX_TOOLS_BFCLX_REPORT_HTML_REPORT_H_
#define BFCLX_TOOLS_BFCLX_REPORT_HTML_REPORT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/findings/diagnosis.h"
#include "core/findings/run_warnings.h"
#include "core/render/escape.h"
#include "core/run/scorer.h"
#include "core/statistics/basis.h"
#include "core/statistics/comparison.h"
#include "core/statistics/statistics.h"
#include "tools/bfclx/view/call_view.h"

namespace bfclx::tools {

// One entry that failed. Texts are excerpts, not escaped.
struct HtmlFailure {
  std::string id;
  std::string error_type;
  std::string why;       // our sentence
  std::string official;  // the official error, lines
  std::string question;  // last message of the user in the first turn
  std::string reply;     // text, or JSON
  std::vector<ViewLine> calls;
  std::vector<ViewLine> ground_truth;
};

struct HtmlCategory {
  CategorySummary summary;
  Accuracy accuracy;
  std::vector<std::string> skipped;     // "rest_3  skipped_no_credentials RAPID_API_KEY {...}"
  std::vector<std::string> impossible;  // "exec_parallel_15: why its own ground truth fails"
  std::vector<HtmlFailure> failures;    // at most as many as asked for, in the run's order
};

struct HtmlRun {
  std::string label;
  std::string settings;
  std::size_t entries = 0;
  std::vector<HtmlCategory> categories;  // official order
  std::vector<std::string> not_in_run;   // names of scored categories
  std::vector<std::string> not_scored;   // "12 of web_search_base: why"
  std::vector<Finding> findings;
  std::vector<RunWarning> warnings;
  BasedScore overall;  // over the run's own entries
  std::vector<std::string> problems;
};

// Scores by corrected ground truth, beside the official ones.
struct HtmlErrata {
  struct Row {
    std::string run;
    std::string name;  // of a category or an overall score
    std::string official;
    std::string corrected;
    std::string counts;
  };
  std::string heading;  // empty: no errata
  std::vector<Row> rows;
  std::vector<std::string> left_out;  // corrections that do not fit
};

struct HtmlReport {
  std::string title;
  std::string leaderboard;  // the version whose overall score is meant
  std::string dataset;
  std::vector<HtmlRun> runs;
  std::vector<Comparison> comparisons;  // of the first run with each other
  std::vector<ScoreBasis> bases;        // of these
  Ranking ranking;                      // of all runs over what they share
  ScoreBasis ranked;
  ComparisonOptions options;
  HtmlErrata errata;
};

// The whole page, UTF-8.
std::string html_report(const HtmlReport& report);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_REPORT_HTML_REPORT_H_
