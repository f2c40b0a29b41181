#include "core/statistics/headline_score.h"

#include <algorithm>
#include <vector>

#include "core/statistics/basis.h"

namespace bfclx {

struct HeadlineScore::Own {
  std::vector<ScorePart> parts;
  ScorePart score;
};

HeadlineScore::HeadlineScore(std::span<const std::pair<const Category*, std::size_t>> entries)
    : version_{kOwnScore, LeaderboardVersion::kV4} {
  auto own = std::make_shared<Own>();
  for (const auto& [category, count] : entries) {
    own->parts.push_back({.name = category->name,
                          .column = {},
                          .combining = Combining::kCategory,
                          .weight = static_cast<double>(count)});
  }
  own->score = {
      .name = "Accuracy", .column = {}, .combining = Combining::kByEntries, .parts = own->parts};
  own_ = std::move(own);
}

const ScorePart& HeadlineScore::score() const {
  if (const Own* own = own_.get(); own != nullptr) return own->score;
  return overall_score(version_.version);
}

std::string_view HeadlineScore::name() const { return version_.name; }

bool HeadlineScore::counts(const Category& category) const {
  if (own_ == nullptr) return counts_in(category, version_.version);
  return std::any_of(own_->parts.begin(), own_->parts.end(),
                     [&](const ScorePart& part) { return part.name == category.name; });
}

HeadlineScore headline_score(const DatasetFiles& dataset, const NamedVersion& asked) {
  if (dataset.own_benchmark() == nullptr || asked.version != LeaderboardVersion::kV4) return asked;
  const auto entries = dataset.own_entries();
  return entries.empty() ? HeadlineScore(asked) : HeadlineScore(entries);
}

}  // namespace bfclx
