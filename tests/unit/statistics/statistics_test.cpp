#include "core/statistics/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/run/scorer.h"
#include "tests/unit/statistics/reference.h"

namespace bfclx {
namespace {

TEST(Clusters, ByCategoryAndId) {
  struct Case {
    std::string_view category;
    std::string_view id;
    std::string_view cluster;
    std::string_view stratum;
  };
  constexpr Case kCases[] = {
      {"simple_python", "simple_python_3", "simple_python:simple_python_3", "simple_python"},
      {"irrelevance", "irrelevance_3", "irrelevance:irrelevance_3", "irrelevance"},
      {"live_simple", "live_simple_23-5-1", "live_simple:5", "live_simple"},
      {"live_simple", "live_simple_24-5-2", "live_simple:5", "live_simple"},
      {"live_multiple", "live_multiple_23-5-1", "live_multiple:5", "live_multiple"},
      {"live_relevance", "live_relevance_4", "live_relevance:live_relevance_4", "live_relevance"},
      {"multi_turn_base", "multi_turn_base_12", "multi_turn:12", "multi_turn"},
      {"multi_turn_long_context", "multi_turn_long_context_12", "multi_turn:12", "multi_turn"},
      {"memory_kv", "memory_kv_3-customer-3", "memory:3-customer-3", "memory"},
      {"memory_rec_sum", "memory_rec_sum_3-customer-3", "memory:3-customer-3", "memory"},
      {"web_search_base", "web_search_base_7", "web_search:7", "web_search"},
      {"web_search_no_snippet", "web_search_no_snippet_7", "web_search:7", "web_search"},
      {"format_sensitivity", "format_sensitivity_4:ret_fmt=json&x=y:live_simple_3-5-0",
       "format_sensitivity:live_simple_3-5-0", "format_sensitivity"},
      {"format_sensitivity", "odd", "format_sensitivity:odd", "format_sensitivity"},
  };
  for (const Case& one : kCases) {
    const Category& category = *find_category(one.category);
    EXPECT_EQ(cluster_of(category, one.id), one.cluster);
    EXPECT_EQ(stratum_of(category), one.stratum) << one.category;
  }
}

TEST(Wilson, AgreesWithStatsmodels) {
  const Value cases = reference("wilson");
  ASSERT_EQ(cases.items().size(), 9u);
  for (const Value& one : cases.items()) {
    const double entries = number(one, "entries");
    const Range range = wilson_range(number(one, "right") / entries, entries);
    EXPECT_NEAR(range.low, number(one, "low"), 1e-12);
    EXPECT_NEAR(range.high, number(one, "high"), 1e-12);
  }
  EXPECT_EQ(wilson_range(0, 0).low, 0);
  EXPECT_EQ(wilson_range(0, 0).high, 1);
}

TEST(Quantiles, AgreeWithSciPy) {
  const Value quantiles = reference("normal_quantiles");
  EXPECT_NEAR(kZ95, number(quantiles, "0.975"), 1e-14);
  EXPECT_NEAR(kZPower80, number(quantiles, "0.8"), 1e-14);
}

std::vector<ClusterCount> cluster_counts(const Value& one) {
  std::vector<ClusterCount> counts;
  for (std::size_t i = 0; i < at(one, "entries").items().size(); ++i) {
    counts.push_back({static_cast<std::uint32_t>(at(one, "entries").items()[i].as_int64()),
                      static_cast<std::uint32_t>(at(one, "right").items()[i].as_int64())});
  }
  return counts;
}

TEST(ClusteredAccuracy, AgreesWithStatsmodels) {
  const Value cases = reference("clustered");
  ASSERT_EQ(cases.items().size(), 5u);
  for (const Value& one : cases.items()) {
    const Accuracy accuracy = clustered_accuracy(cluster_counts(one));
    EXPECT_NEAR(accuracy.share, number(one, "share"), 1e-12);
    EXPECT_NEAR(accuracy.standard_error, number(one, "standard_error"), 1e-12);
  }
}

TEST(ClusteredAccuracy, SingleEntriesAreWilson) {
  std::vector<ClusterCount> counts(20, {1, 1});
  for (std::size_t i = 0; i < 7; ++i) counts[i].right = 0;
  const Accuracy accuracy = clustered_accuracy(counts);
  const Range expected = wilson_range(13.0 / 20, 20);
  EXPECT_NEAR(accuracy.interval.low, expected.low, 1e-12);
  EXPECT_NEAR(accuracy.interval.high, expected.high, 1e-12);
  EXPECT_NEAR(accuracy.design_effect, 1, 1e-12);
  EXPECT_NEAR(accuracy.standard_error, std::sqrt(0.65 * 0.35 / 19), 1e-12);
}

TEST(ClusteredAccuracy, CopiesCountOnce) {
  // Four copies of every entry tell no more than one: the interval is that of 25 entries, a little
  // wider because the dependence is estimated.
  std::vector<ClusterCount> counts(25, {4, 4});
  for (std::size_t i = 0; i < 10; ++i) counts[i].right = 0;
  const Accuracy accuracy = clustered_accuracy(counts);
  EXPECT_EQ(accuracy.entries, 100u);
  EXPECT_EQ(accuracy.clusters, 25u);
  EXPECT_NEAR(accuracy.standard_error, std::sqrt(0.6 * 0.4 / 24), 1e-12);
  EXPECT_NEAR(accuracy.design_effect, 4 * 99.0 / 96, 1e-12);
  const Range expected = wilson_range(0.6, 100 / accuracy.design_effect, t95(24));
  EXPECT_NEAR(accuracy.interval.low, expected.low, 1e-12);
  EXPECT_LT(accuracy.interval.low, wilson_range(0.6, 25).low);
  EXPECT_GT(accuracy.interval.low, wilson_range(0.6, 20).low);
}

TEST(StudentT, IsThatOfTables) {
  const std::pair<std::size_t, double> table[] = {
      {1, 12.7062047364}, {2, 4.3026527297},  {3, 3.1824463053},  {4, 2.7764451052},
      {5, 2.5705818356},  {11, 2.2009851601}, {20, 2.0859634473}, {199, 1.9719565442}};
  for (const auto& [degrees, expected] : table) {
    EXPECT_NEAR(t95(degrees) / expected, 1, degrees < 5 ? 2e-3 : 3e-4) << degrees;
  }
  EXPECT_NEAR(t95(1000000), kZ95, 1e-5);
}

TEST(ClusteredAccuracy, Edges) {
  EXPECT_EQ(clustered_accuracy({}).entries, 0u);
  EXPECT_EQ(clustered_accuracy({}).interval.high, 1);
  // One cluster says nothing of the spread between clusters.
  const std::vector<ClusterCount> lone = {{10, 4}};
  EXPECT_EQ(clustered_accuracy(lone).interval.low, 0);
  EXPECT_EQ(clustered_accuracy(lone).interval.high, 1);
  // All right: as careful as the number of clusters.
  const std::vector<ClusterCount> perfect = {{5, 5}, {5, 5}, {6, 6}};
  EXPECT_NEAR(clustered_accuracy(perfect).interval.low, wilson_range(1, 3).low, 1e-12);
  EXPECT_EQ(clustered_accuracy(perfect).interval.high, 1);
}

TEST(ClusteredDifference, AgreesWithStatsmodels) {
  const Value cases = reference("differences");
  ASSERT_EQ(cases.items().size(), 3u);
  for (const Value& one : cases.items()) {
    std::vector<DifferenceCount> counts;
    for (std::size_t i = 0; i < at(one, "entries").items().size(); ++i) {
      counts.push_back({static_cast<std::uint32_t>(at(one, "entries").items()[i].as_int64()),
                        static_cast<std::uint32_t>(at(one, "gained").items()[i].as_int64()),
                        static_cast<std::uint32_t>(at(one, "lost").items()[i].as_int64())});
    }
    const Difference difference = clustered_difference(counts);
    EXPECT_NEAR(difference.value, number(one, "difference"), 1e-12);
    EXPECT_NEAR(difference.standard_error, number(one, "standard_error"), 1e-12);
    EXPECT_LT(difference.interval.low, difference.value);
    EXPECT_GT(difference.interval.high, difference.value);
  }
}

TEST(ClusteredDifference, IsBonettAndPriceWithoutClusters) {
  std::vector<DifferenceCount> counts(50, {1, 0, 0});
  for (std::size_t i = 0; i < 9; ++i) counts[i].gained = 1;
  for (std::size_t i = 9; i < 12; ++i) counts[i].lost = 1;
  const Difference difference = clustered_difference(counts);
  const double up = 10.0 / 52;
  const double down = 4.0 / 52;
  const double half = kZ95 * std::sqrt((up + down - (up - down) * (up - down)) / 52);
  EXPECT_NEAR(difference.value, 0.12, 1e-12);
  EXPECT_NEAR(difference.interval.low, up - down - half, 1e-12);
  EXPECT_NEAR(difference.interval.high, up - down + half, 1e-12);
  // Without any flip the interval still has a width.
  const std::vector<DifferenceCount> same(16, {1, 0, 0});
  EXPECT_EQ(clustered_difference(same).value, 0);
  EXPECT_LT(clustered_difference(same).interval.low, -0.05);
  EXPECT_GT(clustered_difference(same).interval.high, 0.05);
  EXPECT_EQ(clustered_difference({}).interval.low, -1);
}

TEST(ScoreError, IsTheClosedForm) {
  // Two independent categories: weights squared times the variance of each share.
  ClusterSampleBuilder builder(2, 2);
  for (int i = 0; i < 10; ++i) {
    const bool right[] = {i < 4, i < 7};
    builder.add("a", std::to_string(i), 0, right);
  }
  for (int i = 0; i < 20; ++i) {
    const bool right[] = {i < 5, i < 5};
    builder.add("b", std::to_string(i), 1, right);
  }
  const ClusterSample sample = std::move(builder).build();
  const std::vector<double> weights = {0.3, 0.7};
  const double expected = std::sqrt(0.09 * 0.4 * 0.6 / 9 + 0.49 * 0.25 * 0.75 / 19);
  EXPECT_NEAR(score_standard_error(sample, weights, 0), expected, 1e-12);
  // Of the pairs three of ten are gained, the other category does not change.
  EXPECT_NEAR(difference_standard_error(sample, weights, 0, 1), 0.3 * std::sqrt(0.3 * 0.7 / 9),
              1e-12);
}

TEST(ScoreError, SharedClustersDoNotAverageOut) {
  // The same verdicts in two categories over the same clusters: no surer than one of them.
  ClusterSampleBuilder together(2, 1);
  for (int i = 0; i < 10; ++i) {
    const bool right[] = {i < 4};
    together.add("a", std::to_string(i), 0, right);
    together.add("a", std::to_string(i), 1, right);
  }
  const std::vector<double> weights = {0.5, 0.5};
  EXPECT_NEAR(score_standard_error(std::move(together).build(), weights, 0),
              std::sqrt(0.4 * 0.6 / 9), 1e-12);
}

TEST(Percentiles, AgreeWithNumPy) {
  const Value recorded = reference("percentiles");
  std::vector<double> values;
  for (const Value& value : at(recorded, "values").items()) values.push_back(number(value));
  ASSERT_EQ(values.size(), 37u);
  EXPECT_NEAR(standard_deviation(values), number(recorded, "standard_deviation"), 1e-12);
  const Range range = percentile_range(values);
  EXPECT_NEAR(range.low, number(recorded, "low"), 1e-12);
  EXPECT_NEAR(range.high, number(recorded, "high"), 1e-12);
  EXPECT_EQ(percentile_range({}).high, 0);
  EXPECT_EQ(percentile_range({2.5}).low, 2.5);
  EXPECT_EQ(standard_deviation(std::vector<double>{1}), 0);
}

TEST(TableError, FamiliesGoTogether) {
  const TableCell apart[] = {{find_category("simple_python"), 0.5, 0.5, 101},
                             {find_category("multiple"), 0.5, 0.5, 101}};
  EXPECT_NEAR(table_standard_error(apart), 0.05 * std::sqrt(0.5), 1e-12);
  const TableCell family[] = {{find_category("multi_turn_base"), 0.5, 0.5, 101},
                              {find_category("multi_turn_miss_func"), 0.5, 0.5, 101}};
  EXPECT_NEAR(table_standard_error(family), 0.05, 1e-12);
  EXPECT_EQ(table_standard_error({}), 0);
  // All or none: as sure as Wilson's interval, not certain.
  for (const double accuracy : {0.0, 1.0}) {
    const TableCell certain[] = {{find_category("simple_python"), 1, accuracy, 400}};
    EXPECT_NEAR(table_standard_error(certain), (1 - wilson_range(1, 400).low) / (2 * kZ95), 1e-12);
  }
  EXPECT_NEAR(smallest_detectable_difference(1), 2.801585218, 1e-8);
}

TEST(Statistics, EntriesOfAPlannedComparison) {
  // What is detected is a difference whose own standard error it is the multiple of.
  for (const std::size_t entries : {100u, 1000u, 12345u}) {
    for (const double disagreement : {0.1, 0.2, 0.5}) {
      const double difference = planned_detectable_difference(entries, disagreement);
      const double variance = disagreement - difference * difference;
      EXPECT_NEAR(smallest_detectable_difference(std::sqrt(variance / entries)), difference, 1e-12);
      EXPECT_EQ(entries_to_detect(difference, disagreement), entries);
    }
  }
  EXPECT_EQ(entries_to_detect(0.05, 0.2), 621u);
  EXPECT_EQ(planned_detectable_difference(0, 0.2), 0.2);
  EXPECT_EQ(planned_detectable_difference(5, 0.2), 0.2);
}

}  // namespace
}  // namespace bfclx
