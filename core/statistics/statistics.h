// How sure a score is: standard errors, intervals, ranks, and what a run can show at all.
//
// Entries of a benchmark are taken as a sample of the tasks of their kind, and entries that share a
// scenario, a question or function docs as one draw of it (a cluster). All intervals are of 95 %.
#ifndef BFCLX_CORE_STATISTICS_STATISTICS_H_
#define BFCLX_CORE_STATISTICS_STATISTICS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/category.h"
#include "core/statistics/resampling.h"

namespace bfclx {

inline constexpr double kZ95 = 1.959963984540054;  // 97.5 % quantile of the normal distribution
inline constexpr double kZPower80 = 0.841621233572914;  // its 80 % quantile

// 97.5 % quantile of Student's t distribution with so many degrees of freedom (at least 1), to 0.2
// % (Cornish and Fisher's expansion about the normal quantile; the first two are exact).
double t95(std::size_t degrees);

// Low and high end, in the unit of what it is about.
struct Range {
  double low = 0;
  double high = 0;
};

// What an entry depends on together with others, as a key that tells clusters of all categories
// apart: "multi_turn:12" for the four variants of a scenario, "memory:3-customer-3" for the three
// backends, "web_search:7" for both modes, "live_simple:5" for live ids a-5-c (the same function
// docs), and for format_sensitivity the entry behind it, "format_sensitivity:live_simple_3-5-0".
// Any other entry is a cluster of its own.
std::string cluster_of(const Category& category, std::string_view id);
// Categories that share clusters make one stratum: "multi_turn", "memory", "web_search"; each other
// category is its own.
std::string_view stratum_of(const Category& category);

// Entries of one cluster in one category, and how many are right.
struct ClusterCount {
  std::uint32_t entries = 0;
  std::uint32_t right = 0;
};

// An accuracy from 0 to 1.
struct Accuracy {
  std::size_t entries = 0;
  std::size_t right = 0;
  std::size_t clusters = 0;
  double share = 0;  // 0 when there are no entries
  // Of the share, clusters respected: sqrt(G / (G - 1) * sum(residual sum of each cluster ^ 2)) /
  // entries, as a regression on a constant with clustered errors gives it. Where that is 0, as all
  // or no entries are right, or there is one cluster: what the interval stands for. 0 with nothing.
  double standard_error = 0;
  // How many times the variance is that of as many independent entries (1 without clusters).
  double design_effect = 1;
  // Wilson's, with as many entries as the design effect leaves (at most those there are; when all
  // are right or wrong, the clusters) and, because that is estimated from the clusters, Student's t
  // with one degree of freedom less than there are clusters in place of 1.96 (Dean and Pagano
  // 2015); the whole range from 0 to 1 when there is nothing.
  Range interval{0, 1};
};
Accuracy clustered_accuracy(std::span<const ClusterCount> clusters);

// The interval of such a share, or of a weighted mean of shares over the same clusters.
Range clustered_range(double share, double standard_error, std::size_t entries,
                      std::size_t clusters);

// Wilson's score interval for `share` of `entries`, which need not be whole. `quantile`: how many
// standard errors each side has.
Range wilson_range(double share, double entries, double quantile = kZ95);

// Difference of two shares on the same entries from cluster sums. For each cluster its entries and
// the sum of (right in B) - (right in A).
struct DifferenceCount {
  std::uint32_t entries = 0;
  std::uint32_t gained = 0;  // entries right in B alone
  std::uint32_t lost = 0;    // right in A alone
};
struct Difference {
  double value = 0;
  double standard_error = 0;  // clustered, as above; where that is 0, the interval's
  // Bonett and Price (2012): two entries are added, one gained and one lost, which keeps the
  // interval honest where few entries flip; entries are counted as the design effect leaves them.
  Range interval{-1, 1};
};
Difference clustered_difference(std::span<const DifferenceCount> clusters);

// Standard error of sum(weights[c] * accuracy[c]) of one run of the sample, or of the difference
// run B - run A, in closed form (linearised; what the bootstrap converges to).
double score_standard_error(const ClusterSample& sample, std::span<const double> weights,
                            std::size_t run);
double difference_standard_error(const ClusterSample& sample, std::span<const double> weights,
                                 std::size_t run_a, std::size_t run_b);

// The 2.5 % and 97.5 % quantiles of values in any order (linear between ranks, as NumPy does by
// default); {0, 0} when there are none.
Range percentile_range(std::vector<double> values);
double standard_deviation(std::span<const double> values);  // divisor n - 1; 0 below two values

// The difference that a comparison with this standard error shows in 80 of 100 repetitions at the
// 5 % level: (1.96 + 0.84) * standard error.
double smallest_detectable_difference(double standard_error_of_difference);
// The same before anything is scored: of two runs over these entries, each on its own, that
// disagree on this share of them. At most the share, as no difference is larger; and the entries
// that it takes to show a difference, of at most that share.
double planned_detectable_difference(std::size_t entries, double disagreement);
std::size_t entries_to_detect(double difference, double disagreement);

// Ranks from 1; score_estimate.h says which differences are sure. `low` is one more than the number
// of others that are surely better, `high` the number of all less those that are surely worse.
struct RankRange {
  std::size_t rank = 1;  // by the scores alone, ties share the better rank
  std::size_t low = 1;
  std::size_t high = 1;
};
// `surely(i, j)`: 1 when i is surely better than j, -1 when worse, else 0.
std::vector<RankRange> rank_ranges(std::span<const double> scores,
                                   const std::function<int(std::size_t, std::size_t)>& surely);
// Where a table of all pairs of so many runs has two different ones.
inline std::size_t pair_place(std::size_t i, std::size_t j, std::size_t runs) {
  const std::size_t first = i < j ? i : j;
  return first * runs - first * (first + 1) / 2 + (i < j ? j : i) - first - 1;
}
// 1, -1 or 0 for a difference that is surely above 0, below, or neither: further from it than
// `quantile` times its standard error.
int sure_sign(double difference, double standard_error, double quantile = kZ95);

// A category of a table that gives no entries: its weight in the score, its accuracy (0 to 1) and
// its number of entries.
struct TableCell {
  const Category* category = nullptr;
  double weight = 0;
  double accuracy = 0;
  std::size_t entries = 0;
};
// Standard error of a table's score sum(weight * accuracy). Categories that share clusters are
// taken to go fully together, which is careful: it can only be too large. Never 0 where a category
// has entries.
double table_standard_error(std::span<const TableCell> cells);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_STATISTICS_H_
