// Statistics of judged runs, without state: comparisons as `bfclx compare` makes them, and how each
// version of the leaderboard composes its scores.
#include <algorithm>
#include <optional>
#include <utility>

#include "core/api/arguments.h"
#include "core/api/given_runs.h"
#include "core/render/comparison_text.h"
#include "core/statistics/comparison.h"
#include "core/statistics/overall.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

Error wrong(std::string message) { return call_error(kinds::kArgument, std::move(message)); }

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

Result<Value> compare_call(Module&, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const NamedVersion version, version_argument(arguments));
  BFCLX_ASSIGN_OR_RETURN(const ComparisonOptions options, options_argument(arguments));
  BFCLX_ASSIGN_OR_RETURN(const std::vector<GivenRun> runs, runs_argument(arguments));
  if (runs.empty()) return wrong("`runs` must hold a run or more");
  const ScorePart& score = overall_score(version.version);
  const std::vector<CategoryWeight> weights = category_weights(score);
  List comparisons;
  List own;
  std::vector<ScoredRun> scored;
  std::vector<const JudgedRun*> all;
  for (const GivenRun& run : runs) {
    all.push_back(&run.judged);
    scored.push_back(run.scored());
    own.push_back(based_score_value(own_score(scored.back(), score, version.name)));
    own.back().mutable_dict().set("name", Value::str(run.name));
    if (&run == &runs.front()) continue;
    const Comparison comparison = compare_runs(runs.front().judged, run.judged, weights, options);
    Value one = comparison_value(comparison);
    one.mutable_dict().set("a", Value::str(runs.front().name));
    one.mutable_dict().set("b", Value::str(run.name));
    const ScoredRun pair[] = {scored.front(), scored.back()};
    const ScoreBasis basis = shared_basis(pair, score, version.name);
    one.mutable_dict().set("basis", basis_value(basis));
    one.mutable_dict().set("texts",
                           comparison_texts_value(comparison, basis, runs.front().name, run.name));
    comparisons.push_back(std::move(one));
  }
  Value ranking = ranking_value(rank_runs(all, weights, options));
  ranking.mutable_dict().set("basis", basis_value(shared_basis(scored, score, version.name)));
  return dict_of({{"leaderboard", version.name},
                  {"runs", Value::list(std::move(own))},
                  {"replicates", options.replicates},
                  {"seed", static_cast<std::size_t>(options.seed)},
                  {"comparisons", Value::list(std::move(comparisons))},
                  {"ranking", std::move(ranking)}});
}

// --- Compositions -------------------------------------------------------------------------------

std::string_view name_of(Combining combining) {
  switch (combining) {
    case Combining::kMean:
      return "mean";
    case Combining::kByEntries:
      return "by_entries";
    case Combining::kWeights:
      return "weights";
    case Combining::kCategory:
      break;
  }
  return "category";
}

Value tree_value(const ScorePart& score, double share) {
  List parts;
  for (const ScorePart& part : score.parts) {
    parts.push_back(tree_value(part, share_in(score, part)));
  }
  return dict_of({{"name", score.name},
                  {"column", score.column.empty() ? Value() : Value::str(score.column)},
                  {"combining", name_of(score.combining)},
                  {"weight", score.weight},
                  {"share", share},
                  {"parts", Value::list(std::move(parts))}});
}

Result<Value> leaderboards_call(Module&, const Value&, CallBytes&) {
  List versions;
  for (const NamedVersion& version : leaderboard_versions()) {
    List others;
    for (const ScorePart& shown : shown_scores(version.version)) {
      others.push_back(tree_value(shown, 0));
    }
    versions.push_back(dict_of({{"name", version.name},
                                {"overall", tree_value(overall_score(version.version), 1)},
                                {"apart", Value::list(std::move(others))}}));
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
