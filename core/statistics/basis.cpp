#include "core/statistics/basis.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/statistics/digits.h"
#include "core/statistics/overall.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

constexpr std::pair<BasisKind, std::string_view> kNames[] = {
    {BasisKind::kComplete, "complete"},
    {BasisKind::kPartial, "partial"},
    {BasisKind::kShared, "shared"},
    {BasisKind::kMissingAsZero, "missing_as_0"},
};

// Weights that are multiplied out add up to 1 but for their last bits.
constexpr double kWhole = 1 - 1e-9;

std::string percent_of_weight(double weight) {
  // Without printf, whose floats would be a part of the lean module.
  const auto tenths = static_cast<int>(weight * 1000 + 0.5);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " % of the weight";
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return grouped_digits(count) + " " + std::string(count == 1 ? one : many);
}

std::size_t categories_in(const ScorePart& score) { return category_weights(score).size(); }

ScoreBasis basis_of(const ScoredRun& run, const ScorePart& score, std::string_view leaderboard,
                    const RunScores::Covered& covered) {
  ScoreBasis basis;
  basis.leaderboard = leaderboard;
  basis.weight = covered.weight > kWhole ? 1 : covered.weight;
  basis.missing = covered.missing;
  basis.categories = categories_in(score) - covered.missing.size();
  basis.entries = covered.entries;
  basis.sample = run.sample;
  basis.dataset = run.dataset;
  for (const CategoryWeight& one : category_weights(score)) {
    for (const auto& [category, count] : run.missing_entries) {
      const bool absent = std::find(covered.missing.begin(), covered.missing.end(), category) !=
                          covered.missing.end();
      if (category == one.category && one.weight > 0 && !absent) basis.missing_entries += count;
    }
  }
  const bool whole = basis.missing.empty() && basis.missing_entries == 0 && basis.sample == 0;
  basis.kind = whole ? BasisKind::kComplete : BasisKind::kPartial;
  return basis;
}

// The score over what is covered, its weights divided by `weight`.
BasedScore score_over(ScoreBasis basis, const ScoreEstimate& estimate, double weight) {
  BasedScore score;
  score.basis = std::move(basis);
  if (score.basis.weight <= 0) return score;
  score.value = std::clamp(estimate.value / weight, 0.0, 1.0);
  score.standard_error = estimate.standard_error / weight;
  score.interval = {estimate.interval.low / weight, std::min(1.0, estimate.interval.high / weight)};
  return score;
}

// Entries that all runs have, of each run.
std::vector<JudgedRun> shared_entries(std::span<const ScoredRun> runs) {
  std::unordered_map<std::string_view, std::size_t> counts;
  for (const ScoredRun& run : runs) {
    for (const JudgedEntry& entry : *run.judged) ++counts[entry.id];
  }
  std::vector<JudgedRun> shared;
  for (const ScoredRun& run : runs) {
    JudgedRun& one = shared.emplace_back();
    for (const JudgedEntry& entry : *run.judged) {
      if (counts[entry.id] == runs.size()) one.push_back(entry);
    }
  }
  return shared;
}

}  // namespace

std::string_view basis_name(BasisKind kind) {
  for (const auto& [known, name] : kNames) {
    if (known == kind) return name;
  }
  return {};
}

std::optional<BasisKind> find_basis(std::string_view name) {
  for (const auto& [kind, known] : kNames) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

std::string basis_text(const ScoreBasis& basis) {
  const std::string all = "all " + counted(basis.categories, "category", "categories");
  std::string text;
  switch (basis.kind) {
    case BasisKind::kComplete:
      text = all;
      break;
    case BasisKind::kPartial:
      text = basis.missing.empty() ? all : "covers " + percent_of_weight(basis.weight);
      break;
    case BasisKind::kShared:
      text = "over the " + counted(basis.categories, "category", "categories") + " that " +
             (basis.runs == 2 ? "both" : "all " + std::to_string(basis.runs)) + " runs have, " +
             percent_of_weight(basis.weight);
      break;
    case BasisKind::kMissingAsZero:
      text = basis.missing.empty()
                 ? all
                 : "missing categories count as 0, covers " + percent_of_weight(basis.weight);
      break;
  }
  if (basis.sample > 0) {
    text += ", sample of " + counted(basis.sample, "entry", "entries");
  } else if (basis.missing_entries > 0) {
    text += ", " + counted(basis.missing_entries, "entry", "entries") + " missing";
  }
  if (!basis.dataset.empty()) text += ", generated for " + basis.dataset;
  return text;
}

std::string basis_key(const ScoreBasis& basis) {
  std::string key = std::string(basis.leaderboard) + " " + std::string(basis_name(basis.kind));
  // Runs with the same shared entries, and complete ones, have the same categories.
  const bool own = basis.kind == BasisKind::kPartial;
  if (own) {
    for (const Category* category : basis.missing) key += " -" + std::string(category->name);
    key += " " + std::to_string(basis.entries);
  }
  if (basis.sample > 0) key += " sample " + std::to_string(basis.sample);
  if (!basis.dataset.empty()) key += " " + basis.dataset;
  return key;
}

BasedScore own_score(const ScoredRun& run, const ScorePart& score, std::string_view leaderboard) {
  const RunScores::Covered covered = RunScores(*run.judged).covered(score);
  return score_over(basis_of(run, score, leaderboard, covered), covered.estimate, covered.weight);
}

BasedScore score_missing_as_zero(const ScoredRun& run, const ScorePart& score,
                                 std::string_view leaderboard) {
  const RunScores::Covered covered = RunScores(*run.judged).covered(score);
  ScoreBasis basis = basis_of(run, score, leaderboard, covered);
  basis.kind = BasisKind::kMissingAsZero;
  return score_over(std::move(basis), covered.estimate, 1);
}

std::vector<BasedScore> shared_scores(std::span<const ScoredRun> runs, const ScorePart& score,
                                      std::string_view leaderboard) {
  std::vector<BasedScore> scores;
  for (const ScoredRun& run : runs) scores.push_back(own_score(run, score, leaderboard));
  const auto complete = [](const BasedScore& one) {
    return one.basis.kind == BasisKind::kComplete;
  };
  if (runs.size() < 2 || std::all_of(scores.begin(), scores.end(), complete)) return scores;
  // What is shared with a sample is one.
  std::size_t sample = 0;
  for (const ScoredRun& run : runs) {
    if (run.sample > 0) sample = sample == 0 ? run.sample : std::min(sample, run.sample);
  }
  const std::vector<JudgedRun> shared = shared_entries(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    ScoredRun one = runs[i];
    one.judged = &shared[i];
    one.sample = sample;
    one.missing_entries = {};  // entries that one of them lacks are not shared
    scores[i] = own_score(one, score, leaderboard);
    scores[i].basis.kind = BasisKind::kShared;
    scores[i].basis.runs = runs.size();
  }
  return scores;
}

Value basis_value(const ScoreBasis& basis) {
  List missing;
  for (const Category* category : basis.missing) missing.push_back(Value::str(category->name));
  return dict_of(
      {{"kind", basis_name(basis.kind)},
       {"leaderboard", basis.leaderboard},
       {"weight", basis.weight},
       {"missing", Value::list(std::move(missing))},
       {"categories", basis.categories},
       {"entries", basis.entries},
       {"missing_entries", basis.missing_entries},
       {"sample",
        basis.sample > 0 ? Value::integer(static_cast<std::int64_t>(basis.sample)) : Value()},
       {"runs", basis.runs},
       {"dataset", basis.dataset.empty() ? Value() : Value::str(basis.dataset)},
       {"text", basis_text(basis)},
       {"key", basis_key(basis)}});
}

Value based_score_value(const BasedScore& score) {
  const bool any = score.value.has_value();
  return dict_of({{"value", any ? Value::real(*score.value) : Value()},
                  {"standard_error", any ? Value::real(score.standard_error) : Value()},
                  {"interval_95", any ? range_value(score.interval) : Value()},
                  {"basis", basis_value(score.basis)}});
}

}  // namespace bfclx
