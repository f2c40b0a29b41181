// Entries that several runs have, and what they add to a score: what the analyses of repeats share.
#ifndef BFCLX_CORE_STATISTICS_REPEATED_ENTRIES_H_
#define BFCLX_CORE_STATISTICS_REPEATED_ENTRIES_H_

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/statistics/basis.h"
#include "core/statistics/resampling.h"

namespace bfclx {

// An entry that all runs have.
struct RepeatedEntry {
  const JudgedEntry* entry = nullptr;
  std::size_t passed = 0;
  std::size_t seen = 0;     // in so many runs
  std::vector<bool> right;  // of each
};

// In the order of the last run.
std::vector<RepeatedEntry> repeated_entries(std::span<const ScoredRun> runs);

// The entries of categories that weigh in a score.
struct RepeatedSample {
  std::vector<double> weights;  // by category of the sample, add up to 1
  ClusterSample sample;
};
// `fill` sets one flag for each column, which the sample takes for a run.
using FillColumns = std::function<void(const RepeatedEntry& entry, std::span<bool> flags)>;
RepeatedSample sample_of(const std::vector<RepeatedEntry>& entries, std::size_t columns,
                         const ScoreWeights& score, const FillColumns& fill);
// A column for each run: its verdict.
RepeatedSample sample_by_repeat(const std::vector<RepeatedEntry>& entries, std::size_t runs,
                                const ScoreWeights& score);

// Of each cluster, what it adds to the score of each run; those that add the same to all are left
// out.
std::vector<std::vector<double>> varying_clusters(const RepeatedSample& repeated);

// Variance of the score of one of the runs `first` to `last` (one past), which are repeats:
// clusters are decoded apart, so that their variances over repeats add up.
double decoding_variance(const std::vector<std::vector<double>>& clusters, std::size_t first,
                         std::size_t last);

// Of the same runs: whether their scores differ more than decoding explains, see
// RepeatsAnalysis::exchange_p.
double exchange_test(const std::vector<std::vector<double>>& clusters, std::size_t first,
                     std::size_t last, const ComparisonOptions& options);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_REPEATED_ENTRIES_H_
