#include "core/conversation/retry.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/conversation/dialect.h"

namespace bfclx {
namespace {

AttemptOutcome status(int code, std::string_view message = {}) {
  AttemptOutcome outcome;
  outcome.status = code;
  outcome.message = message;
  return outcome;
}

// How many requests are sent when every one of them ends so, up to `limit`.
int official_requests(std::string_view dialect, const AttemptOutcome& outcome, int limit = 50) {
  const DialectInfo* info = find_dialect(dialect);
  EXPECT_NE(info, nullptr) << dialect;
  RetryState state;
  int sent = 1;
  while (sent < limit && decide_official_retry(info->retry, state, outcome).again) ++sent;
  return sent;
}

// GENERATION.md, section 6.
TEST(OfficialRetry, RequestsOnALastingFailure) {
  struct Case {
    std::string_view dialect;
    int code;
    int requests;
  };
  const Case cases[] = {
      {"openai-chat", 500, 3},  {"openai-chat", 400, 1}, {"openai-chat", 409, 3},
      {"openai-chat", 429, 50}, {"deepseek", 429, 50},   {"fireworks", 429, 3},
      {"writer", 500, 8},       {"gorilla", 500, 1},     {"nanbeige", 408, 3},
  };
  for (const Case& row : cases) {
    EXPECT_EQ(official_requests(row.dialect, status(row.code)), row.requests)
        << row.dialect << " " << row.code;
  }
}

TEST(OfficialRetry, AMessageCountsWhereTheHandlerSaysSo) {
  const AttemptOutcome broke = status(402, "Error code: 402 - Insufficient Balance");
  EXPECT_EQ(official_requests("deepseek", broke), 50);
  EXPECT_EQ(official_requests("openai-chat", broke), 1);
  // The pattern's dots stay within the first line.
  EXPECT_EQ(official_requests("deepseek", status(402, "first\nInsufficient Balance")), 1);
}

TEST(OfficialRetry, BadJsonIsAskedAgainByDeepSeekAndLingAlone) {
  AttemptOutcome outcome;
  outcome.kind = AttemptOutcome::Kind::kBadJson;
  EXPECT_EQ(official_requests("ling", outcome), 50);
  EXPECT_EQ(official_requests("grok", outcome), 1);
}

TEST(OfficialRetry, WaitsOfBothLoops) {
  const RetryRule rule{.inner = {.count = 2}, .outer = {.on_429 = true}};
  RetryState state;
  std::vector<double> least;
  std::vector<double> most;
  std::vector<bool> new_calls;
  for (int i = 0; i < 24; ++i) {
    const RetryDecision decision = decide_official_retry(rule, state, status(429));
    ASSERT_TRUE(decision.again);
    least.push_back(decision.wait);
    most.push_back(decision.wait + decision.jitter);
    new_calls.push_back(decision.new_call);
  }
  EXPECT_DOUBLE_EQ(most[0], 0.5);
  EXPECT_DOUBLE_EQ(least[0], 0.375);
  EXPECT_DOUBLE_EQ(most[1], 1);
  EXPECT_FALSE(new_calls[1]);
  EXPECT_TRUE(new_calls[2]);
  EXPECT_DOUBLE_EQ(least[2], 6);
  EXPECT_DOUBLE_EQ(most[2], 6);
  EXPECT_DOUBLE_EQ(most[11], 8);    // after four calls
  EXPECT_DOUBLE_EQ(most[14], 16);   // after five
  EXPECT_DOUBLE_EQ(most[23], 120);  // after eight: 128, held at 120
}

TEST(OfficialRetry, HeadersOfTheServer) {
  const RetryRule rule{.inner = {.count = 2}};
  AttemptOutcome outcome = status(503);
  outcome.retry_after = 7;
  RetryState state;
  EXPECT_DOUBLE_EQ(decide_official_retry(rule, state, outcome).wait, 7);
  outcome.should_retry = false;
  EXPECT_FALSE(decide_official_retry(rule, state, outcome).again);
  outcome.should_retry = true;
  outcome.status = 400;
  RetryState fresh;
  EXPECT_TRUE(decide_official_retry(rule, fresh, outcome).again);
}

TEST(OurRetry, EndsAfterTheLimitAndObeysRetryAfter) {
  RetryState state;
  const RetryRule rule;
  AttemptOutcome outcome = status(429);
  outcome.retry_after = 30;
  EXPECT_DOUBLE_EQ(decide_retry(rule, state, outcome, 2).wait, 30);
  EXPECT_TRUE(decide_retry(rule, state, outcome, 2).again);
  EXPECT_FALSE(decide_retry(rule, state, outcome, 2).again);
}

TEST(OurRetry, AnAnswerOfTheServerIsFinal) {
  for (const int code : {400, 401, 403, 404, 422}) {
    RetryState state;
    EXPECT_FALSE(decide_retry({}, state, status(code), 5).again) << code;
    EXPECT_FALSE(is_transport_trouble(status(code))) << code;
  }
  for (const int code : {408, 425, 429, 500, 503}) {
    EXPECT_TRUE(is_transport_trouble(status(code))) << code;
  }
}

}  // namespace
}  // namespace bfclx
