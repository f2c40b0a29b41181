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

}  // namespace
}  // namespace bfclx
