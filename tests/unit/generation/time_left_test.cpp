#include "core/generation/time_left.h"

#include <gtest/gtest.h>

namespace bfclx {
namespace {

TEST(TimeLeft, ByWhatHasEndedInTheTimeInWhichSomethingCould) {
  TimeLeft time;
  time.begin(100);
  EXPECT_FALSE(time.left(10)) << "nothing has ended yet";
  for (int i = 1; i <= 10; ++i) {
    time.tick(100 + 2 * i, false);
    time.ended(0);
  }
  EXPECT_DOUBLE_EQ(*time.left(50), 100);
  time.tick(1000, true);
  EXPECT_FALSE(time.left(50)) << "it waits for the server";
  time.tick(1000.1, false);
  EXPECT_DOUBLE_EQ(*time.left(50), 100) << "the wait does not count";
}

TEST(TimeLeft, IsNotToldByAFewMoments) {
  TimeLeft time;
  time.begin(0);
  time.tick(60, true);
  time.tick(60.1, false);
  for (int i = 0; i < 8; ++i) time.ended(100);  // all that waited
  EXPECT_FALSE(time.left(50));
  EXPECT_FALSE(time.entries_per_minute());
  EXPECT_FALSE(time.tokens_per_second());
  for (int i = 1; i <= 10; ++i) {
    time.tick(60.1 + i, false);
    time.ended(100);
  }
  EXPECT_NEAR(*time.left(50), 28, 0.5);
}

TEST(TimeLeft, FollowsWhatHasEndedLately) {
  TimeLeft time;
  time.begin(0);
  // Slow for an hour, and then fast.
  for (int i = 1; i <= 60; ++i) {
    time.tick(60 * i, false);
    time.ended(600);
  }
  EXPECT_DOUBLE_EQ(*time.left(10), 600);
  EXPECT_DOUBLE_EQ(*time.tokens_per_second(), 10);
  EXPECT_DOUBLE_EQ(*time.entries_per_minute(), 1);
  for (int i = 1; i <= 120; ++i) {
    time.tick(3600 + i, false);
    time.ended(200);
  }
  EXPECT_NEAR(*time.left(10), 10, 0.5);
  EXPECT_NEAR(*time.tokens_per_second(), 200, 5);
  EXPECT_NEAR(*time.entries_per_minute(), 60, 2);
  time.tick(10000, true);
  EXPECT_NEAR(*time.tokens_per_second(), 200, 5) << "the wait does not count";
  EXPECT_FALSE(time.entries_per_minute());
}

TEST(TimeLeft, IsNotToldWhenNothingEndsAnyMore) {
  TimeLeft time;
  time.begin(0);
  time.tick(10, false);
  time.ended(0);
  time.tick(50, false);
  EXPECT_TRUE(time.left(5));
  time.tick(400, false);
  EXPECT_FALSE(time.left(5));
  time.ended(0);
  EXPECT_TRUE(time.left(5));
}

TEST(TimeLeft, KeepsABoundedNumberOfEntries) {
  TimeLeft time;
  time.begin(0);
  for (int i = 1; i <= 300'000; ++i) {
    time.tick(i * 0.0001, false);
    time.ended(1);
  }
  EXPECT_NEAR(*time.tokens_per_second(), 10'000, 1) << "by the last 10 of 30 seconds";
  EXPECT_NEAR(*time.left(10'000), 1, 0.01);
}

}  // namespace
}  // namespace bfclx
