// The comparisons of `bfclx compare`, for its output formats: all runs with the first, or model by
// model.
#ifndef BFCLX_TOOLS_BFCLX_COMPARE_COMPARING_H_
#define BFCLX_TOOLS_BFCLX_COMPARE_COMPARING_H_

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/benchmark/compared_languages.h"
#include "core/findings/run_warnings.h"
#include "core/run/repeat_groups.h"
#include "core/run/run_statistics.h"
#include "core/statistics/comparison.h"
#include "tools/bfclx/compare/comparison_report.h"
#include "tools/bfclx/errata/second_score.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/run_set.h"

namespace bfclx::tools {

using Json = nlohmann::ordered_json;

struct CompareOptions {
  RunOptions run;
  std::string format = "table";
  double points = 0;
  bool gate = false;
  bool by_model = false;
  bool fail_if_missing = false;
  std::string fail_by = "estimate";
  ComparisonOptions statistics;
  std::string leaderboard = "v4";
  std::string errata;
  bool details = false;
  RepeatsRequest repeats;
  std::vector<std::string> translations;  // folders, or RUN=FOLDER
  bool by_language = false;

  const NamedVersion& version() const { return named_version(leaderboard); }
};

struct ScoredRuns {
  RunSet set;
  std::vector<std::shared_ptr<const RunForScores>> scores;  // of each run
  std::vector<std::vector<RunWarning>> warnings;
  std::vector<SecondScore> errata;  // of each session; empty without errata
  // Of each run, where some are of translations; else empty.
  std::vector<ComparedDataset> datasets;
};

// Opens the runs of the paths, which are of the datasets that `options.run` names, and judges them.
ScoredRuns score_runs(const CompareOptions& options, Kept& kept);

// The runs that have been judged, each against the first.
ComparisonReport make_comparisons(const ScoredRuns& scored, const CompareOptions& options);

Json report_json(const ComparisonReport& report, const ScoredRuns& scored,
                 const std::string& leaderboard);
Json second_json(const ComparisonReport& corrected, const ErrataTold& second);
std::string errata_text(const ComparisonReport& corrected, const ErrataTold& second, bool markdown,
                        const Terminal& terminal);

// Whether a run misses --fail-if-worse or --fail-if-missing; said on standard error.
bool fails_gates(const ComparisonReport& report, const CompareOptions& options);

// `--by-model`: each model of the first folder with that of the second; the exit code.
int run_by_model(ScoredRuns& scored, const CompareOptions& options);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_COMPARE_COMPARING_H_
