// Arguments of calls: scored runs and the leaderboard version.
#ifndef BFCLX_CORE_API_GIVEN_RUNS_H_
#define BFCLX_CORE_API_GIVEN_RUNS_H_

#include <string>
#include <utility>
#include <vector>

#include "core/api/module.h"
#include "core/check/executable.h"
#include "core/statistics/basis.h"
#include "core/statistics/composition.h"
#include "core/statistics/headline_score.h"

namespace bfclx::api {

// `leaderboard`; v4 when it is not given.
Result<NamedVersion> version_argument(const Value& arguments);
// The same, and where `leaderboard` is "own": the accuracy over the entries of an own benchmark,
// which are `own_entries` ({category: number of entries}), by `own_tags` ({tag: {weight, ids}},
// null for none), else those of the loaded dataset.
Result<HeadlineScore> headline_argument(Module& module, const Value& arguments);
// The second alone.
Result<HeadlineScore> own_headline_argument(Module& module, const Value& arguments);

// A run as it was given; entries are views into the arguments.
struct GivenRun {
  std::string name;
  JudgedRun judged;
  std::vector<std::pair<const Category*, std::size_t>> missing;    // entries, by category
  std::vector<std::pair<const Category*, std::size_t>> malformed;  // in the dataset, likewise
  Skips skipped{};                                                 // of the missing ones
  std::vector<std::string> skipped_entries;                        // "rest_3 (skipped_no_network)"
  std::vector<std::string> warnings;                               // texts
  std::vector<Distortion> distortions;                             // of these
  std::size_t sample = 0;
  std::string version;  // an older one that it was generated for

  ScoredRun scored() const { return {&judged, missing, sample, version, malformed}; }
};
Result<std::vector<GivenRun>> runs_argument(const Value& arguments);

}  // namespace bfclx::api

#endif  // BFCLX_CORE_API_GIVEN_RUNS_H_
