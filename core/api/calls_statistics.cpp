// Statistics of judged runs, without state: comparisons as `bfclx compare` makes them, and how each
// version of the leaderboard composes its scores.
#include <algorithm>
#include <optional>
#include <utility>

#include "core/api/arguments.h"
#include "core/api/given_runs.h"
#include "core/render/comparison_report.h"
#include "core/render/comparison_text.h"
#include "core/render/table.h"
#include "core/statistics/comparison.h"
#include "core/statistics/composition_json.h"
#include "core/statistics/overall.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

// --- Comparisons --------------------------------------------------------------------------------

constexpr std::int64_t kMostDraws = 1000000;

Result<ComparisonOptions> options_argument(const Value& arguments) {
  ComparisonOptions options;
  const Value* draws = find_member(arguments, "draws");
  if (draws != nullptr && !draws->is_none()) {
    BFCLX_ASSIGN_OR_RETURN(const std::int64_t number, number_argument(arguments, "draws", 100));
    if (number > kMostDraws) {
      return wrong("`draws` must be at most " + std::to_string(kMostDraws));
    }
    options.replicates = static_cast<std::size_t>(number);
  }
  const Value* seed = find_member(arguments, "seed");
  if (seed != nullptr && !seed->is_none()) {
    BFCLX_ASSIGN_OR_RETURN(const std::int64_t number, number_argument(arguments, "seed", 0));
    options.seed = static_cast<std::uint64_t>(number);
  }
  return options;
}

// {"a", "b", ...} of each comparison.
List comparisons_of(const ComparisonReport& report) {
  List comparisons;
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    const std::string& a = report.runs[0].label;
    const std::string& b = report.runs[i + 1].label;
    Value one = comparison_value(report.comparisons[i]);
    Dict& object = one.mutable_dict();
    object.set("a", Value::str(a));
    object.set("b", Value::str(b));
    object.set("basis", basis_value(report.bases[i]));
    const bool warned = is_warned(report.comparisons[i], report.runs[0], report.runs[i + 1]);
    object.set("texts",
               comparison_texts_value(report.comparisons[i], report.bases[i], a, b, warned));
    comparisons.push_back(std::move(one));
  }
  return comparisons;
}

Value own_scores_of(const ComparisonReport& report) {
  List own;
  for (const ComparedRun& run : report.runs) {
    own.push_back(based_score_value(run.own));
    own.back().mutable_dict().set("name", Value::str(run.label));
  }
  return Value::list(std::move(own));
}

Result<Value> compare_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const HeadlineScore headline, headline_argument(module, arguments));
  ComparisonReport report;
  BFCLX_ASSIGN_OR_RETURN(report.options, options_argument(arguments));
  BFCLX_ASSIGN_OR_RETURN(const std::vector<GivenRun> runs, runs_argument(arguments));
  if (runs.empty()) return wrong("`runs` must hold a run or more");
  std::vector<ScoredRun> scored;
  for (const GivenRun& run : runs) {
    scored.push_back(run.scored());
    ComparedRun& compared = report.runs.emplace_back();
    compared.label = run.name;
    compared.entries = run.judged.size();
    compared.skipped = run.skipped;
    compared.skipped_entries = run.skipped_entries;
    compared.warnings = run.warnings;
    compared.distortions = run.distortions;
  }
  compare_all(report, scored, headline);
  Value ranking = ranking_value(report.ranking);
  ranking.mutable_dict().set("basis", basis_value(report.ranked));
  Value result = dict_of({{"leaderboard", headline.name()},
                          {"runs", own_scores_of(report)},
                          {"replicates", report.options.replicates},
                          {"seed", Value::integer(static_cast<std::int64_t>(report.options.seed))},
                          {"comparisons", Value::list(comparisons_of(report))},
                          {"ranking", std::move(ranking)}});
  if (const Value* dataset = find_member(arguments, "dataset"); dataset && dataset->is_dict()) {
    report.dataset_version = find_text(*dataset, "version");
    report.dataset_hash = find_text(*dataset, "hash");
    report.program = BFCLX_VERSION;
    report.details = runs.size() <= kFewRuns;
    result.mutable_dict().set("markdown", Value::str(comparison_markdown(report)));
  }
  return result;
}

// --- Compositions -------------------------------------------------------------------------------

// Behind the versions the score of an own benchmark, where `own_entries` are given.
Result<Value> leaderboards_call(Module& module, const Value& arguments, CallBytes&) {
  List versions;
  for (const NamedVersion& version : leaderboard_versions()) {
    versions.push_back(composition_value(version));
  }
  if (given_member(arguments, "own_entries") != nullptr) {
    BFCLX_ASSIGN_OR_RETURN(const HeadlineScore own, own_headline_argument(module, arguments));
    versions.push_back(composition_value(own));
  }
  return Value::list(std::move(versions));
}

constexpr Call kCalls[] = {
    {"compare", compare_call},
    {"leaderboards", leaderboards_call},
};

}  // namespace

std::span<const Call> statistics_calls() { return kCalls; }

}  // namespace bfclx::api
