#include "core/statistics/score_estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/statistics/overall.h"

namespace bfclx {
namespace {

// A sample of clusters of one entry each: by category, which entries each run passes.
ClusterSample sample_of(const std::vector<std::vector<std::vector<int>>>& categories) {
  ClusterSampleBuilder builder(categories.size(), categories[0][0].size());
  for (std::size_t c = 0; c < categories.size(); ++c) {
    for (std::size_t i = 0; i < categories[c].size(); ++i) {
      bool right[8] = {};
      for (std::size_t run = 0; run < categories[c][i].size(); ++run) {
        right[run] = categories[c][i][run] != 0;
      }
      builder.add("stratum " + std::to_string(c), std::to_string(i), c,
                  {right, categories[c][i].size()});
    }
  }
  return std::move(builder).build();
}

std::vector<std::vector<int>> entries_of(std::size_t count, const std::vector<int>& runs) {
  return std::vector<std::vector<int>>(count, runs);
}

TEST(EstimateScore, OfOneCategoryIsItsAccuracy) {
  auto entries = entries_of(13, {1});
  for (int i = 0; i < 7; ++i) entries.push_back({0});
  const ScoreEstimate estimate = estimate_score(sample_of({entries}), std::vector<double>{1}, 0);
  EXPECT_NEAR(estimate.value, 0.65, 1e-12);
  EXPECT_NEAR(estimate.standard_error, std::sqrt(0.65 * 0.35 / 19), 1e-12);
  EXPECT_NEAR(estimate.interval.low, wilson_range(0.65, 20).low, 1e-12);
}

// Whatever is all right, all wrong, or one entry: never +- 0, never 1 to 1.
TEST(EstimateScore, NeverVanishes) {
  for (const std::size_t entries : {1, 2, 16, 400}) {
    for (const int right : {0, 1}) {
      SCOPED_TRACE(std::to_string(entries) + (right != 0 ? " right" : " wrong"));
      const ClusterSample sample =
          sample_of({entries_of(entries, {right}), entries_of(entries, {right})});
      const ScoreEstimate estimate = estimate_score(sample, std::vector<double>{0.5, 0.5}, 0);
      EXPECT_EQ(estimate.value, right);
      EXPECT_GT(estimate.standard_error, 0);
      EXPECT_GT(estimate.interval.high - estimate.interval.low, 0.2 / static_cast<double>(entries));
      EXPECT_LE(estimate.interval.low, estimate.value);
      EXPECT_GE(estimate.interval.high, estimate.value);
    }
  }
}

// A lone cluster of several entries, and clusters that are all alike.
TEST(EstimateScore, OfAlikeClusters) {
  ClusterSampleBuilder one(1, 1);
  ClusterSampleBuilder alike(1, 1);
  for (const bool right : {true, false, true, false}) {
    one.add("s", "a", 0, {&right, 1});
    for (const char* cluster : {"a", "b", "c"}) alike.add("s", cluster, 0, {&right, 1});
  }
  const ScoreEstimate lone = estimate_score(std::move(one).build(), std::vector<double>{1}, 0);
  EXPECT_EQ(lone.interval.low, 0);
  EXPECT_EQ(lone.interval.high, 1);
  const ScoreEstimate same = estimate_score(std::move(alike).build(), std::vector<double>{1}, 0);
  EXPECT_GT(same.standard_error, 0.05);
  EXPECT_LT(same.interval.low, 0.4);
}

TEST(EstimateDifference, NeverVanishes) {
  struct Case {
    std::size_t entries;
    std::vector<int> runs;
    double value;
    bool sure;
  };
  const Case cases[] = {{30, {1, 1}, 0, false},
                        {30, {0, 0}, 0, false},
                        {1, {0, 1}, 1, false},
                        {2, {0, 1}, 1, false},
                        {30, {0, 1}, 1, true}};
  for (const Case& one : cases) {
    const ClusterSample sample = sample_of({entries_of(one.entries, one.runs)});
    const ScoreEstimate estimate = estimate_difference(sample, std::vector<double>{1}, 0, 1);
    EXPECT_EQ(estimate.value, one.value);
    EXPECT_GT(estimate.standard_error, 0);
    EXPECT_EQ(sure_sign(estimate.value, estimate.standard_error) != 0, one.sure) << one.entries;
  }
}

TEST(EstimateDifference, OfMixedEntriesIsTheUsualError) {
  auto entries = entries_of(20, {1, 1});
  for (int i = 0; i < 10; ++i) entries.push_back({i % 2, 1});
  const ClusterSample sample = sample_of({entries});
  const std::vector<double> weights = {1};
  EXPECT_NEAR(estimate_difference(sample, weights, 0, 1).standard_error,
              difference_standard_error(sample, weights, 0, 1), 1e-12);
  EXPECT_EQ(least_difference_error(sample, weights, 0, 1), 0);
}

// Many pairs at a time give the very bits that each has alone: clusters of one cell and of several,
// a lone cluster, categories that weigh nothing, runs that are equal.
TEST(PairErrors, AreThoseOfEachPair) {
  constexpr std::size_t kRuns = 7;
  RandomSource random(3);
  ClusterSampleBuilder builder(5, kRuns);
  for (std::size_t i = 0; i < 150; ++i) {
    const std::string stratum = i == 0 ? "alone" : i % 3 == 0 ? "episodes" : "calls";
    for (std::size_t j = i % 3 == 0 ? 3 : 1; j > 0; --j) {
      std::uint32_t right[kRuns] = {};
      for (std::uint32_t& one : right) one = random.below(4);
      right[6] = right[2];
      builder.add(stratum, std::to_string(i), random.below(5), 3, right);
    }
  }
  const std::vector<std::uint32_t> same(kRuns, 1);
  for (const char* cluster : {"a", "b", "c"}) builder.add("all alike", cluster, 1, 2, same);
  const ClusterSample sample = std::move(builder).build();
  const std::vector<double> weights = {0.3, 0.21, 0, 0.4, 0.09};
  const std::vector<double> errors = pair_errors(sample, weights);
  std::size_t next = 0;
  for (std::size_t a = 0; a < kRuns; ++a) {
    for (std::size_t b = a + 1; b < kRuns; ++b) {
      EXPECT_EQ(errors.at(next++), estimate_difference(sample, weights, a, b).standard_error);
    }
  }
  EXPECT_EQ(next, errors.size());
}

TEST(SimultaneousQuantile, Grows) {
  EXPECT_NEAR(simultaneous_quantile(1), kZ95, 1e-12);
  double last = 0;
  for (const std::size_t comparisons : {1, 2, 3, 4, 10, 100, 1000, 10000, 1000000}) {
    EXPECT_GE(simultaneous_quantile(comparisons), last);
    last = simultaneous_quantile(comparisons);
  }
  EXPECT_NEAR(simultaneous_quantile(3), 2.3877, 1e-3);
}

TEST(SimultaneousRanks, OfScoresMeasuredApart) {
  const std::vector<double> scores = {0.50, 0.90, 0.52, 0.50};
  std::vector<std::optional<double>> errors(4, 0.02);
  const std::vector<RankRange> ranges = simultaneous_ranks(scores, errors);
  ASSERT_EQ(ranges.size(), 4u);
  EXPECT_EQ(ranges[1].rank, 1u);
  EXPECT_EQ(ranges[1].high, 1u);
  EXPECT_EQ(ranges[2].rank, 2u);
  EXPECT_EQ(ranges[0].rank, 3u);
  EXPECT_EQ(ranges[3].rank, 3u);
  for (const std::size_t i : {0, 2, 3}) {
    EXPECT_EQ(ranges[i].low, 2u);
    EXPECT_EQ(ranges[i].high, 4u);
  }
  // 2.2 errors apart: two runs are told apart, four are not.
  const std::vector<double> close = {0.5, 0.5 + 2.2 * 0.02 * std::sqrt(2.0)};
  EXPECT_EQ(simultaneous_ranks(close, std::span(errors).first(2))[1].high, 1u);
  const std::vector<double> more = {close[0], close[1], 0.1, 0.9};
  EXPECT_EQ(simultaneous_ranks(more, errors)[1].high, 3u);
  errors[1] = std::nullopt;  // of one whose error is not known nothing is sure
  EXPECT_EQ(simultaneous_ranks(scores, errors)[1].high, 4u);
  EXPECT_EQ(simultaneous_ranks(scores, errors)[0].low, 1u);
  EXPECT_TRUE(simultaneous_ranks({}, {}).empty());
}

// Ranks of equal runs: a false one in about 5 of 100 samples, however many runs there are.
TEST(SimultaneousRanks, HoldTogether) {
  RandomSource random(3);
  constexpr int kTrials = 200;
  int wrong = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<std::vector<int>> entries;
    for (int i = 0; i < 150; ++i) {
      std::vector<int> runs;
      for (int run = 0; run < 8; ++run) runs.push_back(random.below(10) < 6 ? 1 : 0);
      entries.push_back(runs);
    }
    const ClusterSample sample = sample_of({entries});
    const std::vector<double> weights = {1};
    const Replicates replicates = bootstrap_scores(sample, weights, 300, 1);
    for (const RankRange& range : simultaneous_ranks(sample, weights, replicates)) {
      if (range.low == 1 && range.high == 8) continue;
      ++wrong;
      break;
    }
  }
  EXPECT_LE(wrong, 22);  // each by itself would be wrong in more than half
  EXPECT_GE(wrong, 2);
}

TEST(SimultaneousRanks, OfRunsOnTheSameEntries) {
  // Both move together, so that a small difference is sure.
  auto entries = entries_of(60, {0, 0});
  for (int i = 0; i < 60; ++i) entries.push_back({1, 1});
  for (int i = 0; i < 12; ++i) entries.push_back({0, 1});
  const ClusterSample sample = sample_of({entries});
  const std::vector<double> weights = {1};
  const auto ranges =
      simultaneous_ranks(sample, weights, bootstrap_scores(sample, weights, 500, 1));
  EXPECT_EQ(ranges[0].low, 2u);
  EXPECT_EQ(ranges[1].high, 1u);
  // One entry tells nothing.
  const ClusterSample lone = sample_of({entries_of(1, {0, 1})});
  const auto unsure = simultaneous_ranks(lone, weights, bootstrap_scores(lone, weights, 500, 1));
  EXPECT_EQ(unsure[0].low, 1u);
  EXPECT_EQ(unsure[0].high, 2u);
}

}  // namespace
}  // namespace bfclx
