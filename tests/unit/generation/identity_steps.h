// What the tests of credentials share: a step's answer, and what can be wrong with any.
#ifndef BFCLX_TESTS_UNIT_GENERATION_IDENTITY_STEPS_H_
#define BFCLX_TESTS_UNIT_GENERATION_IDENTITY_STEPS_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/generation/identity/identity_step.h"

namespace bfclx {

inline constexpr double kNow = 1767323045;  // 2026-01-02T03:04:05Z

inline IdentityStep answered(const IdentityStep& step, std::string_view body, int status = 200,
                             const HeaderList& headers = {}) {
  RequestOutcome outcome;
  outcome.status = status;
  outcome.body = body;
  outcome.headers = &headers;
  return step.read(outcome, kNow);
}

inline std::string error_of(const IdentityStep& step) {
  if (!step.error) return "no error";
  return (step.error->passes ? "passes: " : "lasts: ") + step.error->message;
}

inline bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// What can be wrong with any response, and what it means.
inline void expect_bounded(const IdentityStep& step, const HeaderList& headers = {}) {
  for (const char* body : {"", "null", "[]", "{}", "<html>", "{\"access_token\": 1}",
                           "{\"access_token\": \"a b\"}", "{\"access_token\": \"a\\nb: c\"}",
                           "{\"access_token\": \"\"}", "{\"AccessKeyId\": \"a\"}"}) {
    EXPECT_EQ(error_of(answered(step, body, 200, headers)).rfind("passes: ", 0), 0u) << body;
  }
  for (const int status : {408, 429, 500, 502, 503, 504}) {
    EXPECT_TRUE(answered(step, "later", status, headers).error->passes) << status;
  }
  for (const int status : {400, 401, 403}) {
    EXPECT_FALSE(answered(step, "{}", status, headers).error->passes) << status;
  }
  RequestOutcome none;
  none.failure = RequestFailure::kTimeout;
  none.error = "http://h: timed out";
  EXPECT_EQ(error_of(step.read(none, kNow)), "passes: http://h: timed out");
  const std::string huge = "{\"access_token\": \"" + std::string(kMostTokenBytes + 1, 'a') + "\"}";
  EXPECT_TRUE(answered(step, huge, 200, headers).error.has_value());
}

}  // namespace bfclx

#endif  // BFCLX_TESTS_UNIT_GENERATION_IDENTITY_STEPS_H_
