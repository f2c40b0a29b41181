#include "core/statistics/headline_score.h"

#include <algorithm>
#include <vector>

#include "core/statistics/basis.h"

namespace bfclx {

struct HeadlineScore::Own {
  std::vector<ScorePart> parts;
  ScorePart score;
  std::shared_ptr<const TagGroups> tags;
};

HeadlineScore::HeadlineScore(std::span<const std::pair<const Category*, std::size_t>> entries,
                             std::shared_ptr<const TagGroups> tags)
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
  own->score.tags = tags.get();
  own->tags = std::move(tags);
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

NamedVersion translated_version(const NamedVersion& version) {
  constexpr std::string_view kNames[] = {"v1 (translated)", "v2 (translated)",
                                         "v3_executable (translated)", "v3 (translated)",
                                         "v4 (translated)"};
  return {kNames[static_cast<std::size_t>(version.version)], version.version};
}

NamedVersion version_of(const DatasetFiles& dataset, const NamedVersion& version) {
  const OwnBenchmark* own = dataset.own_benchmark();
  return own != nullptr && own->translation != nullptr ? translated_version(version) : version;
}

namespace {

// Whether all entries of the source are translated, and those are all categories that count.
bool is_whole(const std::vector<std::pair<const Category*, std::size_t>>& entries,
              const Translation& translation, LeaderboardVersion version) {
  if (entries != translation.entries) return false;
  return std::all_of(categories().begin(), categories().end(), [&](const Category& category) {
    return !counts_in(category, version) ||
           std::any_of(entries.begin(), entries.end(),
                       [&](const auto& one) { return one.first == &category; });
  });
}

}  // namespace

HeadlineScore headline_score(const DatasetFiles& dataset, const NamedVersion& asked) {
  const OwnBenchmark* own = dataset.own_benchmark();
  const NamedVersion version = version_of(dataset, asked);
  if (own == nullptr || asked.version != LeaderboardVersion::kV4) return version;
  const auto entries = dataset.own_entries();
  if (own->translation != nullptr && is_whole(entries, *own->translation, asked.version)) {
    return version;
  }
  return entries.empty() ? HeadlineScore(version) : HeadlineScore(entries, dataset.tag_groups());
}

}  // namespace bfclx
