#include "core/generation/request_outcome.h"

#include <gtest/gtest.h>

namespace bfclx {
namespace {

RequestOutcome status(int code, const HeaderList& headers, std::string_view body = "") {
  RequestOutcome outcome;
  outcome.status = code;
  outcome.headers = &headers;
  outcome.body = body;
  return outcome;
}

RequestOutcome failure(RequestFailure kind) {
  RequestOutcome outcome;
  outcome.failure = kind;
  return outcome;
}

TEST(Reception, OfStatuses) {
  const struct {
    int status;
    Reception reception;
  } cases[] = {
      {200, Reception::kResponse},     {400, Reception::kResponse},
      {413, Reception::kResponse},     {422, Reception::kResponse},
      {401, Reception::kForbidden},    {403, Reception::kForbidden},
      {402, Reception::kForbidden},    {404, Reception::kWrongAddress},
      {302, Reception::kWrongAddress}, {408, Reception::kFailed},
      {429, Reception::kRateLimited},  {529, Reception::kRateLimited},
      {500, Reception::kFailed},       {502, Reception::kFailed},
      {503, Reception::kFailed},       {504, Reception::kFailed},
  };
  for (const auto& one : cases) EXPECT_EQ(reception_of(status(one.status, {})), one.reception);
  const HeaderList later = {{"retry-after", "3"}};
  EXPECT_EQ(reception_of(status(503, later)), Reception::kRateLimited);
}

TEST(Reception, NoCreditIsForGood) {
  const char* body = R"({"error": {"code": "insufficient_quota"}})";
  EXPECT_EQ(reception_of(status(429, {}, body)), Reception::kForbidden);
  EXPECT_EQ(reception_of(status(200, {}, body)), Reception::kResponse);
}

TEST(Reception, OfFailures) {
  EXPECT_EQ(reception_of(failure(RequestFailure::kConnect)), Reception::kUnreachable);
  EXPECT_EQ(reception_of(failure(RequestFailure::kDns)), Reception::kUnreachable);
  EXPECT_EQ(reception_of(failure(RequestFailure::kCut)), Reception::kFailed);
  EXPECT_EQ(reception_of(failure(RequestFailure::kTimeout)), Reception::kFailed);
  EXPECT_EQ(reception_of(failure(RequestFailure::kTooLarge)), Reception::kFailed);
  EXPECT_EQ(reception_of(failure(RequestFailure::kTls)), Reception::kWrongAddress);
  EXPECT_EQ(reception_of(failure(RequestFailure::kRedirect)), Reception::kWrongAddress);
}

TEST(RequestedWait, EveryForm) {
  const double now = 1700000000;  // Tue, 14 Nov 2023 22:13:20 GMT
  const struct {
    HeaderList headers;
    double wait;
  } cases[] = {
      {{{"retry-after", "7"}}, 7},
      {{{"retry-after", "0.25"}}, 0.25},
      {{{"retry-after", "Tue, 14 Nov 2023 22:13:50 GMT"}}, 30},
      {{{"retry-after", "Tue, 14 Nov 2023 22:00:00 GMT"}}, 0},
      {{{"retry-after", "99999"}}, 99999},
      {{{"retry-after", "-1" + std::string(300, '0')}}, 0},
      {{{"retry-after", "Tuesday, 14-Nov-23 22:13:50 GMT"}}, 30},
      {{{"retry-after", "Tue Nov 14 22:13:50 2023"}}, 30},
      {{{"retry-after", "-5"}}, 0},
      {{{"retry-after-ms", "1500"}, {"retry-after", "2"}}, 1.5},
      {{{"x-ratelimit-remaining-requests", "0"}, {"x-ratelimit-reset-requests", "1m30s"}}, 90},
      {{{"x-ratelimit-remaining-tokens", "0"}, {"x-ratelimit-reset-tokens", "120ms"}}, 0.12},
      {{{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "1700000012"}}, 12},
      {{{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "1700000012000"}}, 12},
      {{{"anthropic-ratelimit-requests-remaining", "0"},
        {"anthropic-ratelimit-requests-reset", "2023-11-14T22:13:40Z"}},
       20},
  };
  for (const auto& one : cases) {
    const std::optional<double> wait = requested_wait(one.headers, now);
    ASSERT_TRUE(wait.has_value()) << one.headers[0].first << ": " << one.headers[0].second;
    EXPECT_NEAR(*wait, one.wait, 1e-6) << one.headers[0].first << ": " << one.headers[0].second;
  }
}

TEST(RequestedWait, NothingRequestedOrNotUnderstood) {
  EXPECT_FALSE(requested_wait({}, 0));
  EXPECT_FALSE(requested_wait({{"retry-after", "soon"}}, 0));
  EXPECT_FALSE(requested_wait({{"retry-after", ""}}, 0));
  EXPECT_FALSE(requested_wait({{"retry-after", "nan"}}, 0));
  EXPECT_FALSE(requested_wait({{"retry-after", "0x10"}}, 0));
  EXPECT_FALSE(requested_wait({{"retry-after", "1e9"}}, 0));
  EXPECT_FALSE(requested_wait({{"retry-after", "-"}}, 0));
  EXPECT_FALSE(requested_wait({{"retry-after", std::string(400, '9')}}, 0));
  EXPECT_FALSE(requested_wait({{"retry-after", "Tue, 32 Nov 2023 25:13:50 GMT"}}, 0));
  EXPECT_FALSE(requested_wait({{"retry-after", "14 2023"}}, 0));
  // A limit that is not spent asks for nothing.
  EXPECT_FALSE(requested_wait(
      {{"x-ratelimit-remaining-requests", "5"}, {"x-ratelimit-reset-requests", "9s"}}, 0));
}

TEST(Describe, StatusOrWhatTheTransportSays) {
  EXPECT_EQ(describe(status(401, {}, R"({"error": "no"})"), "https://h/v1"),
            "https://h/v1: status 401, no");
  EXPECT_EQ(describe(status(500, {}), ""), "status 500");
  RequestOutcome broken = failure(RequestFailure::kCut);
  broken.error = "https://h: the connection was cut";
  EXPECT_EQ(describe(broken, "https://h/v1"), "https://h: the connection was cut");
}

TEST(FailureName, ThereAndBack) {
  for (std::size_t i = 0; i < kRequestFailures; ++i) {
    const auto one = static_cast<RequestFailure>(i);
    EXPECT_EQ(failure_of_name(failure_name(one)), one);
  }
  EXPECT_EQ(failure_of_name("gone"), std::nullopt);
}

// Gateways say so: the status of the error counts.
TEST(RequestOutcome, AnErrorInA200HasItsOwnStatus) {
  const auto of_body = [](std::string_view body) {
    RequestOutcome outcome;
    outcome.status = 200;
    outcome.body = body;
    return outcome;
  };
  const RequestOutcome busy = of_body(R"({"error": {"message": "slow down", "code": 429}})");
  EXPECT_EQ(reception_of(busy), Reception::kRateLimited);
  EXPECT_EQ(reason_of(busy), "status 429");
  EXPECT_EQ(describe(busy, "h"), "h: status 429 in a 200, slow down");
  EXPECT_EQ(reception_of(of_body(R"({"error": {"code": 500}})")), Reception::kFailed);
  EXPECT_EQ(reception_of(of_body(R"({"error": {"code": 401}})")), Reception::kForbidden);
  for (const std::string_view body :
       {R"({"error": {"code": 400}})", R"({"error": "busy"})", R"({"error": null})",
        R"({"choices": [{"message": {"content": "\"error\": {\"code\": 500}"}}]})"}) {
    EXPECT_EQ(reception_of(of_body(body)), Reception::kResponse) << body;
  }
}

}  // namespace
}  // namespace bfclx
