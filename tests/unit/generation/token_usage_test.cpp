// Tokens by the usage objects of the providers, and what they cost.
#include "core/generation/token_usage.h"

#include <gtest/gtest.h>

#include <string_view>

#include "core/value/json.h"

namespace bfclx {
namespace {

TEST(TokenUsage, CountsWhatEveryProviderNames) {
  struct Case {
    std::string_view usage;
    std::size_t input, cached, output;
  };
  const Case cases[] = {
      {R"({"prompt_tokens": 100, "completion_tokens": 20,
           "prompt_tokens_details": {"cached_tokens": 64}})",
       100, 64, 20},
      {R"({"input_tokens": 100, "output_tokens": 20, "input_tokens_details": {"cached_tokens": 8}})",
       100, 8, 20},
      // Anthropic counts the cache apart from the input.
      {R"({"input_tokens": 10, "output_tokens": 20, "cache_read_input_tokens": 90,
           "cache_creation_input_tokens": 5})",
       105, 90, 20},
      {R"({"inputTokens": 10, "outputTokens": 2, "cacheReadInputTokens": 3,
           "cacheWriteInputTokens": 4})",
       17, 3, 2},
      // Gemini counts reasoning apart from the candidates.
      {R"({"promptTokenCount": 50, "candidatesTokenCount": 7, "thoughtsTokenCount": 30,
           "cachedContentTokenCount": 40})",
       50, 40, 37},
      {R"({"prompt_tokens": 5, "prompt_tokens_details": null, "completion_tokens": null})", 5, 0,
       0},
      {R"({"prompt_tokens": 5, "prompt_tokens_details": {"cached_tokens": 9}})", 5, 5, 0},
      // A proxy in front of Anthropic: the cache is part of the prompt.
      {R"({"prompt_tokens": 100, "completion_tokens": 2, "cache_read_input_tokens": 90})", 100, 0,
       2},
      // Grok counts reasoning apart, as its total says; others that have a total do not.
      {R"({"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 1110,
           "completion_tokens_details": {"reasoning_tokens": 1000}})",
       100, 0, 1010},
      {R"({"prompt_tokens": 100, "completion_tokens": 1010, "total_tokens": 1110,
           "completion_tokens_details": {"reasoning_tokens": 1000}})",
       100, 0, 1010},
      {R"({"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 5000,
           "completion_tokens_details": {"reasoning_tokens": 1000}})",
       100, 0, 10},
      // Cohere: what is billed, else all.
      {R"({"billed_units": {"input_tokens": 100, "output_tokens": 10},
           "tokens": {"input_tokens": 500, "output_tokens": 12}})",
       100, 0, 10},
      {R"({"tokens": {"input_tokens": 500, "output_tokens": 12}})", 500, 0, 12},
      {R"({"billed_units": 5, "tokens": null, "input_tokens": 7})", 7, 0, 0},
      {R"({"prompt_tokens": -5, "completion_tokens": "7"})", 0, 0, 0},
      {"[]", 0, 0, 0},
      {"null", 0, 0, 0},
  };
  for (const Case& one : cases) {
    const TokenCounts counts = tokens_in(*json_loads(one.usage));
    EXPECT_EQ(counts.input, one.input) << one.usage;
    EXPECT_EQ(counts.cached, one.cached) << one.usage;
    EXPECT_EQ(counts.output, one.output) << one.usage;
  }
}

// One that is no count makes all of them none.
TEST(TokenUsage, CountsOutOfRange) {
  for (const std::string_view usage :
       {R"({"prompt_tokens": 1000000000, "completion_tokens": 1})",
        R"({"prompt_tokens": 9223372036854775807, "completion_tokens": 1})",
        R"({"prompt_tokens": 1000000000000000000000000000000, "completion_tokens": 1})",
        R"({"prompt_tokens": 7, "completion_tokens": 1e308})",
        R"({"prompt_tokens": 7, "completion_tokens": -1})",
        R"({"prompt_tokens": 7, "completion_tokens": true})",
        R"({"input_tokens": 7, "output_tokens": 1, "cache_read_input_tokens": 1e30})"}) {
    EXPECT_EQ(tokens_in(*json_loads(usage)).all(), 0u) << usage;
  }
  EXPECT_EQ(tokens_in(*json_loads(R"({"prompt_tokens": 999999999, "output_tokens": 1})")).all(),
            1'000'000'000u);
  const TokenCounts counts = tokens_in(*json_loads(
      R"({"prompt_tokens": 7, "prompt_tokens_details": {"cached_tokens": 1000000000}})"));
  EXPECT_EQ(counts.input, 7u);
  EXPECT_EQ(counts.cached, 0u);
}

TEST(TokenUsage, OfBodies) {
  EXPECT_EQ(tokens_in_body(R"({"choices": [], "usage": {"prompt_tokens": 7}})").input, 7u);
  EXPECT_EQ(tokens_in_body(R"({"usageMetadata": {"candidatesTokenCount": 8}})").output, 8u);
  for (const std::string_view nothing : {"", "no", "[]", "{}", R"({"usage": 5})", R"(["usage"])",
                                         R"({"usage": {"prompt_tokens": 7}, "choices": [)",
                                         R"({"answer": {"usage": {"prompt_tokens": 7}}})"}) {
    EXPECT_EQ(tokens_in_body(nothing).all(), 0u) << nothing;
  }
}

TEST(TokenUsage, Prices) {
  const Result<TokenPrices> prices = read_prices("in=3,out=15,cached=0.3");
  ASSERT_TRUE(prices.ok());
  EXPECT_DOUBLE_EQ(prices->cost({1'000'000, 400'000, 100'000}), 0.6 * 3 + 0.4 * 0.3 + 0.1 * 15);
  // What is written into the cache: a quarter more, where no price says otherwise.
  const TokenCounts written = tokens_in(*json_loads(
      R"({"input_tokens": 1000000, "output_tokens": 0, "cache_creation_input_tokens": 2000000})"));
  EXPECT_EQ(written.written, 2'000'000u);
  EXPECT_DOUBLE_EQ(prices->cost(written), 3 + 2 * 3.75);
  EXPECT_DOUBLE_EQ(read_prices("in=3,out=15,written=6")->cost(written), 3 + 2 * 6);
  EXPECT_DOUBLE_EQ(prices->cost({.input = 1'000'000, .cached = 1'000'000, .written = 5}), 0.3);
  // In batches, each of them costs a part.
  const Result<TokenPrices> batch = read_prices("in=3,out=15,cached=1,written=6,batch=0.25");
  EXPECT_DOUBLE_EQ(batch->in_batches().cost({2'000'000, 1'000'000, 1'000'000}),
                   (3 + 1 + 15) * 0.25);
  EXPECT_DOUBLE_EQ(batch->in_batches().cost(written), (3 + 2 * 6) * 0.25);
  EXPECT_DOUBLE_EQ(read_prices("in=3,out=15")->in_batches().output, 7.5);
  EXPECT_FALSE(read_prices("in=3,out=15,batch=1.5").ok());
  EXPECT_FALSE(read_prices("in=3,out=15,batch=-1").ok());
  EXPECT_FALSE(read_prices("in=3,out=15,batch=").ok());
  const Result<TokenPrices> plain = read_prices("out=0.5,in=0");
  ASSERT_TRUE(plain.ok());
  EXPECT_DOUBLE_EQ(plain->cost({1000, 1000, 2'000'000}), 1.0);
  for (const std::string_view wrong :
       {"", "3", "in=3", "out=3", "in=3,out=", "in=3,out=x", "in=3,out=-1", "in=3,out=inf",
        "in=3,out=nan", "in=3,out=1,in=3", "in=3,out=1,", "in=3,out=1,batch=2", "in=3 out=1",
        "in=3,out=1 "}) {
    EXPECT_FALSE(read_prices(wrong).ok()) << wrong;
  }
}

// A stream that nobody asked for is paid for, too.
TEST(TokenUsage, OfTheEventsOfAStream) {
  const TokenCounts chat = tokens_in_body(
      "data: {\"choices\": [{\"delta\": {\"content\": \"x\"}}]}\n\n"
      "data: {\"choices\": [], \"usage\": {\"prompt_tokens\": 200, \"completion_tokens\": 110}}\n\n"
      "data: [DONE]\n");
  EXPECT_EQ(chat.input, 200U);
  EXPECT_EQ(chat.output, 110U);
  const TokenCounts claude = tokens_in_body(
      "event: message_start\n"
      "data: {\"message\": {\"usage\": {\"input_tokens\": 30, \"output_tokens\": 1}}}\n\n"
      "data: {\"usage\": {\"output_tokens\": 12}}\r\n");
  EXPECT_EQ(claude.input, 30U);
  EXPECT_EQ(claude.output, 12U);
  EXPECT_EQ(tokens_in_body("<html>\"usage\"").all(), 0U);
}

}  // namespace
}  // namespace bfclx
