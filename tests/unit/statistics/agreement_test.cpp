#include "core/statistics/agreement.h"

#include <gtest/gtest.h>

#include <vector>

namespace bfclx {
namespace {

using Table = std::vector<std::size_t>;

// Fleiss (1981), table 13.1: three diagnoses of 100 patients, kappa 0.676.
TEST(Kappa, OfThePublishedExample) {
  const Agreement its = cohen_kappa(Table{75, 1, 4, 5, 4, 1, 0, 0, 10}, 3);
  ASSERT_TRUE(its.known);
  EXPECT_EQ(its.items, 100U);
  EXPECT_NEAR(its.observed, 0.89, 1e-12);
  EXPECT_NEAR(its.chance, 0.66, 1e-12);
  EXPECT_NEAR(its.kappa, 0.676470588235294, 1e-12);
  EXPECT_NEAR(its.standard_error, 0.0877029534742, 1e-9);
  EXPECT_NEAR(its.interval.low, 0.676470588235294 - kZ95 * 0.0877029534742, 1e-9);
  EXPECT_NEAR(its.interval.high, 0.676470588235294 + kZ95 * 0.0877029534742, 1e-9);
}

TEST(Kappa, OfTwoClasses) {
  const Agreement its = cohen_kappa(Table{20, 5, 10, 15}, 2);
  EXPECT_NEAR(its.kappa, 0.4, 1e-12);
  EXPECT_NEAR(its.standard_error, 0.1269960629338, 1e-9);
}

TEST(Kappa, WithoutDisagreementTheIntervalIsWilsons) {
  const Agreement its = cohen_kappa(Table{5, 0, 0, 5}, 2);
  EXPECT_DOUBLE_EQ(its.kappa, 1);
  const double low = wilson_range(1, 10).low;
  EXPECT_NEAR(its.interval.low, (low - 0.5) / 0.5, 1e-12);
  EXPECT_DOUBLE_EQ(its.interval.high, 1);
}

TEST(Kappa, IsUndefinedWithOneClassOrNone) {
  EXPECT_FALSE(cohen_kappa(Table{7, 0, 0, 0}, 2).known);
  EXPECT_FALSE(cohen_kappa(Table{0, 0, 0, 0}, 2).known);
  EXPECT_DOUBLE_EQ(cohen_kappa(Table{7, 0, 0, 0}, 2).observed, 1);
}

TEST(SampledCountOf, ADraw) {
  const SampledCount its = sampled_count(2, 20, 1000);
  EXPECT_DOUBLE_EQ(its.share, 0.1);
  EXPECT_DOUBLE_EQ(its.count, 100);
  // Wilson's interval of 2 of 20: 0.0279 to 0.3010.
  EXPECT_NEAR(its.interval.low, 0.027866, 1e-5);
  EXPECT_NEAR(its.interval.high, 0.301031, 1e-5);
  EXPECT_NEAR(its.count_interval.low, 27.866, 1e-2);
  EXPECT_NEAR(its.count_interval.high, 301.031, 1e-2);
}

TEST(SampledCountOf, WhatWasSeenIsCertain) {
  const SampledCount all = sampled_count(3, 10, 10);
  EXPECT_DOUBLE_EQ(all.count, 3);
  EXPECT_DOUBLE_EQ(all.count_interval.low, 3);
  EXPECT_LE(all.count_interval.high, 3 + 1e-9);
  const SampledCount none = sampled_count(0, 0, 40);
  EXPECT_DOUBLE_EQ(none.count_interval.low, 0);
  EXPECT_DOUBLE_EQ(none.count_interval.high, 40);
}

}  // namespace
}  // namespace bfclx
