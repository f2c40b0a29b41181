// What a run is likely to take, from its prompts and typical numbers.
#include "core/generation/estimate.h"

#include <gtest/gtest.h>

namespace bfclx {
namespace {

TEST(RunEstimate, OfSingleRequests) {
  RunEstimate estimate({.reasoning = false, .prices = TokenPrices{2, 10}, .concurrency = 25});
  for (int i = 0; i < 100; ++i) estimate.add(find_category("simple_python"), 1, 4000);
  EXPECT_EQ(estimate.requests().low, 100);
  EXPECT_EQ(estimate.requests().high, 100);
  EXPECT_EQ(estimate.input().likely, 100'000);
  EXPECT_EQ(estimate.output(false).likely, 6'000);
  EXPECT_DOUBLE_EQ(estimate.dollars(false).likely, 0.2 + 0.06);
  EXPECT_DOUBLE_EQ(estimate.seconds(false).likely, 100 * (0.5 + 60 * 0.02) / 25);
  EXPECT_EQ(estimate.text(),
            "Estimate (typical range): 100 requests, 100,000 input tokens (80,000 to 130,000)\n"
            "  without reasoning: 6,000 output tokens (2,500 to 20,000), $0.26 ($0.18 to $0.47), "
            "7 s (2 s to 48 s)\n");
}

// Each request of an episode has all that was said before.
TEST(RunEstimate, OfEpisodes) {
  RunEstimate estimate({});
  estimate.add(find_category("multi_turn_base"), 4, 4000);
  EXPECT_EQ(estimate.requests().likely, 8);
  EXPECT_EQ(estimate.input().likely, 8 * 1000 + 150 * 28);
  EXPECT_LT(estimate.input().low, estimate.input().likely);
  EXPECT_GT(estimate.input().high, estimate.input().likely);
  RunEstimate search({});
  search.add(find_category("web_search_base"), 1, 4000);
  EXPECT_GT(search.input().likely, estimate.input().likely);
}

// Where nobody knows whether the model reasons, both are said.
TEST(RunEstimate, OfKindsOfModels) {
  RunEstimate unknown({});
  EXPECT_EQ(unknown.text(), "");
  unknown.add(find_category("multiple"), 1, 400);
  EXPECT_NE(unknown.text().find("without reasoning: 60 output tokens"), std::string::npos);
  EXPECT_NE(unknown.text().find("with reasoning: 700 output tokens"), std::string::npos);
  RunEstimate reasons({.reasoning = true, .max_tokens = 500, .in_batches = true});
  reasons.add(find_category("multiple"), 1, 400);
  EXPECT_EQ(reasons.text(),
            "Estimate (typical range): 1 request, 100 input tokens (80 to 130)\n"
            "  with reasoning: 500 output tokens (200 to 500)\n");
}

// With --one-request the prompt is paid once, and the responses come together.
TEST(RunEstimate, OfSeveralResponses) {
  RunEstimate one({.reasoning = false, .prices = TokenPrices{2, 10}, .concurrency = 1});
  RunEstimate five = one;
  one.add(find_category("multiple"), 1, 4000);
  five.add(find_category("multiple"), 1, 4000, 5);
  five.add(find_category("multiple"), 1, 4000, 0);  // of another run
  EXPECT_EQ(five.requests().likely, 1);
  EXPECT_EQ(five.input().likely, one.input().likely);
  EXPECT_EQ(five.output(false).likely, 5 * 60);
  EXPECT_EQ(five.seconds(false).likely, one.seconds(false).likely);
}

TEST(EstimateSum, OfAllRuns) {
  RunEstimate run({.prices = TokenPrices{2000, 10000}, .concurrency = 1});
  for (int i = 0; i < 100; ++i) run.add(find_category("multiple"), 1, 4000);
  EstimateSum sum;
  EXPECT_EQ(sum.text(), "");
  for (int i = 0; i < 3; ++i) sum.add(run);
  EXPECT_EQ(
      sum.text(),
      "Estimate of all 3 runs (typical range): 300 requests, 300,000 input tokens (240,000 to "
      "400,000)\n"
      "  without reasoning: 18,000 output tokens (7,500 to 60,000), $780.00 ($555.00 to "
      "$1,400.00), 8 min (2 min to 60 min)\n"
      "  with reasoning: 210,000 output tokens (60,000 to 900,000), $2,700.00 ($1,080.00 to "
      "$9,800.00), 72 min (11 min to 13 h)\n");
  // One that is known to reason, and one without a price.
  sum.add(RunEstimate({}));  // nothing
  RunEstimate reasons({.reasoning = true});
  reasons.add(find_category("multiple"), 1, 4000);
  sum.add(reasons);
  EXPECT_EQ(sum.text().find('$'), std::string::npos);
  EXPECT_NE(sum.text().find("  without reasoning: 19,000 output tokens"), std::string::npos);
}

}  // namespace
}  // namespace bfclx
