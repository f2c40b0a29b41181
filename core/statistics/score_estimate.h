// Scores and differences of scores with errors and intervals that are never 0, and the ranks that
// follow from them.
//
// Where all entries of a stratum passed, or all failed, or where it is one cluster, the usual error
// is 0 and says nothing. There the error is that of Wilson's interval for as many entries as there
// are clusters; for differences that of Bonett and Price.
#ifndef BFCLX_CORE_STATISTICS_SCORE_ESTIMATE_H_
#define BFCLX_CORE_STATISTICS_SCORE_ESTIMATE_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/statistics/resampling.h"
#include "core/statistics/statistics.h"

namespace bfclx {

struct ScoreEstimate {
  double value = 0;           // sum(weights[c] * accuracy[c])
  double standard_error = 0;  // above 0 where any weight is
  // Of a score: those of the strata put together as distances from their values (Zou and Donner
  // 2008), within 0 and the sum of the weights. Of a difference: value +- 1.96 errors.
  Range interval;
};
// `weights`: one for each category of the sample. The value alone, and with its error.
double score_of(const ClusterSample& sample, std::span<const double> weights, std::size_t run);
ScoreEstimate estimate_score(const ClusterSample& sample, std::span<const double> weights,
                             std::size_t run);
// A score in which an entry counts values[j] where run j of the sample passes it, the sum within 0
// and 1.
struct MeasureEstimate {
  double value = 0;           // sum(weights[c] * mean[c])
  double variance = 0;        // usual, clusters respected; 0 where nothing varies
  double standard_error = 0;  // above 0 where any weight is
  // How far the intervals of strata in which nothing varies reach, which a bootstrap does not see.
  double least_below = 0;
  double least_above = 0;
};
MeasureEstimate estimate_measure(const ClusterSample& sample, std::span<const double> weights,
                                 std::span<const double> values);
// Run B - run A.
ScoreEstimate estimate_difference(const ClusterSample& sample, std::span<const double> weights,
                                  std::size_t run_a, std::size_t run_b);
// The mean of some runs less that of others: sum(values[j] * score of run j), whose values add up
// to 0.
struct ContrastEstimate {
  double value = 0;
  double standard_error = 0;
  double least_error = 0;  // the part of it that stands where the usual one is 0
};
ContrastEstimate estimate_contrast(const ClusterSample& sample, std::span<const double> weights,
                                   std::span<const double> values);
// The part of the error of run B - run A that stands where the usual one is 0.
double least_difference_error(const ClusterSample& sample, std::span<const double> weights,
                              std::size_t run_a, std::size_t run_b);

// Errors of the differences of all runs, by pair_place.
std::vector<double> pair_errors(const ClusterSample& sample, std::span<const double> weights);

// Pairs of so many runs, the comparisons of a ranking; at least 1.
std::size_t pairs_of(std::size_t runs);
// How many standard errors each of so many comparisons allows so that all of them hold together in
// 95 of 100 cases (Sidak): 1.96 for one, 2.39 for three.
double simultaneous_quantile(std::size_t comparisons);

// Rank ranges that hold jointly with 95 % confidence. One run is above another where the
// difference exceeds its error by more than the largest such ratio of all pairs does in 95 of 100
// bootstrap draws. Scores are those of `replicates`' runs.
std::vector<RankRange> simultaneous_ranks(const ClusterSample& sample,
                                          std::span<const double> weights,
                                          const Replicates& replicates);
// The same of scores that were measured apart, each with its standard error; of one without,
// nothing is sure.
std::vector<RankRange> simultaneous_ranks(std::span<const double> scores,
                                          std::span<const std::optional<double>> errors);

// What every view says beside rank ranges.
inline constexpr std::string_view kRankRangeText =
    "All rank ranges hold jointly with 95 % confidence.";

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_SCORE_ESTIMATE_H_
