// The score that views of a run lead with: the overall score of a version of the leaderboard, or,
// where the dataset is a benchmark of someone's own, the accuracy over its entries.
//
//   HeadlineScore headline = headline_score(dataset, v4);
//   BasedScore own = own_score({&judged}, headline.score(), headline.name());
//   score_title(own.basis.leaderboard);   // "overall v4", "accuracy"
#ifndef BFCLX_CORE_STATISTICS_HEADLINE_SCORE_H_
#define BFCLX_CORE_STATISTICS_HEADLINE_SCORE_H_

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "core/dataset/dataset_files.h"
#include "core/statistics/composition.h"

namespace bfclx {

class HeadlineScore {
 public:
  HeadlineScore() = default;
  HeadlineScore(const NamedVersion& version) : version_(version) {}  // NOLINT: implicit by design
  // Of a benchmark of someone's own: categories weigh by their entries, or these by their tags.
  // Not empty.
  explicit HeadlineScore(std::span<const std::pair<const Category*, std::size_t>> entries,
                         std::shared_ptr<const TagGroups> tags = nullptr);

  // Lives as long as a copy of this object.
  const ScorePart& score() const;
  // Of the version, or kOwnScore.
  std::string_view name() const;
  // The version, of an own benchmark the newest.
  LeaderboardVersion version() const { return version_.version; }
  bool is_own() const { return own_ != nullptr; }
  bool counts(const Category& category) const;

 private:
  struct Own;

  NamedVersion version_{};
  std::shared_ptr<const Own> own_;
};

// The version as scores of a translation are called, never by its official name: "v4 (translated)".
NamedVersion translated_version(const NamedVersion& version);
// The same where the dataset is a translation; else `version`.
NamedVersion version_of(const DatasetFiles& dataset, const NamedVersion& version);
// `asked` (version_of), unless that is v4 and the dataset is a benchmark of someone's own that has
// entries. Of a translation this is the accuracy until all categories of v4 are translated whole.
HeadlineScore headline_score(const DatasetFiles& dataset, const NamedVersion& asked);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_HEADLINE_SCORE_H_
