// Overall scores of judged runs and of published rows, by every version of the leaderboard, on a
// declared basis, ranked where the basis is one.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/api/arguments.h"
#include "core/api/given_runs.h"
#include "core/statistics/basis.h"
#include "core/statistics/comparison.h"
#include "core/statistics/overall.h"
#include "core/statistics/score_estimate.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

// Its own score, with other weights of its parts.
struct Weighted {
  std::vector<ScorePart> parts;
  ScorePart score;
};

Result<Weighted> weights_argument(const Value& arguments, const ScorePart& overall) {
  Weighted weighted{{}, overall};
  const Value* given = find_member(arguments, "weights");
  if (given == nullptr || given->is_none()) return weighted;
  if (!given->is_dict()) return wrong("`weights` must be an object of numbers by part");
  for (const auto& [key, value] : given->as_dict()) {
    const std::string_view name = key.is_str() ? key.as_str() : std::string_view();
    const double weight = value.is_float()       ? value.as_float()
                          : value.is_small_int() ? static_cast<double>(value.as_int64())
                                                 : -1;
    const auto of_name = [&](const ScorePart& part) { return part.name == name; };
    const auto place = std::find_if(overall.parts.begin(), overall.parts.end(), of_name);
    if (place == overall.parts.end()) {
      return call_error(kinds::kUnknown, "`weights` names `" + std::string(name) +
                                             "`, which is not a part of the overall score");
    }
    if (!(weight >= 0 && weight <= 1e6)) {
      return wrong("the weight of `" + std::string(name) + "` must be a number from 0 to 1000000");
    }
    if (weight == 0) continue;
    weighted.parts.push_back(*place);
    weighted.parts.back().weight = weight;
  }
  if (weighted.parts.empty()) return wrong("`weights` must not all be 0");
  weighted.score.column = {};
  weighted.score.tags = nullptr;
  weighted.score.combining = Combining::kWeights;
  weighted.score.parts = weighted.parts;
  return weighted;
}

Value part_value(const PartScore& score) {
  const bool sure = score.complete() && score.standard_error.has_value();
  return dict_of({{"value", score.complete() ? Value::real(score.official) : Value()},
                  {"official", score.official},
                  {"standard_error", sure ? Value::real(*score.standard_error) : Value()},
                  {"interval_95", sure ? range_value(score.interval) : Value()},
                  {"missing", list_of_texts(score.missing)},
                  {"derived", score.derived}});
}

template <typename Scores>
void add_parts(Dict& parts, const ScorePart& score, const Scores& scores) {
  for (const ScorePart& part : score.parts) {
    parts.set(part.name, part_value(scores.of(part)));
    add_parts(parts, part, scores);
  }
}

// Runs and rows that are ranked together.
struct Ranked {
  Dict object;
  BasedScore score;
};

// Beside those that the score is made of.
std::span<const ScorePart> shown_scores(const HeadlineScore& headline) {
  return headline.is_own() ? std::span<const ScorePart>() : bfclx::shown_scores(headline.version());
}

template <typename Scores>
Dict parts_of(Dict object, const HeadlineScore& headline, const ScorePart& overall,
              const Scores& scores) {
  Dict parts;
  add_parts(parts, headline.score(), scores);
  for (const ScorePart& shown : shown_scores(headline)) {
    parts.set(shown.name, part_value(scores.of(shown)));
  }
  object.set("overall", part_value(scores.of(overall)));
  object.set("parts", Value::dict(std::move(parts)));
  return object;
}

Result<TableRow> table_row(const Value& given) {
  if (!given.is_dict()) return wrong("`rows` must be a list of objects {column: share}");
  TableRow row;
  for (const auto& [key, value] : given.as_dict()) {
    std::optional<double> share;
    if (value.is_float()) share = value.as_float();
    if (value.is_small_int()) share = static_cast<double>(value.as_int64());
    if (!key.is_str() || (!share && !value.is_none()) || (share && !(*share >= 0 && *share <= 1))) {
      return wrong(
          "`rows` must be a list of objects {column: share}, each share from 0 to 1 or null");
    }
    row.emplace(key.as_str(), share);
  }
  return row;
}

// A published row has all categories, or no score.
BasedScore row_score(const RowScores& scores, const ScorePart& overall, BasisKind kind,
                     std::string_view leaderboard) {
  const PartScore part = scores.of(overall);
  BasedScore score;
  score.basis.leaderboard = leaderboard;
  score.basis.kind = BasisKind::kPartial;
  if (!part.complete()) return score;
  score.basis.kind =
      kind == BasisKind::kMissingAsZero ? BasisKind::kMissingAsZero : BasisKind::kComplete;
  score.basis.weight = 1;
  for (const CategoryWeight& one : category_weights(overall)) {
    ++score.basis.categories;
    score.basis.entries += one.category->size;
  }
  score.value = part.official;
  score.standard_error = part.standard_error.value_or(0);
  score.interval = part.interval;
  return score;
}

// --- Ranks --------------------------------------------------------------------------------------

// Which of two runs is surely better, by the entries that all of them have; 0 when neither is.
class PairedOrder {
 public:
  PairedOrder(const std::vector<const JudgedRun*>& runs, const ScorePart& overall, double quantile)
      : runs_(runs.size()),
        paired_(paired_scores(runs, score_weights(overall))),
        quantile_(quantile) {}
  int operator()(std::size_t i, std::size_t j) const {
    if (paired_.scores.empty()) return 0;
    const double error = paired_.errors[pair_place(i, j, runs_)];
    return sure_sign(paired_.scores[i] - paired_.scores[j], error, quantile_);
  }

 private:
  std::size_t runs_;
  PairedScores paired_;
  double quantile_;
};

// The basis of which there is one ranking: that of complete runs, or the one that was asked for.
std::string ranked_key(const std::vector<Ranked>& all, std::size_t runs, BasisKind kind,
                       std::string_view leaderboard, bool tag_weights) {
  if (kind == BasisKind::kShared && runs > 0) return basis_key(all.front().score.basis);
  ScoreBasis basis;
  basis.leaderboard = leaderboard;
  basis.tag_weights = tag_weights;
  if (kind == BasisKind::kMissingAsZero) basis.kind = kind;
  return basis_key(basis);
}

// Sets the ranks of those that have a score on one basis. The first ones are the runs, in their
// order: over the same entries they are compared entry by entry; anything else as measured apart.
void rank(std::vector<Ranked>& all, const std::vector<GivenRun>& runs, const ScorePart& overall,
          const std::string& key) {
  std::vector<std::size_t> which;
  std::vector<double> scores;
  std::vector<const JudgedRun*> judged;  // of the first of these
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const char* name : {"rank", "rank_low", "rank_high"}) all[i].object.set(name, Value());
    if (!all[i].score.value || basis_key(all[i].score.basis) != key) continue;
    which.push_back(i);
    scores.push_back(*all[i].score.value);
    const bool is_paired = all[i].score.basis.kind != BasisKind::kMissingAsZero;
    if (is_paired && i < runs.size()) judged.push_back(&runs[i].judged);
  }
  const double quantile = simultaneous_quantile(pairs_of(scores.size()));
  const PairedOrder paired(judged, overall, quantile);
  const auto surely = [&](std::size_t i, std::size_t j) {
    const BasedScore& a = all[which[i]].score;
    const BasedScore& b = all[which[j]].score;
    if (i < judged.size() && j < judged.size()) return paired(i, j);
    if (a.standard_error <= 0 || b.standard_error <= 0) return 0;
    return sure_sign(
        scores[i] - scores[j],
        std::sqrt(a.standard_error * a.standard_error + b.standard_error * b.standard_error),
        quantile);
  };
  const std::vector<RankRange> ranges = rank_ranges(scores, surely);
  const auto number = [](std::size_t count) {
    return Value::integer(static_cast<std::int64_t>(count));
  };
  for (std::size_t i = 0; i < which.size(); ++i) {
    Ranked& one = all[which[i]];
    one.object.set("rank", number(ranges[i].rank));
    if (one.score.standard_error <= 0) continue;
    one.object.set("rank_low", number(ranges[i].low));
    one.object.set("rank_high", number(ranges[i].high));
  }
}

List objects_of(std::vector<Ranked>& all, std::size_t from, std::size_t to) {
  List list;
  for (std::size_t i = from; i < to; ++i) {
    Value score = based_score_value(all[i].score);
    if (all[i].score.standard_error <= 0) {
      score.mutable_dict().set("standard_error", Value());
      score.mutable_dict().set("interval_95", Value());
    }
    all[i].object.set("score", std::move(score));
    list.push_back(Value::dict(std::move(all[i].object)));
  }
  return list;
}

// --- The call -----------------------------------------------------------------------------------

Result<BasisKind> basis_argument(const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::string name, optional_text(arguments, "basis"));
  if (name.empty() || name == "own") return BasisKind::kPartial;
  if (const std::optional<BasisKind> kind = find_basis(name)) return *kind;
  return call_error(kinds::kUnknown,
                    "`basis` must be \"own\", \"complete\", \"shared\" or \"missing_as_0\"");
}

// Each category with its interval, as in reports.
Value categories_of(const JudgedRun& run) {
  std::map<const Category*, std::map<std::string, ClusterCount>> clusters;
  for (const JudgedEntry& entry : run) {
    ClusterCount& count = clusters[entry.category][cluster_of(*entry.category, entry.id)];
    ++count.entries;
    count.right += entry.right ? 1 : 0;
  }
  Dict categories;
  for (const auto& [category, counts] : clusters) {
    std::vector<ClusterCount> list;
    for (const auto& [key, count] : counts) list.push_back(count);
    const Accuracy accuracy = clustered_accuracy(list);
    categories.set(category->name, dict_of({{"entries", accuracy.entries},
                                            {"right", accuracy.right},
                                            {"accuracy", accuracy.share},
                                            {"standard_error", accuracy.standard_error},
                                            {"interval_95", range_value(accuracy.interval)}}));
  }
  return Value::dict(std::move(categories));
}

std::vector<BasedScore> scores_on(BasisKind kind, const std::vector<GivenRun>& runs,
                                  const ScorePart& overall, std::string_view leaderboard) {
  std::vector<ScoredRun> scored;
  for (const GivenRun& run : runs) scored.push_back(run.scored());
  if (kind == BasisKind::kShared) return shared_scores(scored, overall, leaderboard);
  std::vector<BasedScore> scores;
  for (const ScoredRun& run : scored) {
    scores.push_back(kind == BasisKind::kMissingAsZero
                         ? score_missing_as_zero(run, overall, leaderboard)
                         : own_score(run, overall, leaderboard));
    const bool lacks = scores.back().basis.kind != BasisKind::kComplete;
    if (kind == BasisKind::kComplete && lacks) scores.back().value.reset();
  }
  return scores;
}

// The verdicts that the categories and parts of each run are over.
std::vector<JudgedRun> judged_on(BasisKind kind, const std::vector<GivenRun>& runs) {
  std::vector<ScoredRun> scored;
  std::vector<JudgedRun> judged;
  for (const GivenRun& run : runs) {
    scored.push_back(run.scored());
    judged.push_back(run.judged);
  }
  return kind == BasisKind::kShared ? shared_entries(scored) : judged;
}

Result<Value> overall_scores_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const HeadlineScore headline, headline_argument(module, arguments));
  const ScorePart& official = headline.score();
  BFCLX_ASSIGN_OR_RETURN(const Weighted weighted, weights_argument(arguments, official));
  BFCLX_ASSIGN_OR_RETURN(const BasisKind kind, basis_argument(arguments));
  BFCLX_ASSIGN_OR_RETURN(const std::vector<GivenRun> runs, runs_argument(arguments));
  std::vector<BasedScore> scores = scores_on(kind, runs, weighted.score, headline.name());
  const std::vector<JudgedRun> judged = judged_on(kind, runs);
  std::vector<Ranked> all;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Dict object;
    object.set("name", Value::str(runs[i].name));
    object.set("entries", Value::integer(static_cast<std::int64_t>(judged[i].size())));
    object.set("categories", categories_of(judged[i]));
    all.push_back({parts_of(std::move(object), headline, weighted.score, RunScores(judged[i])),
                   std::move(scores[i])});
  }
  const Value* rows = find_member(arguments, "rows");
  if (rows != nullptr && !rows->is_none() && !rows->is_list()) {
    return wrong("`rows` must be a list of objects {column: share}");
  }
  for (const Value& given : rows != nullptr && rows->is_list() ? rows->items() : List()) {
    BFCLX_ASSIGN_OR_RETURN(const TableRow row, table_row(given));
    const RowScores of_row(official, row);
    all.push_back({parts_of({}, headline, weighted.score, of_row),
                   row_score(of_row, weighted.score, kind, headline.name())});
  }
  rank(all, runs, weighted.score,
       ranked_key(all, runs.size(), kind, headline.name(), weighted.score.tags != nullptr));
  return dict_of({{"leaderboard", headline.name()},
                  {"basis", kind == BasisKind::kPartial ? "own" : basis_name(kind)},
                  {"rank_text", kRankRangeText},
                  {"runs", Value::list(objects_of(all, 0, runs.size()))},
                  {"rows", Value::list(objects_of(all, runs.size(), all.size()))}});
}

constexpr Call kCalls[] = {{"overallScores", overall_scores_call}};

}  // namespace

std::span<const Call> overall_calls() { return kCalls; }

}  // namespace bfclx::api
