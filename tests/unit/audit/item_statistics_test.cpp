#include "core/audit/item_statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/audit/elementary.h"

namespace bfclx {
namespace {

// --- Elementary functions ------------------------------------------------------------------------

TEST(Elementary, AreThoseOfTheCLibraryToTheLastBits) {
  for (int i = 0; i < 3712; ++i) {
    const double x = -690 + 0.3717 * i;
    EXPECT_NEAR(exp_of(x) / std::exp(x), 1, 1e-15) << x;
  }
  for (int i = 0; i < 2600; ++i) {
    const double x = 1e-300 * std::pow(1.7, i / 2) * std::pow(1.7, i - i / 2);
    EXPECT_NEAR(log_of(x), std::log(x), 1e-15 * std::max(1.0, std::fabs(std::log(x)))) << x;
  }
  for (int i = 0; i < 405; ++i) {  // where logarithms are small
    const double x = 0.5 + 0.0037 * i;
    EXPECT_NEAR(log_of(x), std::log(x), 1e-15 * std::fabs(std::log(x)) + 1e-300) << x;
  }
  EXPECT_EQ(log_of(1), 0);
  EXPECT_EQ(exp_of(0), 1);
  for (int i = 0; i < 197; ++i) {
    const double x = -0.99 + 0.0101 * i;
    EXPECT_NEAR(atanh_of(x), std::atanh(x), 2e-15) << x;
    EXPECT_NEAR(tanh_of(4 * x), std::tanh(4 * x), 1e-15) << x;
    EXPECT_NEAR(logistic_of(logit_of((1 + x) / 2)), (1 + x) / 2, 1e-15) << x;
  }
}

TEST(Elementary, TailsOfTheNormalDistributionKeepTheirDigits) {
  for (int i = 0; i < 414; ++i) {
    const double z = -30 + 0.0917 * i;
    EXPECT_NEAR(normal_below(z) / (0.5 * std::erfc(-z / std::sqrt(2.0))), 1, 1e-12) << z;
  }
}

// --- Statistics of an item ----------------------------------------------------------------------

TEST(ItemStatistics, HalfTailIsTheBinomialOne) {
  EXPECT_NEAR(half_tail(0, 7), 1, 1e-12);
  EXPECT_NEAR(half_tail(5, 5), 1.0 / 32, 1e-15);
  EXPECT_NEAR(half_tail(3, 5), 0.5, 1e-15);
  EXPECT_NEAR(half_tail(4, 5), 6.0 / 32, 1e-15);
  EXPECT_GT(half_tail(1100, 2000), 0);
  EXPECT_LT(half_tail(1100, 2000), 1e-5);
}

TEST(ItemStatistics, FalseDiscoveryRatesAreBenjaminiAndHochbergs) {
  const std::vector<double> p = {0.01, 0.04, 0.03, 0.005};
  const std::vector<double> q = false_discovery_rates(p);
  EXPECT_NEAR(q[0], 0.02, 1e-12);
  EXPECT_NEAR(q[1], 0.04, 1e-12);
  EXPECT_NEAR(q[2], 0.04, 1e-12);
  EXPECT_NEAR(q[3], 0.02, 1e-12);
}

TEST(ItemStatistics, DiscriminationIsTheCorrelation) {
  // Abilities 1 to 4, the stronger two right: cov = 0.5, deviations sqrt(1.25) and 0.5.
  const std::vector<ItemPoint> points = {{1, false}, {2, false}, {3, true}, {4, true}};
  const Discrimination up = discrimination_of(points);
  ASSERT_TRUE(up.known);
  EXPECT_NEAR(up.value, 0.5 / (std::sqrt(1.25) * 0.5), 1e-12);
  std::vector<ItemPoint> turned = points;
  for (ItemPoint& point : turned) point.right = !point.right;
  const Discrimination down = discrimination_of(turned);
  EXPECT_NEAR(down.value, -up.value, 1e-12);
  EXPECT_LT(down.p_negative, 0.5);
  EXPECT_NEAR(down.p_negative + up.p_negative, 1, 1e-12);
}

TEST(ItemStatistics, WhereAllPassNothingIsTold) {
  const std::vector<ItemPoint> points = {{1, true}, {2, true}, {3, true}, {4, true}};
  EXPECT_FALSE(discrimination_of(points).known);
  EXPECT_FALSE(fit_two_parameters(points).known);
}

TEST(ItemStatistics, FitFindsTheParametersItWasDrawnFrom) {
  // Not drawn: at each ability as many of 200 are right as the curve says, slope 2, difficulty 0.5.
  std::vector<ItemPoint> points;
  double mean = 0;
  double square = 0;
  for (int i = -20; i <= 20; ++i) {
    const double ability = i / 10.0;
    const double p = 1 / (1 + std::exp(-2 * (ability - 0.5)));
    for (int j = 0; j < 200; ++j) points.push_back({ability, j < std::lround(200 * p)});
    mean += ability / 41;
    square += ability * ability / 41;
  }
  const double deviation = std::sqrt(square - mean * mean);
  const TwoParameterFit fit = fit_two_parameters(points);
  ASSERT_TRUE(fit.known);
  EXPECT_NEAR(fit.slope / deviation, 2, 0.05);
  EXPECT_NEAR(fit.difficulty * deviation + mean, 0.5, 0.02);
  EXPECT_NEAR(fit.outfit, 1, 0.1);
  EXPECT_GT(fit.explained, 0.2);
}

}  // namespace
}  // namespace bfclx
