#include <gtest/gtest.h>

#include "tools/bfclx/generate/progress.h"

namespace bfclx::tools {
namespace {

TEST(TimeLeft, ByWhatHasEndedInTheTimeInWhichSomethingCould) {
  TimeLeft time;
  time.begin(100);
  EXPECT_FALSE(time.left(10)) << "nothing has ended yet";
  for (int i = 1; i <= 10; ++i) {
    time.tick(100 + 2 * i, false);
    time.ended();
  }
  EXPECT_DOUBLE_EQ(*time.left(50), 100);
  time.tick(1000, true);
  EXPECT_FALSE(time.left(50)) << "it waits for the server";
  time.tick(1000.1, false);
  EXPECT_DOUBLE_EQ(*time.left(50), 100) << "the wait does not count";
}

TEST(TimeLeft, IsNotToldWhenNothingEndsAnyMore) {
  TimeLeft time;
  time.begin(0);
  time.tick(10, false);
  time.ended();
  time.tick(50, false);
  EXPECT_TRUE(time.left(5));
  time.tick(400, false);
  EXPECT_FALSE(time.left(5));
  time.ended();
  EXPECT_TRUE(time.left(5));
}

}  // namespace
}  // namespace bfclx::tools
