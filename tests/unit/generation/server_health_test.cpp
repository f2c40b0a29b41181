#include "core/generation/server_health.h"

#include <gtest/gtest.h>

#include <cstddef>

namespace bfclx {
namespace {

using Next = ServerHealth::Refusal::Next;
using State = ServerHealth::State;
using Cause = ServerHealth::Cause;

// One request with its outcome, nothing else in flight.
ServerHealth::Failure fail(ServerHealth& health, std::size_t entry, double now,
                           Cause cause = Cause::kResponse) {
  health.sent(entry);
  return health.failed(entry, now, 1, cause);
}

ServerHealth::Refusal refuse(ServerHealth& health, std::size_t entry, double now,
                             std::optional<double> asked = std::nullopt) {
  health.sent(entry);
  return health.refused(entry, now, 1, asked);
}

void succeed(ServerHealth& health, std::size_t entry) {
  health.sent(entry);
  health.succeeded(entry);
}

// Seconds until a probe may be sent.
double wait_of(ServerHealth& health, double now) {
  double seconds = 0;
  while (!health.may_send(now + seconds)) seconds += 0.5;
  return seconds;
}

TEST(ServerHealth, OneEntryThatFailsForEverSaysNothingAboutTheServer) {
  ServerHealth health(60);
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(fail(health, 7, i).counts);
  EXPECT_TRUE(health.available());
  EXPECT_FALSE(health.is_over(1000));
}

TEST(ServerHealth, DifferentEntriesInARowMakeItUnavailable) {
  ServerHealth health(60);
  for (std::size_t entry = 0; entry < 4; ++entry) EXPECT_TRUE(fail(health, entry, 10).counts);
  EXPECT_TRUE(health.available());
  EXPECT_FALSE(fail(health, 4, 10).counts) << "nobody pays for a server that is unavailable";
  EXPECT_EQ(health.state(), State::kUnavailable);
  EXPECT_DOUBLE_EQ(health.trouble_since(), 10);
  EXPECT_FALSE(health.may_send(10.9));
  EXPECT_TRUE(health.may_send(11));
  EXPECT_FALSE(health.is_over(70));
  EXPECT_TRUE(health.is_over(70.1));
}

TEST(ServerHealth, EntriesThatFailedWhileOthersSucceededAreNoEvidenceLater) {
  ServerHealth health(60);
  for (std::size_t bad = 0; bad < 40; ++bad) {
    EXPECT_TRUE(fail(health, bad, 1).counts);
    succeed(health, 100 + bad);
  }
  // All others are done: forty different entries fail one after another.
  for (int round = 0; round < 6; ++round) {
    for (std::size_t bad = 0; bad < 40; ++bad) EXPECT_TRUE(fail(health, bad, 2 + round).counts);
  }
  EXPECT_TRUE(health.available());
  // One that succeeds after all counts again when it fails.
  for (std::size_t bad = 0; bad < 5; ++bad) succeed(health, bad);
  for (std::size_t bad = 0; bad < 5; ++bad) fail(health, bad, 20);
  EXPECT_FALSE(health.available());
}

TEST(ServerHealth, FastFailuresWaitForTheSlowOnesInFlight) {
  ServerHealth health(60);
  for (std::size_t entry = 0; entry < 40; ++entry) health.sent(entry);
  for (std::size_t entry = 0; entry < 10; ++entry) {
    const auto failure = health.failed(entry, 1, 1, Cause::kResponse);
    EXPECT_TRUE(failure.counts);
    EXPECT_FALSE(failure.slow_down);
  }
  EXPECT_TRUE(health.available()) << "30 are still under way";
  for (std::size_t entry = 10; entry < 25; ++entry) health.failed(entry, 2, 1, Cause::kResponse);
  EXPECT_FALSE(health.available()) << "25 failed, 15 are under way";
  EXPECT_FALSE(health.is_over(1000)) << "and may succeed yet";
  for (std::size_t entry = 25; entry < 40; ++entry) health.failed(entry, 3, 1, Cause::kResponse);
  EXPECT_TRUE(health.is_over(1000));
}

TEST(ServerHealth, SlowFailuresOutlivedByOthersAreNoEvidence) {
  for (const Cause cause : {Cause::kResponse, Cause::kConnection}) {
    ServerHealth health(60);
    for (std::size_t entry = 0; entry < 10; ++entry) health.sent(entry);
    for (std::size_t entry = 10; entry < 100; ++entry) succeed(health, entry);
    // At the end of the run ten time out, one after another, and again and again.
    for (std::size_t entry = 0; entry < 10; ++entry) health.failed(entry, 20, 1, cause);
    for (int round = 0; round < 5; ++round) {
      for (std::size_t entry = 0; entry < 10; ++entry) fail(health, entry, 40 + round);
    }
    EXPECT_EQ(health.available(), cause == Cause::kResponse)
        << "but a server that goes away breaks all connections";
  }
}

TEST(ServerHealth, AnAddressThatCannotBeReachedNeedsNoDifferentEntries) {
  ServerHealth health(60);
  for (int i = 0; i < 5; ++i) fail(health, 0, i, Cause::kUnreachable);
  EXPECT_FALSE(health.available());
  EXPECT_FALSE(health.ever_succeeded());
}

TEST(ServerHealth, ProbesOneAtATimeHalfAMinuteApartAtMost) {
  ServerHealth health(1e6);
  for (std::size_t entry = 0; entry < 5; ++entry) fail(health, entry, 0);
  double now = 0;
  for (std::size_t probe = 0; probe < 20; ++probe) {
    const double wait = wait_of(health, now);
    EXPECT_LE(wait, 30);
    now += wait;
    health.sent(100 + probe);
    EXPECT_FALSE(health.may_send(now)) << "one at a time";
    EXPECT_FALSE(health.failed(100 + probe, now, 1, Cause::kResponse).counts);
  }
  EXPECT_FALSE(health.may_send(now + 29));
  EXPECT_TRUE(health.may_send(now + 30));
  succeed(health, 200);
  EXPECT_TRUE(health.available());
  EXPECT_LT(health.trouble_since(), 0);
}

TEST(ServerHealth, ProbesAnAddressThatCannotBeReachedEveryTenSeconds) {
  ServerHealth health(1e6);
  for (std::size_t entry = 0; entry < 5; ++entry) fail(health, entry, 0, Cause::kUnreachable);
  double now = 0;
  for (std::size_t probe = 0; probe < 20; ++probe) {
    const double wait = wait_of(health, now);
    EXPECT_LE(wait, 10);
    now += wait;
    fail(health, 100 + probe, now, Cause::kUnreachable);
  }
  EXPECT_FALSE(health.may_send(now + 9));
  EXPECT_TRUE(health.may_send(now + 10));
  // It is there, and responds with errors: every probe costs it a request.
  fail(health, 200, now + 10);
  EXPECT_FALSE(health.may_send(now + 39));
  EXPECT_TRUE(health.may_send(now + 40));
}

TEST(ServerHealth, EveryOtherProbeShouldBeKnownToSucceed) {
  constexpr std::size_t kKnown = 99;
  ServerHealth health(60);
  succeed(health, 50);
  EXPECT_FALSE(health.wants_known_good(0));
  for (std::size_t entry = 0; entry < 5; ++entry) fail(health, entry, 0);
  EXPECT_TRUE(health.wants_known_good(0)) << "the first without a wait";
  EXPECT_FALSE(health.may_send(0));
  health.sent(kKnown);
  EXPECT_FALSE(health.wants_known_good(50)) << "one at a time";
  health.failed(kKnown, 1, 1, Cause::kResponse);
  EXPECT_FALSE(health.wants_known_good(50)) << "one of the entries has its turn";
  EXPECT_TRUE(health.may_send(3));
  fail(health, 6, 3);
  EXPECT_FALSE(health.wants_known_good(6.9));
  EXPECT_TRUE(health.wants_known_good(7));
  succeed(health, kKnown);
  EXPECT_TRUE(health.available());
  // The failures were the entries' own.
  for (std::size_t entry = 0; entry < 5; ++entry) EXPECT_TRUE(fail(health, entry, 8).counts);
  EXPECT_TRUE(health.available());
}

TEST(ServerHealth, WhereFewEntriesAreLeftTheRequestThatIsKnownToSucceedDecides) {
  constexpr std::size_t kKnown = ServerHealth::kKnownGood;
  ServerHealth health(60);
  succeed(health, 50);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(fail(health, 0, 1).counts);
  EXPECT_FALSE(health.wants_known_good(1)) << "one entry alone";
  succeed(health, 51);
  for (int i = 0; i < 6; ++i) {
    EXPECT_FALSE(health.wants_known_good(2)) << i;
    EXPECT_TRUE(fail(health, i % 2, 2).counts) << "the first of them is a suspect";
  }
  EXPECT_TRUE(health.available());
  EXPECT_TRUE(health.wants_known_good(2));
  health.sent(kKnown);
  EXPECT_FALSE(health.wants_known_good(2));
  EXPECT_TRUE(health.may_send(2)) << "the entries go on meanwhile";
  succeed(health, kKnown);
  EXPECT_TRUE(health.available()) << "the entries fail, not the server";
  for (int i = 0; i < 6; ++i) fail(health, i % 2, 3);
  health.sent(kKnown);
  health.failed(kKnown, 4, 1, Cause::kResponse);
  EXPECT_EQ(health.state(), State::kUnavailable);
  EXPECT_DOUBLE_EQ(health.trouble_since(), 3);
  EXPECT_FALSE(health.wants_known_good(4)) << "one of the entries has its turn";
  EXPECT_FALSE(fail(health, 0, 9).counts);
}

TEST(ServerHealth, ADecisionEndsWithItsRequest) {
  constexpr std::size_t kKnown = ServerHealth::kKnownGood;
  for (const bool is_refused : {false, true}) {
    ServerHealth health(60);
    succeed(health, 50);
    for (int i = 0; i < 6; ++i) fail(health, i % 2, 1);
    health.sent(kKnown);
    if (is_refused) {
      health.refused(kKnown, 2, 1, std::nullopt);
    } else {
      health.succeeded(kKnown);
    }
    // It is sent for another reason, and decides nothing.
    EXPECT_TRUE(fail(health, kKnown, 3).counts) << is_refused;
    EXPECT_TRUE(health.available()) << is_refused;
  }
}

TEST(ServerHealth, AnAddressThatCannotBeReachedNeedsNoRequestThatIsKnownToSucceed) {
  ServerHealth health(60);
  succeed(health, 50);
  for (int i = 0; i < 5; ++i) fail(health, 0, i, Cause::kUnreachable);
  EXPECT_FALSE(health.wants_known_good(100));
}

TEST(ServerHealth, LateFailuresOfTheSameOutageDelayNoProbe) {
  ServerHealth health(60);
  for (std::size_t entry = 0; entry < 500; ++entry) health.sent(entry);
  for (std::size_t entry = 0; entry < 500; ++entry) health.failed(entry, 0, 1, Cause::kResponse);
  EXPECT_FALSE(health.available());
  EXPECT_TRUE(health.may_send(1));
}

TEST(ServerHealth, AProbeThatEndsOtherwiseFreesItsPlace) {
  ServerHealth health(60);
  for (std::size_t entry = 0; entry < 5; ++entry) fail(health, entry, 0);
  health.sent(9);
  EXPECT_FALSE(health.may_send(50));
  health.ended(9);
  EXPECT_TRUE(health.may_send(50));
}

TEST(ServerHealth, OverloadIsSeenBeforeTheServerIsUnavailable) {
  ServerHealth health(60);
  EXPECT_FALSE(fail(health, 0, 0).slow_down);
  EXPECT_FALSE(fail(health, 1, 0).slow_down);
  EXPECT_FALSE(fail(health, 1, 0).slow_down) << "the same entry";
  EXPECT_TRUE(fail(health, 2, 0).slow_down);
  succeed(health, 5);
  for (int i = 0; i < 9; ++i) EXPECT_FALSE(fail(health, 0, 0).slow_down) << "an entry's own matter";
}

TEST(ServerHealth, NothingButRefusalsEndsWithThePatience) {
  for (const std::optional<double> asked : {std::optional<double>(), {0.0}, {0.001}, {1.0}}) {
    ServerHealth health(60);
    double now = 0;
    int requests = 0;
    while (!health.is_over(now) && now < 1000) {
      if (health.may_send(now)) {
        ++requests;
        const auto refusal = refuse(health, requests % 3, now, asked);
        if (refusal.next != Next::kRetry) break;
        now += health.available() ? refusal.wait : 0;
      }
      now += 0.01;
    }
    EXPECT_LE(now, 61) << asked.value_or(-1);
    EXPECT_LE(requests, 70) << asked.value_or(-1);
  }
}

TEST(ServerHealth, AWaitLongerThanThePatienceIsNotBegun) {
  ServerHealth health(60);
  for (std::size_t entry = 0; entry < 4; ++entry) {
    const auto refusal = refuse(health, entry, 0, 100);
    EXPECT_EQ(refusal.next, Next::kGiveUp);
    EXPECT_EQ(refusal.pause, 0);
  }
  EXPECT_EQ(refuse(health, 4, 0, 100).next, Next::kStop);
}

TEST(ServerHealth, AnEntryThatIsAlwaysRefusedNeitherStopsNorPausesTheOthers) {
  ServerHealth health(60);
  EXPECT_EQ(refuse(health, 7, 0, 20).pause, 20) << "the first time it may be the server's limit";
  succeed(health, 1);
  auto refusal = refuse(health, 7, 20, 20);
  EXPECT_EQ(refusal.pause, 0);
  EXPECT_EQ(refusal.next, Next::kRetry);
  succeed(health, 2);
  EXPECT_EQ(refuse(health, 7, 40, 20).next, Next::kRetry);
  succeed(health, 3);
  EXPECT_EQ(refuse(health, 7, 60, 20).next, Next::kGiveUp);
  EXPECT_TRUE(health.available());
}

TEST(ServerHealth, ARefusalShowsThatTheServerIsThere) {
  ServerHealth health(60);
  for (std::size_t entry = 0; entry < 4; ++entry) fail(health, entry, 0);
  refuse(health, 4, 0);
  for (std::size_t entry = 0; entry < 4; ++entry) fail(health, entry, 1);
  EXPECT_TRUE(health.available());
  fail(health, 4, 1);
  EXPECT_EQ(health.state(), State::kUnavailable);
  refuse(health, 4, 5);
  EXPECT_EQ(health.state(), State::kRefusing);
  EXPECT_DOUBLE_EQ(health.trouble_since(), 0) << "but it has answered nothing yet";
}

}  // namespace
}  // namespace bfclx
