// How long a lock of another command is waited for.
#include <gtest/gtest.h>

#include "core/generation/lock_wait.h"

namespace bfclx {
namespace {

using Next = LockWait::Next;

TEST(LockWait, SaysOnceAndGivesUp) {
  LockWait wait;
  EXPECT_TRUE(wait.is_due(100));
  EXPECT_FALSE(wait.waits());
  EXPECT_EQ(wait.busy(100), Next::kWait);
  EXPECT_TRUE(wait.waits());
  EXPECT_FALSE(wait.is_due(100));
  EXPECT_TRUE(wait.is_due(100 + LockWait::kPause));
  EXPECT_EQ(wait.busy(101.9), Next::kWait);
  EXPECT_EQ(wait.busy(102), Next::kReport);
  EXPECT_EQ(wait.busy(110), Next::kWait);
  EXPECT_EQ(wait.busy(130), Next::kGiveUp);
}

TEST(LockWait, ANewWaitBeginsAnew) {
  LockWait wait;
  wait.busy(100);
  EXPECT_EQ(wait.busy(129), Next::kReport);
  wait.end();
  EXPECT_FALSE(wait.waits());
  EXPECT_TRUE(wait.is_due(129));
  EXPECT_EQ(wait.busy(131), Next::kWait);
  EXPECT_EQ(wait.busy(133), Next::kReport);
  EXPECT_EQ(wait.busy(161), Next::kGiveUp);
}

}  // namespace
}  // namespace bfclx
