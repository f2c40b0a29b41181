#include "core/statistics/overall.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/statistics/tagged_sample.h"

namespace bfclx {
namespace {

void add_weights(const ScorePart& score, double weight,
                 std::map<const Category*, double>& by_category) {
  if (score.combining == Combining::kCategory) {
    if (const Category* category = find_category(score.name)) by_category[category] += weight;
    return;
  }
  for (const ScorePart& part : score.parts) {
    add_weights(part, weight * share_in(score, part), by_category);
  }
}

}  // namespace

std::vector<CategoryWeight> category_weights(const ScorePart& score) {
  std::map<const Category*, double> by_category;
  add_weights(score, 1, by_category);
  std::vector<CategoryWeight> weights;
  weights.reserve(by_category.size());
  for (const auto& [category, weight] : by_category) weights.push_back({category, weight});
  return weights;
}

ScoreWeights score_weights(const ScorePart& score) { return {category_weights(score), score.tags}; }

// --- Runs ---------------------------------------------------------------------------------------

RunScores::RunScores(const JudgedRun& run) : run_(run) {
  for (const JudgedEntry& entry : run) ++known_[entry.category].entries;
  std::size_t next = 0;
  for (auto& [category, known] : known_) known.number = next++;
  ClusterSampleBuilder builder(known_.size(), 1);
  for (const JudgedEntry& entry : run) {
    builder.add(stratum_of(*entry.category), cluster_of(*entry.category, entry.id),
                known_[entry.category].number, {&entry.right, 1});
  }
  sample_ = std::move(builder).build();
  for (auto& [category, known] : known_) {
    known.accuracy =
        static_cast<double>(sample_.right_of(known.number, 0)) / static_cast<double>(known.entries);
  }
}

RunScores::Covered RunScores::covered(const ScorePart& score) const {
  Covered result;
  std::vector<double> by_number(known_.size());
  for (const CategoryWeight& one : category_weights(score)) {
    if (one.weight <= 0) continue;
    const auto known = known_.find(one.category);
    if (known == known_.end()) {
      result.missing.push_back(one.category);
      continue;
    }
    by_number[known->second.number] = one.weight;
    result.weight += one.weight;
    result.entries += known->second.entries;
  }
  if (score.tags != nullptr) {
    const TaggedSample tagged = tagged_sample(*score.tags, run_);
    result.weight = tagged.weight;
    result.entries = tagged.entries;
    result.estimate = estimate_score(tagged.sample, tagged.shares, 0);
    return result;
  }
  result.estimate = estimate_score(sample_, by_number, 0);
  return result;
}

PartScore RunScores::of(const ScorePart& part) const {
  ComposedScore composed = compose(part, [this](const ScorePart& asked) {
    std::optional<KnownScore> score;
    if (asked.combining != Combining::kCategory) return score;
    const auto place = known_.find(find_category(asked.name));
    if (place != known_.end()) score = {place->second.accuracy, std::nullopt};
    return score;
  });
  PartScore result;
  result.official = composed.official;
  result.missing = std::move(composed.missing);
  if (part.tags != nullptr) {
    result.official = covered(part).estimate.value;
    result.missing.clear();  // categories: an entry counts by its tag
    for (const std::string_view tag : missing_tags(*part.tags, run_)) result.missing.push_back(tag);
  }
  if (!result.complete()) return result;
  const ScoreEstimate estimate = covered(part).estimate;
  result.standard_error = estimate.standard_error;
  result.interval = estimate.interval;
  return result;
}

// --- Rows of tables -----------------------------------------------------------------------------

RowScores::RowScores(const ScorePart& overall, const TableRow& row) : overall_(overall), row_(row) {
  const std::optional<double> whole = known(overall);
  if (!whole) return;
  const ScorePart* unknown = nullptr;
  double rest = 0;
  for (const ScorePart& part : overall.parts) {
    const PartScore score = of(part);
    if (score.complete()) {
      rest += share_in(overall, part) * score.official;
      continue;
    }
    if (unknown != nullptr || has_gap(part)) return;
    unknown = &part;
  }
  if (unknown == nullptr) return;
  derived_name_ = unknown->name;
  derived_ = std::clamp((*whole - rest) / share_in(overall, *unknown), 0.0, 1.0);
}

std::optional<double> RowScores::known(const ScorePart& part) const {
  if (!derived_name_.empty() && part.name == derived_name_) return derived_;
  const auto place = row_.find(part.column);
  return place == row_.end() ? std::nullopt : place->second;
}

// Whether a column of the part, or of one inside, stands there without a number: the official
// overall score counts it as 0.
bool RowScores::has_gap(const ScorePart& part) const {
  const auto place = row_.find(part.column);
  if (place != row_.end() && !place->second) return true;
  return std::any_of(part.parts.begin(), part.parts.end(),
                     [this](const ScorePart& inner) { return has_gap(inner); });
}

// `numbered`: whether the column above has a number, which is that of parts without a column too,
// unless a column beside them has none.
void RowScores::add_covered(const ScorePart& part, double weight, bool numbered,
                            Covered& covered) const {
  const auto place = row_.find(part.column);
  if (place != row_.end()) numbered = place->second.has_value();
  const bool gap = has_gap(part);
  if (place == row_.end() && gap) numbered = false;
  if (numbered && !gap) {
    covered.weight += weight;
    return;
  }
  if (part.parts.empty()) covered.missing.push_back(part.name);
  for (const ScorePart& inner : part.parts) {
    add_covered(inner, weight * share_in(part, inner), numbered, covered);
  }
}

RowScores::Covered RowScores::covered() const {
  Covered covered;
  add_covered(overall_, 1, true, covered);
  return covered;
}

// False when the accuracy of a category cannot be told.
bool RowScores::add_cells(const ScorePart& part, double weight, std::optional<double> above,
                          std::vector<TableCell>& cells) const {
  const bool whole = part.name == overall_.name;
  const std::optional<double> own = whole ? std::nullopt : known(part);
  const std::optional<double> accuracy = own ? own : above;
  if (part.combining == Combining::kCategory) {
    const Category* category = find_category(part.name);
    if (category == nullptr || !accuracy) return false;
    cells.push_back({category, weight, *accuracy, category->size});
    return true;
  }
  return std::all_of(part.parts.begin(), part.parts.end(), [&](const ScorePart& inner) {
    return add_cells(inner, weight * share_in(part, inner), accuracy, cells);
  });
}

PartScore RowScores::of(const ScorePart& part) const {
  ComposedScore composed = compose(part, [this](const ScorePart& asked) {
    std::optional<KnownScore> score;
    if (const std::optional<double> value = known(asked)) score = {*value, std::nullopt};
    return score;
  });
  PartScore result;
  result.official = composed.official;
  result.missing = std::move(composed.missing);
  result.derived = !derived_name_.empty() && part.name == derived_name_;
  std::vector<TableCell> cells;
  if (!result.complete() || !add_cells(part, 1, std::nullopt, cells)) return result;
  result.standard_error = table_standard_error(cells);
  const double half = kZ95 * *result.standard_error;
  result.interval = {std::max(0.0, result.official - half), std::min(1.0, result.official + half)};
  return result;
}

}  // namespace bfclx
