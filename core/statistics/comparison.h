// Two or more runs on the same entries, compared pair by pair.
//
// Only entries that the runs share are compared; what one of them lacks is counted, never taken for
// wrong. Everything is reproducible: the seed decides, natively and as WebAssembly alike.
#ifndef BFCLX_CORE_STATISTICS_COMPARISON_H_
#define BFCLX_CORE_STATISTICS_COMPARISON_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dataset/category.h"
#include "core/statistics/composition.h"
#include "core/statistics/statistics.h"
#include "core/value/value.h"

namespace bfclx {

// What a category's accuracy weighs in an overall score; the weights of a score add up to 1.
struct CategoryWeight {
  const Category* category = nullptr;
  double weight = 0;
};

// What weighs in a score: its categories, or the tags of their entries.
struct ScoreWeights {
  // NOLINTNEXTLINE: implicit by design
  ScoreWeights(std::vector<CategoryWeight> of, const TagGroups* by_tag = nullptr)
      : categories(std::move(of)), tags(by_tag) {}
  bool counts(const Category* category) const;  // in the overall score
  bool weighs(const Category* category) const;  // more than nothing

  std::vector<CategoryWeight> categories;
  const TagGroups* tags = nullptr;
};

// The verdict of one entry that counts (no superseded response, no unknown id). Ids are those of
// the dataset; the views must outlive what is made of them.
struct JudgedEntry {
  std::string_view id;
  const Category* category = nullptr;
  bool right = false;
  std::string_view error_type;  // empty when right
};
using JudgedRun = std::vector<JudgedEntry>;

// --- Tests --------------------------------------------------------------------------------------

// McNemar's test of entries that flipped, as the exact two-sided binomial test: `gained` and `lost`
// are as likely when the runs are equally good. `mid_p` counts the observed split half, which is
// less careful; 1 for both without flips.
struct McNemar {
  double p = 1;
  double mid_p = 1;
};
McNemar mcnemar_test(std::size_t gained, std::size_t lost);

// The same with entries that depend on each other: the sums (gained - lost) of whole clusters keep
// or change their sign together. Exact, two-sided; McNemar's p when every sum is 1 or -1.
double cluster_sign_test(std::span<const int> sums);

struct ComparisonOptions {
  std::size_t replicates = 4000;  // of the bootstrap, and of the signs that are drawn
  std::uint64_t seed = 1;
};

// Two-sided: how often sums of the differences with drawn signs are at least as far from 0 as their
// sum, (1 + as extreme) / (1 + drawn). One difference for each cluster, without those that are 0.
double drawn_sign_test(std::span<const double> differences, const ComparisonOptions& options);

// Holm's step-down adjustment, in the order of the input.
std::vector<double> holm_adjusted(std::span<const double> p_values);

// --- A against B --------------------------------------------------------------------------------

struct CategoryComparison {
  const Category* category = nullptr;
  bool counts = false;      // in the overall score that is compared
  std::size_t entries = 0;  // that both runs have
  std::size_t clusters = 0;
  std::size_t a_right = 0;
  std::size_t b_right = 0;
  std::size_t gained = 0;  // right in B alone
  std::size_t lost = 0;    // right in A alone
  std::size_t only_a = 0;  // entries that B lacks
  std::size_t only_b = 0;
  Difference difference;  // B - A, as a share
  McNemar mcnemar;
  double cluster_p = 1;  // cluster_sign_test
  double holm_p = 1;     // cluster_p adjusted over the categories of the comparison
};

// sum(weight * accuracy) over the categories, or tags, that both runs have, divided by the weight
// that they make up: 1 when nothing is missing.
struct OverallComparison {
  double weight = 0;                     // 0: nothing of the score is there, the rest means nothing
  std::vector<const Category*> missing;  // that weigh in the score, and the runs do not share
  double a = 0;
  double b = 0;
  double difference = 0;      // b - a
  double standard_error = 0;  // in closed form, clusters respected
  Range interval;             // stratified cluster bootstrap, percentiles
  double p = 1;  // two-sided, of drawn signs of whole clusters: (1 + as extreme) / (1 + drawn)
  double least_p = 0;              // so many draws give no smaller p: 1 / (1 + drawn)
  double holm_p = 1;               // p adjusted over all comparisons shown, see adjust_overall
  std::size_t compared = 1;        // these
  double smallest_detectable = 0;  // see statistics.h
  // Where the interval leaves out 0 and p does not tell the runs apart: the category that weighs,
  // has flips and so few clusters that the bootstrap sees too little spread; else nullptr.
  const Category* narrowed_by = nullptr;
  std::size_t narrowed_clusters = 0;
};

// The interval of a bootstrap with the error of strata in which nothing varies, which the bootstrap
// draws as if they were certain. Within -1 and 1.
Range widened_range(const Range& drawn, double difference, double least_error);

struct Flip {
  std::string_view id;
  const Category* category = nullptr;
  std::string_view error_type;  // of the run in which it is wrong
};

// Entries wrong in both runs, for another reason.
struct ErrorChange {
  std::string_view from;
  std::string_view to;
  std::size_t count = 0;
  std::string_view example;  // an id
};

struct Comparison {
  std::vector<CategoryComparison> categories;  // in the official order
  OverallComparison overall;
  // All entries of categories that count in the overall score, each weighing the same.
  std::size_t entries = 0;
  std::size_t a_right = 0;
  std::size_t b_right = 0;
  McNemar mcnemar;
  std::vector<Flip> gained;  // in the order of B
  std::vector<Flip> lost;
  std::vector<ErrorChange> error_changes;  // the commonest first
};

// Where a run's accuracy may not measure the model; no categories: everywhere.
struct Distortion {
  std::vector<const Category*> categories;
};
// Whether one of them is in what is compared.
bool distorts(std::span<const Distortion> distortions, const Comparison& comparison);
bool distorts(std::span<const Distortion> distortions, std::span<const Category* const> compared);

Comparison compare_runs(const JudgedRun& a, const JudgedRun& b, const ScoreWeights& weights,
                        const ComparisonOptions& options);

// Adjusts the overall p-values of comparisons that are shown together. Those that share nothing of
// the score do not count.
void adjust_overall(std::span<OverallComparison* const> overalls);
void adjust_overall(std::span<Comparison* const> comparisons);
void adjust_overall(std::span<Comparison> comparisons);

// {"overall": {...}, "entries", "a_right", "b_right", "mcnemar_p", "mcnemar_mid_p", "categories":
// [...], "gained": [{"id", "category", "error_type"}], "lost": [...], "error_changes": [{"from",
// "to", "count", "example"}]}; shares from 0 to 1, null where nothing can be told. Valid UTF-8.
Value range_value(const Range& range);                             // {"low", "high"}
Value overall_comparison_value(const OverallComparison& overall);  // "overall"
Value comparison_value(const Comparison& comparison);
std::string comparison_json(const Comparison& comparison);

// --- All runs -----------------------------------------------------------------------------------

struct RankedRun {
  double score = 0;  // as in OverallComparison, over what all runs share
  double standard_error = 0;
  Range interval;  // of the score alone
  RankRange rank;
};
struct Ranking {
  double weight = 0;            // of the score, that all runs share
  std::size_t entries = 0;      // of those, in categories that weigh in the score
  std::vector<RankedRun> runs;  // in the order of the input
};
// {"weight", "entries", "runs": [{"score", "standard_error", "interval_95", "rank", "rank_low",
// "rank_high"}]}; no runs where they share nothing that counts.
Value ranking_value(const Ranking& ranking);
std::string ranking_json(const Ranking& ranking);
// The scores of runs over what all of them share, and the errors of their differences, by
// pair_place; empty where they share nothing that counts.
struct PairedScores {
  std::vector<double> scores;
  std::vector<double> errors;
};
PairedScores paired_scores(std::span<const JudgedRun* const> runs, const ScoreWeights& weights);
Ranking rank_runs(std::span<const JudgedRun* const> runs, const ScoreWeights& weights,
                  const ComparisonOptions& options);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_COMPARISON_H_
