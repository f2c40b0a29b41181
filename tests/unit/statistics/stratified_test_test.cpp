// The exact test within entries: against the sign test, and against sums over all draws.
#include "core/statistics/stratified_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/statistics/comparison.h"

namespace bfclx {
namespace {

TEST(StratifiedTest, OfPairsItIsTheSignTest) {
  // 9 entries that the group passes and the other does not, 2 the other way round.
  std::vector<TestStratum> strata(9, {2, 1, 1, 1});
  strata.insert(strata.end(), 2, {2, 1, 1, 0});
  EXPECT_NEAR(stratified_test(strata), mcnemar_test(9, 2).p, 1e-12);
  std::vector<TestStratum> even(4, {2, 1, 1, 1});
  even.insert(even.end(), 4, {2, 1, 1, 0});
  EXPECT_NEAR(stratified_test(even), 1, 1e-12);
}

TEST(StratifiedTest, OfOneEntryItIsFishersTest) {
  // 5 responses of which 2 pass, both of the group's 2: 1 of 10 draws, and none is as far below.
  const TestStratum one[] = {{5, 2, 2, 2}};
  EXPECT_NEAR(stratified_test(one), 0.1, 1e-12);
}

TEST(StratifiedTest, WhatCannotVaryTellsNothing) {
  EXPECT_EQ(stratified_test({}), 1);
  const TestStratum alike[] = {{4, 4, 2, 2}, {4, 0, 2, 0}, {3, 1, 3, 1}, {3, 1, 0, 0}};
  EXPECT_EQ(stratified_test(alike), 1);
  std::vector<TestStratum> strata(6, {2, 1, 1, 1});
  const double p = stratified_test(strata);
  strata.insert(strata.end(), alike, alike + 4);
  EXPECT_EQ(stratified_test(strata), p);
}

TEST(StratifiedTest, TheGroupAndTheRestHaveOneP) {
  const std::vector<TestStratum> group = {{5, 3, 2, 2}, {4, 1, 1, 0}, {6, 2, 3, 2}};
  std::vector<TestStratum> rest;
  for (const TestStratum& one : group) {
    rest.push_back(
        {one.responses, one.passed, one.responses - one.group, one.passed - one.group_passed});
  }
  EXPECT_NEAR(stratified_test(group), stratified_test(rest), 1e-12);
}

TEST(StratifiedTest, ManyResponsesAreAChiSquareTest) {
  // Too many for the exact sum; both are close to each other where that is still possible.
  std::vector<TestStratum> strata(4000, {100, 50, 50, 25});
  for (std::size_t i = 0; i < 300; ++i) strata[i].group_passed = 26;
  const double z = (300 - 0.5) / std::sqrt(4000 * 0.25 * 50 * 50 / 99.0);
  EXPECT_NEAR(stratified_test(strata), std::erfc(z / std::sqrt(2.0)), 1e-9);
  EXPECT_LT(stratified_test(strata), 0.1);
}

}  // namespace
}  // namespace bfclx
