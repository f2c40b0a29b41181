// Whether another entry may begin, by what the run may spend.
#include "core/generation/spending.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>

namespace bfclx {
namespace {

const Category* category(std::string_view name) { return find_category(name); }

TEST(Spending, WithoutLimitsEverythingBegins) {
  Spending spending({}, std::nullopt);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(spending.may_begin(i));
    spending.began(category("multiple"));
  }
  EXPECT_FALSE(spending.is_over(1e9));
  EXPECT_FALSE(spending.cost().has_value());
}

TEST(Spending, LearnsFromAFewEntriesFirst) {
  Spending spending({.tokens = 1'000'000}, std::nullopt);
  EXPECT_TRUE(spending.may_begin(0));
  spending.began(category("multiple"));
  EXPECT_TRUE(spending.may_begin(0));
  spending.began(category("multiple"));
  EXPECT_FALSE(spending.may_begin(0));  // nothing is known yet
  spending.ended(category("multiple"), {100, 0, 20}, 1, true);
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(spending.may_begin(0)) << i;
    spending.began(category("multiple"));
  }
  for (int i = 0; i < 8; ++i) {
    EXPECT_TRUE(spending.may_begin(0)) << i;
    spending.began(category("multi_turn_base"));
  }
  EXPECT_FALSE(spending.may_begin(0));  // of the other category
}

// Entries of two kinds, in flight together, of random size.
TEST(Spending, StaysWithinItsLimits) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    const TokenPrices prices{2, 10};
    Spending spending({.cost = 2.0, .tokens = 900'000}, prices);
    std::deque<const Category*> running;
    std::size_t begun = 0;
    while (true) {
      while (running.size() < 20 && spending.may_begin(0)) {
        const bool large = ++begun % 5 == 0;
        running.push_back(category(large ? "multi_turn_base" : "simple_python"));
        spending.began(running.back());
      }
      if (running.empty()) break;
      const Category* one = running.front();
      running.pop_front();
      const std::size_t scale = one == category("simple_python") ? 1 : 10;
      spending.ended(one, {scale * (400 + random() % 400), 0, scale * (20 + random() % 100)}, 1,
                     true);
    }
    EXPECT_LE(*spending.cost(), 2.0) << seed;
    EXPECT_LE(spending.tokens().all(), 900'000u) << seed;
    // Little of it is left.
    EXPECT_GE(*spending.cost(), 1.9) << seed;
    EXPECT_TRUE(spending.why(0).starts_with("at --max-cost $2.00: $1.9")) << spending.why(0);
  }
}

TEST(Spending, ServersThatCountNoTokens) {
  Spending spending({.tokens = 1000}, std::nullopt);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(spending.may_begin(0)) << i;
    spending.began(category("multiple"));
    spending.ended(category("multiple"), {}, 1, true);
  }
  EXPECT_FALSE(spending.may_begin(0));
  EXPECT_TRUE(spending.why(0).starts_with("the server reports no token counts")) << spending.why(0);
  // Entries that failed say nothing of the server's counts.
  Spending failing({.tokens = 1000}, std::nullopt);
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(failing.may_begin(0)) << i;
    failing.began(category("multiple"));
    failing.ended(category("multiple"), {}, 1, false);
  }
  EXPECT_TRUE(failing.may_begin(0));
  // The time can be kept all the same.
  Spending timed({.seconds = 10}, std::nullopt);
  for (int i = 0; i < 3; ++i) {
    timed.began(category("multiple"));
    timed.ended(category("multiple"), {}, 1, true);
  }
  EXPECT_TRUE(timed.may_begin(5));
}

// Every other response has no token counts: the limit holds for what they are likely to take.
TEST(Spending, EntriesWithoutCountsTakeTheMean) {
  Spending spending({.tokens = 10'000}, std::nullopt);
  std::size_t ended = 0;
  while (spending.may_begin(0) && ended < 100) {
    spending.began(category("multiple"));
    spending.ended(category("multiple"), {ended++ % 2 == 0 ? 1000u : 0u, 0, 0}, 1, true);
  }
  EXPECT_LE(ended, 10u);
  EXPECT_GE(ended, 8u);
  EXPECT_EQ(spending.uncounted(), ended / 2);
}

TEST(Spending, BeginsNothingThatWouldNotEndInTime) {
  Spending spending({.seconds = 100}, std::nullopt);
  EXPECT_TRUE(spending.may_begin(0));
  for (int i = 0; i < 10; ++i) {
    spending.began(category("multiple"));
    spending.ended(category("multiple"), {100, 0, 10}, 20, true);
  }
  EXPECT_TRUE(spending.may_begin(79));
  EXPECT_FALSE(spending.may_begin(80));
  EXPECT_FALSE(spending.is_over(99.9));
  EXPECT_TRUE(spending.is_over(100));
  EXPECT_EQ(spending.why(90),
            "at --max-time 100 s: 90 s elapsed, and another entry could exceed it");
  EXPECT_EQ(spending.why(101), "at --max-time 100 s: 101 s elapsed");
}

TEST(Spending, Dollars) {
  EXPECT_EQ(dollars_text(0), "$0.00");
  EXPECT_EQ(dollars_text(0.00314), "$0.0031");
  EXPECT_EQ(dollars_text(4.966), "$4.97");
}

}  // namespace
}  // namespace bfclx
