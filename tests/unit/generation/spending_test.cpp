// Whether another entry may begin, by what the run may spend.
#include "core/generation/spending.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>

namespace bfclx {
namespace {

using Outcome = Spending::Outcome;

const Category* category(std::string_view name) { return find_category(name); }

// An entry with one response.
void spend(Spending& spending, std::size_t entry, std::string_view name, const TokenCounts& tokens,
           double seconds = 1, Outcome outcome = Outcome::kResult) {
  spending.began(entry, category(name));
  spending.charged(entry, tokens);
  spending.ended(entry, seconds, outcome);
}

TEST(Spending, WithoutLimitsEverythingBegins) {
  Spending spending({}, std::nullopt);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(spending.may_begin(i));
    spending.began(i, category("multiple"));
  }
  EXPECT_FALSE(spending.is_over(1e9));
  EXPECT_FALSE(spending.cost().has_value());
}

TEST(Spending, LearnsFromAFewEntriesFirst) {
  Spending spending({.tokens = 1'000'000}, std::nullopt);
  EXPECT_TRUE(spending.may_begin(0));
  spending.began(1000, category("multiple"));
  EXPECT_TRUE(spending.may_begin(0));
  spending.began(1001, category("multiple"));
  EXPECT_FALSE(spending.may_begin(0));  // nothing is known yet
  spending.charged(1000, {100, 0, 20});
  spending.ended(1000, 1, Outcome::kResult);
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(spending.may_begin(0)) << i;
    spending.began(i, category("multiple"));
  }
  for (int i = 0; i < 8; ++i) {
    EXPECT_TRUE(spending.may_begin(0)) << i;
    spending.began(500 + i, category("multi_turn_base"));
  }
  EXPECT_FALSE(spending.may_begin(0));  // of the other category
}

// Entries of two kinds, in flight together, of random size.
TEST(Spending, StaysWithinItsLimits) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    const TokenPrices prices{2, 10};
    Spending spending({.cost = 2.0, .tokens = 900'000}, prices);
    std::deque<std::size_t> running;
    std::size_t begun = 0;
    const auto is_large = [](std::size_t entry) { return entry % 5 == 0; };
    while (true) {
      while (running.size() < 20 && spending.may_begin(0)) {
        running.push_back(++begun);
        spending.began(begun, category(is_large(begun) ? "multi_turn_base" : "simple_python"));
      }
      if (running.empty()) break;
      const std::size_t one = running.front();
      running.pop_front();
      const TokenCounts step = {400 + random() % 400, 0, 20 + random() % 100};
      for (int i = 0; i < (is_large(one) ? 10 : 1); ++i) spending.charged(one, step);
      spending.ended(one, 1, Outcome::kResult);
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
    spend(spending, i, "multiple", {});
  }
  EXPECT_FALSE(spending.may_begin(0));
  EXPECT_TRUE(spending.why(0).starts_with("the server reports no token counts")) << spending.why(0);
  // Entries that failed say nothing of the server's counts.
  Spending failing({.tokens = 1000}, std::nullopt);
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(failing.may_begin(0)) << i;
    spend(failing, i, "multiple", {}, 1, Outcome::kFailed);
  }
  EXPECT_TRUE(failing.may_begin(0));
  // The time can be kept all the same.
  Spending timed({.seconds = 10}, std::nullopt);
  for (int i = 0; i < 3; ++i) {
    spend(timed, i, "multiple", {});
  }
  EXPECT_TRUE(timed.may_begin(5));
}

// Responses that were no use are paid for all the same, and what they take is learnt.
TEST(Spending, FailuresThatArePaidFor) {
  Spending spending({.tokens = 10'000}, std::nullopt);
  std::size_t ended = 0;
  while (spending.may_begin(0) && ended < 100) {
    spend(spending, ended++, "multiple", {1000, 0, 0}, 1, Outcome::kFailed);
  }
  EXPECT_EQ(ended, 10u);
  spending.charged_apart({500, 0, 5});
  EXPECT_EQ(spending.tokens().all(), 10'505u);
}

// What an entry that runs has been charged is spent, and is no longer to come.
TEST(Spending, CountsTheStepsOfEpisodesThatRun) {
  Spending spending({.tokens = 100'000}, std::nullopt);
  for (std::size_t i = 0; i < 5; ++i) spend(spending, i, "multi_turn_base", {10'000, 0, 0});
  spending.began(10, category("multi_turn_base"));
  for (int step = 0; step < 9; ++step) spending.charged(10, {1'000, 0, 0});
  EXPECT_EQ(spending.tokens().all(), 59'000u);
  EXPECT_EQ(spending.of(10).all(), 9'000u);
  for (std::size_t more = 0; more < 3; ++more) {
    EXPECT_TRUE(spending.may_begin(0)) << more;
    spending.began(11 + more, category("multi_turn_base"));
  }
  spending.charged(11, {10'001, 0, 0});
  EXPECT_FALSE(spending.may_begin(0));
  // Interrupted, it says nothing of what others take.
  for (std::size_t entry = 10; entry < 14; ++entry) spending.ended(entry, 1, Outcome::kPart);
  EXPECT_EQ(spending.tokens().all(), 69'001u);
  EXPECT_TRUE(spending.may_begin(0));
}

// Every other response has no token counts: the limit holds for what they are likely to take.
TEST(Spending, EntriesWithoutCountsTakeTheMean) {
  Spending spending({.tokens = 10'000}, std::nullopt);
  std::size_t ended = 0;
  while (spending.may_begin(0) && ended < 100) {
    spend(spending, ended, "multiple", {ended % 2 == 0 ? 1000u : 0u, 0, 0});
    ++ended;
  }
  EXPECT_LE(ended, 10u);
  EXPECT_GE(ended, 8u);
  EXPECT_EQ(spending.uncounted(), ended / 2);
}

TEST(Spending, BeginsNothingThatWouldNotEndInTime) {
  Spending spending({.seconds = 100}, std::nullopt);
  EXPECT_TRUE(spending.may_begin(0));
  for (int i = 0; i < 10; ++i) {
    spend(spending, i, "multiple", {100, 0, 10}, 20);
  }
  EXPECT_TRUE(spending.may_begin(79));
  EXPECT_FALSE(spending.may_begin(80));
  EXPECT_FALSE(spending.is_over(99.9));
  EXPECT_TRUE(spending.is_over(100));
  EXPECT_EQ(spending.why(90),
            "at --max-time 100 s: 90 s elapsed, and another entry could exceed it");
  EXPECT_EQ(spending.why(101), "at --max-time 100 s: 101 s elapsed");
}

constexpr std::size_t kLongest = 60'000;

// Responses of very different length: what a run of entries with one request each has spent at
// last.
std::size_t spent_with_heavy_tail(unsigned seed, std::size_t limit,
                                  const std::optional<std::size_t>& longest) {
  std::mt19937 random(seed);
  std::lognormal_distribution<double> length(6, 1.5);
  Spending spending({.tokens = limit, .response = longest}, std::nullopt);
  std::deque<std::size_t> waiting;
  std::deque<std::size_t> in_flight;
  std::size_t begun = 0;
  while (true) {
    while (waiting.size() + in_flight.size() < 50 && spending.may_begin(0)) {
      spending.began(++begun, category("simple_python"));
      waiting.push_back(begun);
    }
    while (!waiting.empty() && spending.may_send(400)) {
      spending.sent(waiting.front(), 400);
      in_flight.push_back(waiting.front());
      waiting.pop_front();
    }
    if (in_flight.empty()) break;
    const auto drawn = static_cast<std::size_t>(length(random));
    const std::size_t output = std::min(drawn, longest.value_or(kLongest));
    spending.received(in_flight.front());
    spending.charged(in_flight.front(), {100, 0, output});
    spending.ended(in_flight.front(), 1, Outcome::kResult);
    in_flight.pop_front();
  }
  return spending.tokens().all();
}

TEST(Spending, NeverPassesALimitWhereResponsesHaveOne) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const std::size_t spent = spent_with_heavy_tail(seed, 100'000, 4096);
    EXPECT_LE(spent, 100'000u) << seed;
    EXPECT_GE(spent, 85'000u) << seed;
  }
}

// Without one, by one response at most: the one that is longer than all before.
TEST(Spending, PassesALimitByOneResponseAtMost) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const std::size_t spent = spent_with_heavy_tail(seed, 100'000, std::nullopt);
    EXPECT_LE(spent, 100'000u + kLongest) << seed;
  }
}

// A request waits for those in flight; one that has no room alone never has.
TEST(Spending, RequestsInFlightMayTakeTheMostOfOne) {
  Spending spending({.tokens = 10'000, .response = 4'000}, std::nullopt);
  spending.began(1, category("multiple"));
  spending.began(2, category("multiple"));
  EXPECT_FALSE(spending.may_send(20'000));
  EXPECT_TRUE(spending.may_send(2'000));
  spending.sent(1, 2'000);
  EXPECT_TRUE(spending.may_send(2'000));
  EXPECT_FALSE(spending.may_send(2'002));
  EXPECT_FALSE(spending.may_send(2'000, 2));
  spending.sent(2, 2'000);
  EXPECT_EQ(spending.in_flight(), 2u);
  EXPECT_FALSE(spending.may_send(0));
  spending.received(1);
  spending.charged(1, {500, 0, 100});
  EXPECT_TRUE(spending.may_send(800));
  spending.ended(1, 1, Outcome::kResult);
  spending.ended(2, 1, Outcome::kPart);
  EXPECT_EQ(spending.in_flight(), 0u);
  // Nobody waited for the second one, which may take the most all the same.
  EXPECT_TRUE(spending.may_send(800));
  EXPECT_FALSE(spending.may_send(802));
}

// Without a bound of responses, few are in flight when longer ones than before begin.
TEST(Spending, HasHalfAsManyInFlightAsHaveCome) {
  Spending spending({.tokens = 1'000'000}, std::nullopt);
  for (std::size_t i = 0; i < 20; ++i) spend(spending, i, "multiple", {100, 0, 10});
  std::size_t in_flight = 0;
  while (spending.may_begin(0) && spending.may_send(400)) {
    spending.began(100 + in_flight, category("multiple"));
    spending.sent(100 + in_flight++, 400);
  }
  EXPECT_EQ(in_flight, 10u);
  spending.received(100);
  EXPECT_TRUE(spending.may_send(400));
}

// Also where one response would fit: no limit that is not set is the reason.
TEST(Spending, SaysWhichLimitRefusesSeveralResponses) {
  Spending spending({.tokens = 10'000, .response = 4'000}, std::nullopt);
  spending.began(1, category("multiple"));
  EXPECT_FALSE(spending.may_send(400, 4));
  EXPECT_TRUE(spending.may_send(400, 2));
  EXPECT_EQ(spending.why(0).rfind("at --max-tokens-total 10,000: 0 tokens spent", 0), 0U)
      << spending.why(0);
}

// Responses that are paid for and have no counts: the limits would have no effect.
TEST(Spending, EndsWhereUnusableResponsesHaveNoCounts) {
  Spending spending({.tokens = 10'000}, std::nullopt);
  for (std::size_t i = 0; i < 20 && spending.may_begin(0); ++i) {
    spending.began(i, category("multiple"));
    spending.charged(i, {});
    spending.ended(i, 1, Outcome::kFailed);
  }
  EXPECT_FALSE(spending.may_begin(0));
  EXPECT_NE(spending.why(0).find("reports no token counts"), std::string::npos);
}

// Requests before it were small, by this command or by others: its own prompt counts all the same.
TEST(Spending, ARequestMayTakeItsOwnPrompt) {
  Spending after({.cost = 0.0070}, TokenPrices{3, 15});
  after.set_others({0.0054, 2000}, {0.0004, 200});
  after.began(1, category("multi_turn_base"));
  EXPECT_TRUE(after.may_send(800));
  EXPECT_FALSE(after.may_send(5700));
  EXPECT_DOUBLE_EQ(after.most(5700, 1).cost, 2850 * 3 / 1e6);
  EXPECT_DOUBLE_EQ(after.most(20, 1).cost, 0.0004);
  Spending same({.tokens = 5000}, std::nullopt);
  for (std::size_t i = 0; i < 5; ++i) spend(same, i, "simple_python", {180, 0, 20});
  same.began(10, category("multi_turn_base"));
  EXPECT_FALSE(same.may_send(8002));
  ASSERT_TRUE(same.may_send(6000));
  same.sent(10, 6000);
  EXPECT_EQ(same.committed().tokens, 1000 + 3000);
  same.began(11, category("multi_turn_base"));
  EXPECT_FALSE(same.may_send(2002));
  EXPECT_TRUE(same.may_send(2000));
}

// Whatever their entries come to: others have counts.
TEST(Spending, UnusableResponsesWithoutCountsTakeTheMean) {
  Spending spending({.tokens = 10'000}, std::nullopt);
  spend(spending, 0, "multiple", {900, 0, 100});
  for (std::size_t i = 1; i <= 3; ++i) spend(spending, i, "multiple", {}, 1, Outcome::kFailed);
  spending.charged_apart({});
  EXPECT_EQ(spending.uncounted(), 4u);
  EXPECT_EQ(spending.committed().tokens, 5000);
  EXPECT_TRUE(spending.has_room({0, 5000}));
  EXPECT_FALSE(spending.has_room({0, 5001}));
  EXPECT_NE(
      spending.why(0).find("5,000 tokens spent (about 4,000 by responses without token counts)"),
      std::string::npos)
      << spending.why(0);
}

// However many requests a batch has, and whatever runs beside it counts.
TEST(Spending, RequestsInABatchCountTogether) {
  Spending spending({.tokens = 10'000, .response = 500}, std::nullopt);
  std::size_t members = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    spending.began(i, category("multiple"));
    if (!spending.may_send(1000)) continue;
    spending.batched(i, 1000);
    ++members;
  }
  EXPECT_EQ(members, 10U);  // of 500 tokens at most for the prompt, and as many for the response
  EXPECT_EQ(spending.in_flight(), 0U);
  EXPECT_EQ(spending.committed().tokens, 0);  // for other runs it is not spent yet
  spending.received(0);
  spending.charged(0, {100, 0, 200});
  EXPECT_FALSE(spending.may_send(1500));
  EXPECT_TRUE(spending.may_send(400));
  spending.ended(0, 1, Outcome::kResult);
  for (std::size_t i = 1; i < members; ++i) spending.ended(i, 1, Outcome::kFailed);
  EXPECT_TRUE(spending.may_send(18'000));
  EXPECT_FALSE(spending.may_send(19'000));
}

TEST(Spending, Dollars) {
  EXPECT_EQ(dollars_text(0), "$0.00");
  EXPECT_EQ(dollars_text(0.00314), "$0.0031");
  EXPECT_EQ(dollars_text(4.966), "$4.97");
}

// The server may charge what nobody waited for.
TEST(Spending, CountsRequestsWithoutAResponse) {
  Spending spending({.tokens = 3000, .response = 100}, std::nullopt);
  spending.began(1, category("multiple"));
  ASSERT_TRUE(spending.may_send(1600));
  for (int i = 1; i <= 3; ++i) {
    ASSERT_TRUE(spending.may_send(1600)) << i;
    spending.sent(1, 1600);
    spending.lost(1);
    spending.received(1);
    EXPECT_EQ(spending.in_flight(), 0u);
    EXPECT_EQ(spending.lost().tokens, i * 900);
    EXPECT_EQ(spending.committed().tokens, i * 900);
  }
  EXPECT_FALSE(spending.may_send(1600));
  EXPECT_TRUE(spending.is_used_up());
  EXPECT_EQ(spending.why(0),
            "at --max-tokens-total 3,000: 2,700 tokens spent (at most 2,700 by requests without a "
            "response), and another entry could exceed it");
  // One that is given up in flight, and a check; what was answered is not lost.
  Spending other({}, std::nullopt);
  other.began(1, category("multiple"));
  other.sent(1, 1000);
  other.received(1);
  other.lost(1);
  EXPECT_EQ(other.lost().tokens, 0);
  other.sent(1, 1000);
  other.ended(1, 1, Outcome::kFailed);
  EXPECT_EQ(other.lost().tokens, 500);
  other.sent_apart(0, 1000);
  other.lost_apart(0);
  other.received_apart(0);
  EXPECT_EQ(other.committed().tokens, 1000);
  EXPECT_EQ(other.in_flight(), 0u);
}

}  // namespace
}  // namespace bfclx
