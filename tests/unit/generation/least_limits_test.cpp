// What is said of limits that are too low for one entry.
#include <gtest/gtest.h>

#include "core/dataset/category.h"
#include "core/generation/least_limits.h"

namespace bfclx {
namespace {

RunEstimate of_requests(std::initializer_list<std::size_t> bytes) {
  RunEstimate estimate({});
  for (const std::size_t size : bytes) estimate.add(find_category("simple_python"), 1, size);
  return estimate;
}

TEST(LeastLimits, OfTokens) {
  const RunEstimate estimate = of_requests({3000, 2000, 7000});
  SpendingLimits limits;
  limits.tokens = 500;
  limits.response = 100;
  EXPECT_EQ(too_low_text(limits, std::nullopt, {}, {}, estimate),
            "--max-tokens-total 500 is not enough for one entry: a request can take up to 3,600 "
            "tokens. Pass 3,600 or more");
  limits.response.reset();
  EXPECT_EQ(too_low_text(limits, std::nullopt, {0, 12'345}, {}, estimate),
            "--max-tokens-total 500 is not enough for one entry: the prompt of a request can take "
            "up to 3,500 tokens, and 12,345 tokens are already spent. Pass 16,000 or more");
  limits.tokens = 1000;
  EXPECT_EQ(too_low_text(limits, std::nullopt, {}, {}, estimate), "");
  limits.tokens = 0;
  EXPECT_EQ(too_low_text(limits, std::nullopt, {}, {}, RunEstimate({})), "");
}

TEST(LeastLimits, OfTheCost) {
  SpendingLimits limits;
  limits.cost = 0.001;
  limits.response = 1000;
  const TokenPrices prices{.input = 1, .output = 10};
  EXPECT_EQ(too_low_text(limits, prices, {}, {}, of_requests({2000})),
            "--max-cost $0.0010 is not enough for one entry: a request can take up to $0.0110. "
            "Pass $0.0110 or more");
  limits.cost = 0.02;
  EXPECT_EQ(too_low_text(limits, prices, {}, {}, of_requests({2000})), "");
}

// A request may also take as much as those of earlier commands, whatever its own prompt is.
TEST(LeastLimits, AfterLargeResponses) {
  SpendingLimits limits;
  limits.tokens = 6000;
  EXPECT_EQ(too_low_text(limits, std::nullopt, {0, 2500}, {0, 3600}, of_requests({3000})),
            "--max-tokens-total 6,000 is not enough for one entry: a request can take up to 3,600 "
            "tokens, and 2,500 tokens are already spent. Pass 6,100 or more");
  limits.tokens = 6100;
  EXPECT_EQ(too_low_text(limits, std::nullopt, {0, 2500}, {0, 3600}, of_requests({3000})), "");
  EXPECT_NE(too_low_text(limits, std::nullopt, {0, 2500}, {0, 200}, of_requests({8000}))
                .find("the prompt of a request can take up to 4,000 tokens"),
            std::string::npos);
}

// What is spent is shown as in all other lines, and what would be enough is rounded up.
TEST(LeastLimits, ShowsWhatIsSpentAsOtherLinesDo) {
  SpendingLimits limits;
  limits.cost = 0.00702;
  const double others = 0.00531;
  EXPECT_EQ(
      too_low_text(limits, TokenPrices{3, 15}, {others, 1000}, {0.0004, 200}, of_requests({5701})),
      "--max-cost $0.0070 is not enough for one entry: the prompt of a request can take up to "
      "$0.0086, and " +
          dollars_text(others) + " is already spent. Pass $0.0140 or more");
}

// What is passed on is enough.
TEST(LeastLimits, TheNumberThatItNamesIsEnough) {
  for (const std::size_t bytes : {2u, 19u, 1999u, 20'001u, 99'999u, 1'234'567u}) {
    const RunEstimate estimate = of_requests({bytes});
    SpendingLimits limits;
    limits.tokens = 0;
    std::string text = too_low_text(limits, std::nullopt, {}, {}, estimate);
    text = text.substr(text.find("Pass ") + 5);
    std::string digits;
    for (const char c : text) {
      if (c >= '0' && c <= '9') digits += c;
    }
    limits.tokens = std::stoul(digits);
    EXPECT_EQ(too_low_text(limits, std::nullopt, {}, {}, estimate), "") << bytes;
    EXPECT_LE(*limits.tokens, bytes / 2 + bytes / 10 + 1) << bytes;
  }
}

}  // namespace
}  // namespace bfclx
