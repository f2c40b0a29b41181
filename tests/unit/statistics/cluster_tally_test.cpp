#include "core/statistics/cluster_tally.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace bfclx {
namespace {

TEST(ClusterTally, HasTheAccuracyOfItsClusters) {
  std::mt19937 random(1);
  for (const std::size_t clusters : {1, 2, 7, 60}) {
    ClusterTally tally;
    std::vector<ClusterCount> counts(clusters);
    EXPECT_EQ(tally.accuracy().interval.low, 0);
    EXPECT_EQ(tally.accuracy().interval.high, 1);
    for (int entry = 0; entry < 200; ++entry) {
      const std::size_t cluster = random() % clusters;
      const bool right = random() % 3 != 0;
      tally.add(std::to_string(cluster), right);
      ++counts[cluster].entries;
      if (right) ++counts[cluster].right;
      const Accuracy expected = clustered_accuracy(counts);
      const Accuracy actual = tally.accuracy();
      ASSERT_EQ(actual.entries, expected.entries);
      ASSERT_EQ(actual.right, expected.right);
      ASSERT_EQ(actual.clusters, expected.clusters);
      ASSERT_NEAR(actual.standard_error, expected.standard_error, 1e-12);
      ASSERT_NEAR(actual.design_effect, expected.design_effect, 1e-9);
      ASSERT_NEAR(actual.interval.low, expected.interval.low, 1e-12);
      ASSERT_NEAR(actual.interval.high, expected.interval.high, 1e-12);
    }
  }
}

// `run --order uncertain` and --stop-at look at an accuracy before every entry.
TEST(ClusterTally, LooksAtAsMuchForManyEntriesAsForFew) {
  ClusterTally alone;
  ClusterTally families;
  for (int entry = 0; entry < 100000; ++entry) {
    alone.add(std::to_string(entry), entry % 3 == 0);
    families.add(std::to_string(entry % 25000), entry % 3 == 0);
  }
  EXPECT_EQ(alone.kinds(), 2u);
  EXPECT_LE(families.kinds(), 5u);
  EXPECT_EQ(families.accuracy().entries, 100000u);
  EXPECT_EQ(families.accuracy().clusters, 25000u);
}

}  // namespace
}  // namespace bfclx
