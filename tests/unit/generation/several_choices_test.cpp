#include "core/generation/several_choices.h"

#include <gtest/gtest.h>

#include <string>

namespace bfclx {
namespace {

TEST(SeveralChoices, TheRequestHasN) {
  EXPECT_EQ(body_for_choices(R"({"model":"m"})", 5), R"({"model":"m","n":5})");
}

TEST(SeveralChoices, AResponseEachAndThePromptOnce) {
  const auto parts = split_choices(
      R"({"id": "x", "choices": [{"index": 0, "text": "a"}, {"index": 1, "text": "b"}, {"index": 2, "text": "c"}], )"
      R"("usage": {"prompt_tokens": 100, "completion_tokens": 8, "total_tokens": 108, )"
      R"("prompt_tokens_details": {"cached_tokens": 64}, "completion_tokens_details": {"reasoning_tokens": 4, "x": null}}})");
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(
      parts[0],
      R"({"id": "x", "choices": [{"index": 0, "text": "a"}], "usage": {"prompt_tokens": 100, )"
      R"("completion_tokens": 4, "total_tokens": 104, "prompt_tokens_details": {"cached_tokens": 64}, )"
      R"("completion_tokens_details": {"reasoning_tokens": 2, "x": null}}})");
  EXPECT_EQ(
      parts[2],
      R"({"id": "x", "choices": [{"index": 0, "text": "c"}], "usage": {"prompt_tokens": 0, )"
      R"("completion_tokens": 2, "completion_tokens_details": {"reasoning_tokens": 1, "x": null}, "total_tokens": 2}})");
}

TEST(SeveralChoices, TotalsOfAnyNumbersAreNumbers) {
  const auto parts = split_choices(
      R"({"choices": [1, 2], "usage": {"prompt_tokens": 9223372036854775807, "completion_tokens": 9223372036854775807}})");
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_NE(parts[0].find(R"("total_tokens": 18014398509481984)"), std::string::npos) << parts[0];
  const auto negative = split_choices(
      R"({"choices": [1], "usage": {"prompt_tokens": -9223372036854775808, "completion_tokens": -9223372036854775808}})");
  ASSERT_EQ(negative.size(), 1U);
  EXPECT_NE(negative[0].find(R"("total_tokens": 0)"), std::string::npos) << negative[0];
}

TEST(SeveralChoices, WhatIsNoneIsLeftAlone) {
  for (const char* body :
       {"", "[]", "{}", R"({"choices": null})", R"({"choices": {}})", "{\"choices\": [", "\xff"}) {
    EXPECT_TRUE(split_choices(body).empty()) << body;
  }
  std::string many = R"({"choices": [1)";
  for (int i = 0; i < 200; ++i) many += ",1";
  EXPECT_TRUE(split_choices(many + "]}").empty());
  EXPECT_EQ(split_choices(R"({"choices": [null, 3], "usage": 5})").size(), 2U);
}

}  // namespace
}  // namespace bfclx
