#include "core/generation/several_choices.h"

#include <gtest/gtest.h>

#include <string>

#include "core/generation/token_usage.h"

namespace bfclx {
namespace {

TEST(SeveralChoices, TheRequestHasN) {
  EXPECT_EQ(body_for_choices(R"({"model":"m"})", 5), R"({"model":"m","n":5})");
}

TEST(SeveralChoices, AResponseEachAndThePromptOnce) {
  const auto parts = split_choices(
      R"({"id": "x", "choices": [{"index": 0, "text": "a"}, {"index": 1, "text": "b"}, {"index": 2, "text": "c"}], )"
      R"("usage": {"prompt_tokens": 100, "completion_tokens": 8, "total_tokens": 108, )"
      R"("prompt_tokens_details": {"cached_tokens": 64}, "completion_tokens_details": {"reasoning_tokens": 4, "x": null}}})",
      3);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(
      parts[0],
      R"({"id": "x", "choices": [{"index": 0, "text": "a"}], "usage": {"prompt_tokens": 100, )"
      R"("completion_tokens": 4, "total_tokens": 104, "prompt_tokens_details": {"cached_tokens": 64}, )"
      R"("completion_tokens_details": {"reasoning_tokens": 2, "x": null}}})");
  EXPECT_EQ(
      parts[2],
      R"({"id": "x", "choices": [{"index": 0, "text": "c"}], "usage": {"prompt_tokens": 0, )"
      R"("completion_tokens": 2, "completion_tokens_details": {"reasoning_tokens": 1}, "total_tokens": 2}})");
}

TEST(SeveralChoices, ReasoningBesideTheOutputIsShared) {
  const auto parts = split_choices(
      R"({"choices": [1, 2], "usage": {"prompt_tokens": 10, "completion_tokens": 4, "total_tokens": 25, )"
      R"("completion_tokens_details": {"reasoning_tokens": 11}}})",
      2);
  ASSERT_EQ(parts.size(), 2U);
  const TokenCounts first = tokens_in_body(parts[0]);
  const TokenCounts second = tokens_in_body(parts[1]);
  EXPECT_EQ(first.input + second.input, 10U);
  EXPECT_EQ(first.output + second.output, 15U);
  EXPECT_EQ(first.reasoning + second.reasoning, 11U);
}

TEST(SeveralChoices, TotalsOfAnyNumbersAreNumbers) {
  const auto parts = split_choices(
      R"({"choices": [1, 2], "usage": {"prompt_tokens": 9223372036854775807, "completion_tokens": 9223372036854775807, )"
      R"("total_tokens": 9223372036854775807}})",
      2);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_NE(parts[0].find(R"("total_tokens": 13510798882111488)"), std::string::npos) << parts[0];
  const auto negative = split_choices(
      R"({"choices": [1], "usage": {"prompt_tokens": -9223372036854775808, "completion_tokens": -9223372036854775808, )"
      R"("total_tokens": -9223372036854775808}})",
      1);
  ASSERT_EQ(negative.size(), 1U);
  EXPECT_NE(negative[0].find(R"("total_tokens": 0)"), std::string::npos) << negative[0];
}

// What a server puts beside many small choices is not in each of them.
TEST(SeveralChoices, AllPartsAreAboutAsLargeAsTheResponse) {
  const std::string large(std::size_t{1} << 20, 'x');
  std::string many = "{}";
  for (int i = 1; i < 100; ++i) many += ",{}";
  for (const std::string& member :
       {"\"padding\": \"" + large + "\"", "\"id\": \"" + large + "\"",
        "\"usage\": \"" + large + "\"",
        "\"usage\": {\"" + large + "\": 1, \"completion_tokens_details\": {\"" + large +
            "\": 1}}"}) {
    const std::string body = "{\"choices\": [" + many + "], " + member + "}";
    std::size_t all = 0;
    const auto parts = split_choices(body, 128);
    for (const std::string& part : parts) all += part.size();
    EXPECT_EQ(parts.size(), 100U) << member.substr(0, 20);
    EXPECT_LT(all, body.size() + 100 * 1000) << member.substr(0, 20);
  }
}

TEST(SeveralChoices, WhatIsNoneIsLeftAlone) {
  for (const char* body : {"", "[]", "{}", R"({"choices": null})", R"({"choices": {}})",
                           "{\"choices\": [", "\xff", R"({"choices": [1, 2], "error": "no"})"}) {
    EXPECT_TRUE(split_choices(body, 128).empty()) << body;
  }
  EXPECT_TRUE(split_choices(R"({"choices": [1, 2, 3]})", 2).empty());
  EXPECT_EQ(split_choices(R"({"choices": [null, 3], "usage": 5, "error": null})", 3).size(), 2U);
}

}  // namespace
}  // namespace bfclx
