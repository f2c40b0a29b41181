#include "core/generation/concurrency_limit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

namespace bfclx {
namespace {

// A server that works on `slots` requests at once, each taking a second; more wait in a queue. It
// refuses what is beyond `most`. Steps are events, there is no clock.
class Served {
 public:
  Served(double slots, std::size_t most) : slots_(slots), most_(most) {}

  // Sends as much as is allowed until `responses` came; gives the time that it took.
  double run(ConcurrencyLimit& limit, std::size_t responses) {
    const double begun = now_;
    std::size_t got = 0;
    while (got < responses) {
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
      limit.responded(now_, crowded);
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
  for (int i = 0; i < 1000; ++i) limit.responded(100 + i, true);
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
}  // namespace bfclx
