#include "tools/bfclx/net/policy.h"

#include <gtest/gtest.h>

#include <deque>

namespace bfclx::net {
namespace {

Response status(int code, Headers headers = {}, std::string body = "") {
  Response response;
  response.status = code;
  response.headers = std::move(headers);
  response.body = std::move(body);
  return response;
}

Response failure(Failure kind) {
  Response response;
  response.failure = kind;
  return response;
}

TEST(Reception, OfStatuses) {
  const struct {
    int status;
    Reception reception;
  } cases[] = {
      {200, Reception::kAnswer},    {400, Reception::kAnswer},    {413, Reception::kAnswer},
      {422, Reception::kAnswer},    {401, Reception::kForbidden}, {403, Reception::kForbidden},
      {402, Reception::kForbidden}, {404, Reception::kNowhere},   {302, Reception::kNowhere},
      {408, Reception::kBroken},    {429, Reception::kSlower},    {529, Reception::kSlower},
      {500, Reception::kBroken},    {502, Reception::kBroken},    {503, Reception::kBroken},
      {504, Reception::kBroken},
  };
  for (const auto& one : cases) EXPECT_EQ(reception_of(status(one.status)), one.reception);
  EXPECT_EQ(reception_of(status(503, {{"retry-after", "3"}})), Reception::kSlower);
}

TEST(Reception, ASpentQuotaNeverPasses) {
  const char* body = R"({"error": {"code": "insufficient_quota"}})";
  EXPECT_EQ(reception_of(status(429, {}, body)), Reception::kForbidden);
  EXPECT_EQ(reception_of(status(200, {}, body)), Reception::kAnswer);
}

TEST(Reception, OfFailures) {
  EXPECT_EQ(reception_of(failure(Failure::kConnect)), Reception::kGone);
  EXPECT_EQ(reception_of(failure(Failure::kDns)), Reception::kGone);
  EXPECT_EQ(reception_of(failure(Failure::kCut)), Reception::kBroken);
  EXPECT_EQ(reception_of(failure(Failure::kTimeout)), Reception::kBroken);
  EXPECT_EQ(reception_of(failure(Failure::kTooLarge)), Reception::kBroken);
  EXPECT_EQ(reception_of(failure(Failure::kTls)), Reception::kNowhere);
  EXPECT_EQ(reception_of(failure(Failure::kRedirect)), Reception::kNowhere);
}

TEST(AskedWait, EveryForm) {
  const double now = 1700000000;  // Tue, 14 Nov 2023 22:13:20 GMT
  const struct {
    Headers headers;
    double wait;
  } cases[] = {
      {{{"retry-after", "7"}}, 7},
      {{{"retry-after", "0.25"}}, 0.25},
      {{{"retry-after", "Tue, 14 Nov 2023 22:13:50 GMT"}}, 30},
      {{{"retry-after", "Tue, 14 Nov 2023 22:00:00 GMT"}}, 0},
      {{{"retry-after", "99999"}}, 3600},
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
    const std::optional<double> wait = asked_wait(one.headers, now);
    ASSERT_TRUE(wait.has_value()) << one.headers[0].first << ": " << one.headers[0].second;
    EXPECT_NEAR(*wait, one.wait, 1e-6) << one.headers[0].first << ": " << one.headers[0].second;
  }
}

TEST(AskedWait, NothingAskedOrNotUnderstood) {
  EXPECT_FALSE(asked_wait({}, 0));
  EXPECT_FALSE(asked_wait({{"retry-after", "soon"}}, 0));
  EXPECT_FALSE(asked_wait({{"retry-after", ""}}, 0));
  EXPECT_FALSE(asked_wait({{"retry-after", "nan"}}, 0));
  // A limit that is not spent asks for nothing.
  EXPECT_FALSE(asked_wait(
      {{"x-ratelimit-remaining-requests", "5"}, {"x-ratelimit-reset-requests", "9s"}}, 0));
}

// A server that works on `slots` requests at once, each taking a second; more wait in a queue. It
// refuses what is beyond `most`. Steps are events, there is no clock.
class Served {
 public:
  Served(double slots, std::size_t most) : slots_(slots), most_(most) {}

  // Asks as much as is allowed until `answers` came; gives the time that it took.
  double run(ConcurrencyLimit& limit, std::size_t answers) {
    const double begun = now_;
    std::size_t got = 0;
    while (got < answers) {
      while (sent_.size() < limit.allowed()) {
        if (sent_.size() >= most_) {
          ++refused;
          limit.refused(now_, now_);
          break;
        }
        sent_.push_back(now_);
      }
      most_in_flight = std::max(most_in_flight, sent_.size());
      const double busy = std::min(slots_, static_cast<double>(sent_.size()));
      now_ += 1.0 / busy;
      const bool crowded = sent_.size() * 5 >= limit.allowed() * 4;
      sent_.pop_front();
      limit.answered(now_, crowded);
      ++got;
    }
    return now_ - begun;
  }

  std::size_t refused = 0;
  std::size_t most_in_flight = 0;

 private:
  double slots_;
  std::size_t most_;
  double now_ = 0;
  std::deque<double> sent_;
};

TEST(ConcurrencyLimit, AutomaticFindsAServersWidth) {
  ConcurrencyLimit limit(512, true);
  EXPECT_EQ(limit.allowed(), 8u);
  Served server(100, 100000);
  server.run(limit, 5000);
  EXPECT_GE(limit.allowed(), 80u);
  EXPECT_LE(limit.allowed(), 300u);
  EXPECT_EQ(server.refused, 0u);
}

TEST(ConcurrencyLimit, ATinyServerIsNotFlooded) {
  ConcurrencyLimit limit(512, true);
  Served server(1, 100000);
  server.run(limit, 2000);
  EXPECT_LE(server.most_in_flight, 64u);
}

TEST(ConcurrencyLimit, AWideServerGetsItAll) {
  ConcurrencyLimit limit(512, true);
  Served server(100000, 100000);
  server.run(limit, 3000);
  EXPECT_GE(limit.allowed(), 500u);
  EXPECT_LE(server.most_in_flight, 512u);
}

TEST(ConcurrencyLimit, RefusalsShrinkItOnceForAllUnderWay) {
  ConcurrencyLimit limit(100, false);
  EXPECT_EQ(limit.allowed(), 100u);
  for (int i = 0; i < 50; ++i) limit.refused(0, 10);  // all sent before the cut
  EXPECT_EQ(limit.allowed(), 70u);
  limit.refused(11, 12);
  EXPECT_EQ(limit.allowed(), 49u);
}

TEST(ConcurrencyLimit, NeverBelowOneAndBackUpToTheCeiling) {
  ConcurrencyLimit limit(10, false);
  for (int i = 0; i < 100; ++i) limit.refused(i, i);
  EXPECT_EQ(limit.allowed(), 1u);
  for (int i = 0; i < 1000; ++i) limit.answered(100 + i, true);
  EXPECT_EQ(limit.allowed(), 10u);
}

TEST(ConcurrencyLimit, ARateLimitIsKeptClose) {
  ConcurrencyLimit limit(512, true);
  Served server(64, 40);  // refuses the 41st
  server.run(limit, 4000);
  EXPECT_LE(limit.allowed(), 60u);
  EXPECT_GE(limit.allowed(), 15u);
  EXPECT_LT(server.refused, 400u);
}

}  // namespace
}  // namespace bfclx::net
