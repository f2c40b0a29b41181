#include "core/statistics/resampling.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/statistics/statistics.h"
#include "tests/unit/statistics/reference.h"

namespace bfclx {
namespace {

TEST(RandomSource, GivesThePublishedSequence) {
  const Value cases = reference("random");
  ASSERT_EQ(cases.items().size(), 3u);
  for (const Value& one : cases.items()) {
    RandomSource random(static_cast<std::uint64_t>(at(one, "seed").as_int64()));
    for (const Value& expected : at(one, "outputs").items()) {
      EXPECT_EQ(std::to_string(random.next()), expected.as_str());
    }
  }
}

TEST(RandomSource, BelowIsEven) {
  RandomSource random(7);
  std::array<int, 6> counts{};
  for (int i = 0; i < 60000; ++i) ++counts[random.below(6)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 500);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(random.below(1), 0u);
  for (int i = 0; i < 100; ++i) EXPECT_LT(random.below(0xffffffffu), 0xffffffffu);
}

// `clusters` clusters of one stratum, each with two entries of category 0 and one of category 1.
ClusterSample made_sample(std::size_t clusters) {
  ClusterSampleBuilder builder(2, 2);
  RandomSource random(3);
  for (std::size_t i = 0; i < clusters; ++i) {
    const std::string key = std::to_string(i);
    for (int j = 0; j < 3; ++j) {
      const bool right[] = {random.below(3) > 0, random.below(2) > 0};
      builder.add("together", key, j == 2 ? 1 : 0, right);
    }
  }
  return std::move(builder).build();
}

TEST(ClusterSample, Counts) {
  ClusterSampleBuilder builder(2, 1);
  const bool yes[] = {true};
  const bool no[] = {false};
  builder.add("a", "1", 0, yes);
  builder.add("a", "1", 0, no);
  builder.add("a", "1", 1, yes);
  builder.add("a", "2", 0, yes);
  builder.add("b", "1", 1, no);
  const ClusterSample sample = std::move(builder).build();
  EXPECT_EQ(sample.strata().size(), 2u);
  EXPECT_EQ(sample.clusters().size(), 3u);
  EXPECT_EQ(sample.cells().size(), 4u);
  EXPECT_EQ(sample.entries_of(0), 3u);
  EXPECT_EQ(sample.entries_of(1), 2u);
  EXPECT_EQ(sample.right_of(0, 0), 2u);
  EXPECT_EQ(sample.right_of(1, 0), 1u);
}

TEST(Bootstrap, ASeedRepeats) {
  const ClusterSample sample = made_sample(30);
  const std::vector<double> weights = {0.5, 0.5};
  const Replicates one = bootstrap_scores(sample, weights, 50, 11);
  ASSERT_EQ(one.count(), 50u);
  EXPECT_EQ(one.scores, bootstrap_scores(sample, weights, 50, 11).scores);
  EXPECT_NE(one.scores, bootstrap_scores(sample, weights, 50, 12).scores);
}

// The very bits: the page and the program must say the same.
TEST(Bootstrap, GivesTheSameBitsEverywhere) {
  const Replicates replicates =
      bootstrap_scores(made_sample(30), std::vector<double>{0.3, 0.7}, 3, 11);
  const std::vector<double> expected = {0x1.ab4152fab4152p-1, 0x1.3dcb08d3dcb09p-1,
                                        0x1.9611a7b9611a8p-1, 0x1.00e1fc780e1fcp-1,
                                        0x1.862de74862de7p-1, 0x1.e58469ee58469p-2};
  EXPECT_EQ(replicates.scores, expected);
}

// Three strata, one of a lone cluster; clusters of one entry and of several, over `runs` runs.
ClusterSample mixed_sample(std::size_t runs) {
  ClusterSampleBuilder builder(4, runs);
  RandomSource random(9);
  for (std::size_t i = 0; i < 200; ++i) {
    const std::string stratum = i == 0 ? "alone" : i % 3 == 0 ? "episodes" : "calls";
    const std::size_t entries = i % 3 == 0 ? 1 + random.below(4) : 1;
    for (std::size_t j = 0; j < entries; ++j) {
      bool right[3] = {};
      for (std::size_t run = 0; run < runs; ++run) right[run] = random.below(3) > 0;
      builder.add(stratum, std::to_string(i), random.below(4), {right, runs});
    }
  }
  return std::move(builder).build();
}

// Cluster by cluster, as it is told in the header.
std::vector<double> plain_bootstrap(const ClusterSample& sample, const std::vector<double>& weights,
                                    std::size_t replicates, std::uint64_t seed) {
  RandomSource random(seed);
  std::vector<double> scores;
  for (std::size_t i = 0; i < replicates; ++i) {
    std::vector<const ClusterSample::Cluster*> drawn;
    for (const ClusterSample::Stratum& stratum : sample.strata()) {
      const auto* first = &sample.clusters()[stratum.first_cluster];
      if (stratum.clusters() == 1) drawn.push_back(first);
      for (std::uint32_t j = 1; j < stratum.clusters(); ++j) {
        drawn.push_back(first + random.below(stratum.clusters()));
      }
    }
    for (std::size_t run = 0; run < sample.runs(); ++run) {
      double score = 0;
      for (std::uint32_t c = 0; c < weights.size(); ++c) {
        std::uint64_t entries = 0;
        std::uint64_t right = 0;
        for (const ClusterSample::Cluster* cluster : drawn) {
          for (std::uint32_t k = cluster->first_cell; k < cluster->last_cell; ++k) {
            const ClusterSample::Cell& cell = sample.cells()[k];
            if (cell.category != c) continue;
            entries += cell.entries;
            right += sample.right(cell)[run];
          }
        }
        EXPECT_GT(entries, 0u);
        score += weights[c] * (static_cast<double>(right) / static_cast<double>(entries));
      }
      scores.push_back(score);
    }
  }
  return scores;
}

TEST(Bootstrap, CountsWhatClusterByClusterGives) {
  const std::vector<double> weights = {0.1, 0.2, 0.3, 0.4};
  for (const std::size_t runs : {1u, 2u, 3u}) {
    const ClusterSample sample = mixed_sample(runs);
    EXPECT_EQ(bootstrap_scores(sample, weights, 200, 4).scores,
              plain_bootstrap(sample, weights, 200, 4));
  }
}

// Categories of more entries than 16 bits count, and draws on both sides of that.
TEST(Bootstrap, CountsManyEntries) {
  for (const std::uint32_t entries : {6'000u, 6'553u, 70'000u}) {
    ClusterSampleBuilder builder(2, 2);
    for (std::uint32_t i = 0; i < 10; ++i) {
      const std::uint32_t right[] = {entries - i * 500, i};
      builder.add("a", std::to_string(i), 0, entries + i, right);
      builder.add("b", std::to_string(i), 1, 10, std::vector<std::uint32_t>{i, 10});
    }
    const ClusterSample sample = std::move(builder).build();
    const std::vector<double> weights = {0.5, 0.5};
    EXPECT_EQ(bootstrap_scores(sample, weights, 50, 4).scores,
              plain_bootstrap(sample, weights, 50, 4));
  }
}

TEST(Bootstrap, SpreadIsTheClosedForm) {
  const ClusterSample sample = made_sample(40);
  const std::vector<double> weights = {0.75, 0.25};
  const Replicates replicates = bootstrap_scores(sample, weights, 20000, 5);
  for (std::size_t run = 0; run < 2; ++run) {
    std::vector<double> scores;
    for (std::size_t i = 0; i < replicates.count(); ++i) scores.push_back(replicates.at(i, run));
    const double closed = score_standard_error(sample, weights, run);
    EXPECT_NEAR(standard_deviation(scores) / closed, 1, 0.03);
  }
}

TEST(Bootstrap, ALoneClusterAndAnAbsentCategoryStay) {
  ClusterSampleBuilder builder(3, 1);
  const bool yes[] = {true};
  const bool no[] = {false};
  builder.add("a", "1", 0, yes);
  // Category 1 lies in one of two clusters, so some replicates do not draw it.
  builder.add("b", "1", 1, yes);
  builder.add("b", "2", 0, no);
  const ClusterSample sample = std::move(builder).build();
  const std::vector<double> weights = {0, 1, 0.5};  // category 2 has no entries at all
  const Replicates replicates = bootstrap_scores(sample, weights, 20, 1);
  for (const double score : replicates.scores) EXPECT_EQ(score, 1);
}

}  // namespace
}  // namespace bfclx
