// A ranking of models of which some have repeats: each has one row, and repeats count by their
// mean.
#ifndef BFCLX_CORE_STATISTICS_MEAN_RANKING_H_
#define BFCLX_CORE_STATISTICS_MEAN_RANKING_H_

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/statistics/repeats.h"
#include "core/statistics/score_estimate.h"

namespace bfclx {

// The runs of a model, as indices of the caller's.
struct ModelOfRuns {
  std::vector<std::size_t> runs;
  const RepeatsAnalysis* analysis = nullptr;  // of two or more runs
};

// One row for each model, over the entries that all runs have. Without repeats it is rank_runs.
Ranking rank_means(std::span<const ScoredRun> runs, std::span<const ModelOfRuns> models,
                   const ScorePart& score, std::string_view leaderboard,
                   const ComparisonOptions& options);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_MEAN_RANKING_H_
