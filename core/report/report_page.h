// What `bfclx report` writes and a page of the site shares: one HTML page about one or several
// scored runs, or about one entry of a run.
//
//   ReportPage page;
//   page.program = "0.1.0";
//   page.dataset = "v4, sha256:...";
//   page.runs.push_back(reported_run(model, "my-model", {}));
//   compare_reported(page, models, named_version("v4"));
//   std::string html = report_html(page);
//
// The page holds no script and loads nothing; a policy in it forbids both, so that even a response
// that slipped through the escaping could do nothing.
#ifndef BFCLX_CORE_REPORT_REPORT_PAGE_H_
#define BFCLX_CORE_REPORT_REPORT_PAGE_H_

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/explain/explanation.h"
#include "core/findings/run_diagnosis.h"
#include "core/findings/run_warnings.h"
#include "core/render/chart.h"
#include "core/render/document.h"
#include "core/run/score_run.h"
#include "core/statistics/basis.h"
#include "core/statistics/comparison.h"
#include "core/statistics/composition.h"
#include "core/statistics/headline_score.h"
#include "core/statistics/statistics.h"

namespace bfclx {

struct ReportedCategory {
  CategorySummary summary;
  Accuracy accuracy;
  std::vector<std::string> skipped;     // "rest_3  skipped_no_credentials RAPID_API_KEY {...}"
  std::vector<std::string> impossible;  // "exec_parallel_15: why its own ground truth fails"
  Blocks failures;                      // at most as many as asked for, in the run's order
};

struct ReportedRun {
  std::string label;
  std::string settings;                      // settings_text
  std::vector<ReportedCategory> categories;  // official order
  std::vector<std::string> not_in_run;       // names of scored categories
  std::vector<std::string> not_scored;       // "12 of web_search_base: why"
  std::vector<Finding> findings;
  std::vector<RunWarning> warnings;
  std::vector<std::string> problems;  // of its files
  RunLatency latency = {};            // of its requests
  BasedScore overall = {};            // over the run's own entries
};

// Scores by corrected ground truth, beside the official ones.
struct ReportedErrata {
  struct Row {
    std::string run;
    std::string name;  // of a category or an overall score
    std::string official;
    std::string corrected;
    std::string counts;
  };
  std::string heading;  // empty: no errata
  std::vector<Row> rows;
  Table ranks;                        // of several runs, official and with errata
  std::string rank_change;            // the same in words; empty: no ranks
  std::vector<std::string> left_out;  // corrections that do not fit
};

struct ReportPage {
  std::string title;               // empty: the names of the runs, or their number
  HeadlineScore leaderboard = {};  // the score that is meant
  std::string program;             // version of bfclx
  std::string dataset;
  std::vector<std::string> notes;  // more lines of what the page rests on
  std::vector<ReportedRun> runs;
  std::vector<Comparison> comparisons;  // of the first run with each other
  std::vector<ScoreBasis> bases;        // of these
  Ranking ranking;                      // of all runs over what they share
  ScoreBasis ranked;
  RadarChart profile;  // of the best runs, by the parts of the overall score
  ComparisonOptions options;
  ReportedErrata errata;
};

// "decoder openai_fc, function names use `_` for `.`".
std::string settings_text(const RunSettings& settings);

// Failures that a page of few runs shows of each category.
inline constexpr std::size_t kReportedFailures = 100;

struct ReportedRunOptions {
  std::size_t failures = kReportedFailures;
  LogFactsOf logs = {};  // of episodes; may be empty
  // Scores the wanted entries; score_run where it is not set. A driver with threads has its own.
  std::function<void(ModelRun&, Keep, const ScoreHooks&)> score = {};
};

// Scores the run, which must be set against the dataset, and keeps no more of its responses than
// Keep::kVerdicts.
ReportedRun reported_run(ModelRun& model, std::string label, const ReportedRunOptions& options);
// Overall scores, comparisons and ranking by `page.options`. `models` are those of `page.runs`.
void compare_reported(ReportPage& page, std::span<const ModelRun* const> models,
                      const HeadlineScore& headline);

// The whole page, UTF-8.
std::string report_html(const ReportPage& page);

// --- One entry ----------------------------------------------------------------------------------

// A response with all that led to its verdict: question, response, calls, ground truth and the
// official error, of an episode turn by turn. All texts are bounded.
Block entry_block(const Explanation& explanation, bool open);
// An entry without a verdict; `entry` is nullptr where the dataset lacks it.
Block unscored_block(const std::string& id, const Entry* entry, std::string why);

struct EntryPage {
  std::string id;
  std::string run;
  std::string settings;
  std::string program;
  std::string dataset;
  std::vector<std::string> notes;
};
std::string entry_html(const EntryPage& page, Block entry);

}  // namespace bfclx

#endif  // BFCLX_CORE_REPORT_REPORT_PAGE_H_
