// Sums and summaries. Expected values are those of CPython 3.11 and numpy 1.26.
#include "core/statistics/figures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

#include "core/value/json.h"

namespace bfclx {
namespace {

struct Case {
  std::string_view numbers;
  double sum;
  double mean;
  double variance;
  double deviation;
  double percentile_95;
  double rounded_mean;
  double rounded_percentile;
};

constexpr Case kCases[] = {
    {R"([1, 2, 3, 4])", 10.0, 2.5, 1.6666666666666667, 1.2909944487358056, 3.8499999999999996, 2.5,
     3.85},
    {R"([2, 2, 2])", 6.0, 2.0, 0.0, 0.0, 2.0, 2.0, 2.0},
    {R"([true, 3, 0.1])", 4.1, 1.3666666666666667, 2.203333333333333, 1.484362938547488, 2.8, 1.37,
     2.8},
    {R"([0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])", 0.9999999999999999, 0.1, 0.0, 0.0,
     0.1, 0.1, 0.1},
    {R"([0.125, 0.135])", 0.26, 0.13, 5.000000000000009e-05, 0.007071067811865481, 0.1345, 0.13,
     0.13},
    {R"([1, 2])", 3.0, 1.5, 0.5, 0.7071067811865476, 1.95, 1.5, 1.95},
    {R"([100000000000000000000, 1, -3.5])", 1e+20, 3.333333333333333e+19, 3.333333333333333e+39,
     5.773502691896258e+19, 9e+19, 3.333333333333333e+19, 9e+19},
    {R"([3.7, 1e+16, 1.0])", 1.0000000000000004e+16, 3333333333333335.0, 3.3333333333333316e+31,
     5773502691896256.0, 9000000000000000.0, 3333333333333335.0, 9000000000000000.0},
    {R"([0.01, 0.02, 0.035])", 0.065, 0.021666666666666667, 0.00015833333333333338,
     0.012583057392117918, 0.0335, 0.02, 0.03},
    {R"([1e-09, 1000000000.0])", 1000000000.0, 500000000.0, 5e+17, 707106781.1865475, 950000000.0,
     500000000.0, 950000000.0},
    {R"([0.0, -0.0])", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
    {R"([3.250831, 4.513235, 5.285633, 9.51702, 4.488945, 8.517406, 0.098114, 2.088843, 9.56994, 3.489655, 7.705436, 0.400475, 2.110411, 0.943743, 2.615794, 2.843926, 0.044003, 0.814259, 1.092618, 8.270195, 4.837539, 0.579608, 5.317579])",
     88.39520799999998, 3.8432699130434784, 9.665066996747901, 3.1088690864602038,
     9.417058599999999, 3.84, 9.42},
    {R"([0.49796893804947917, 3.203008346395423, 0.4515842025668703, 0.005921463788745603, 6.836951210238033, 0.7834481558184525, 0.808949011865013, 13.470188206204526, 6.863052558595124, 1.1383738350786246, 10.855084951577474, 2.5828070053556424])",
     47.497337885533405, 3.958111490461117, 20.460968041522403, 4.523380156644189,
     12.031881416159646, 3.96, 12.03},
    {R"([4, 3, 4, 7, 5, 1, 6, 7, 3, 3, 5, 2, 6, 5, 1, 6, 2, 5, 6, 5, 8, 6, 3, 8, 8, 3, 1, 5, 1, 6, 7, 1, 9, 7, 6, 7, 1, 8, 1, 3])",
     185.0, 4.625, 5.881410256410256, 2.4251619031335325, 8.0, 4.62, 8.0},
    {R"([1.005, 1.005, 1.005])", 3.0149999999999997, 1.005, 0.0, 0.0, 1.005, 1.0, 1.0},
    {R"([2.675, 2.685])", 5.359999999999999, 2.6799999999999997, 5.0000000000002306e-05,
     0.007071067811865638, 2.6845, 2.68, 2.68},
    {R"([9007199254740993, 2.5, 9007199254740993])", 1.8014398509481984e+16, 6004799503160663.0,
     2.7043212804868883e+31, 5200308914369307.0, 9007199254740992.0, 6004799503160663.0,
     9007199254740992.0},
};

TEST(Figures, AsPythonAndNumpyToTheLastBit) {
  for (const Case& c : kCases) {
    Result<Value> numbers = json_loads(c.numbers);
    ASSERT_TRUE(numbers.ok()) << c.numbers;
    const List& items = numbers->items();
    const Moments found = moments(items);
    EXPECT_EQ(python_sum(items), c.sum) << c.numbers;
    EXPECT_EQ(found.mean, c.mean) << c.numbers;
    EXPECT_EQ(found.variance, c.variance) << c.numbers;
    EXPECT_EQ(found.deviation, c.deviation) << c.numbers;
    EXPECT_EQ(percentile_95(items), c.percentile_95) << c.numbers;
    EXPECT_EQ(round_hundredths(c.mean), c.rounded_mean) << c.numbers;
    EXPECT_EQ(numpy_round_hundredths(c.percentile_95), c.rounded_percentile) << c.numbers;
  }
}

TEST(Figures, WhatIsNoFiniteNumber) {
  const List numbers = {Value::real(1), Value::real(std::nan(""))};
  EXPECT_TRUE(std::isnan(moments(numbers).mean));
  EXPECT_TRUE(std::isnan(percentile_95(numbers)));
  EXPECT_TRUE(std::isinf(round_hundredths(INFINITY)));
}

TEST(Figures, NumbersFarApart) {
  const List numbers = {Value::real(1e300), Value::real(1e-9), Value::real(2.5), Value::integer(3)};
  EXPECT_EQ(moments(numbers).mean, 2.5e+299);
  EXPECT_EQ(moments(numbers).deviation, 5e+299);
}

TEST(Figures, OneNumberHasNoVariance) {
  const List numbers = {Value::real(2.5)};
  EXPECT_EQ(moments(numbers).mean, 2.5);
  EXPECT_EQ(moments(numbers).deviation, 0);
  EXPECT_EQ(percentile_95(numbers), 2.5);
}

TEST(Figures, Percentages) {
  EXPECT_EQ(percent_text(0.285), "28.50%");
  EXPECT_EQ(percent_text(0), "0.00%");
  EXPECT_EQ(percent_text(1), "100.00%");
  EXPECT_EQ(percent_text(0.00125), "0.12%");  // 0.125 % exactly: to the even digit
}

}  // namespace
}  // namespace bfclx
