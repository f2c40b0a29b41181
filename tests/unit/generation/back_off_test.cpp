#include "core/generation/back_off.h"

#include <gtest/gtest.h>

namespace bfclx {
namespace {

TEST(BackOff, DoublesToItsCapAndHalfIsChance) {
  EXPECT_DOUBLE_EQ(back_off(1, 1), 0.5);
  EXPECT_DOUBLE_EQ(back_off(1, 0), 0.25);
  EXPECT_DOUBLE_EQ(back_off(3, 1), 2);
  EXPECT_DOUBLE_EQ(back_off(40, 1), 60);
  EXPECT_DOUBLE_EQ(back_off(1000000, 0.5), 45);
  EXPECT_DOUBLE_EQ(back_off(2, 1, 1, 30), 2);
}

TEST(WaitAfterRefusal, ObeysTheServerButNeverSpins) {
  EXPECT_DOUBLE_EQ(wait_after_refusal(7, 1, 0), 7);
  EXPECT_DOUBLE_EQ(wait_after_refusal(3000, 1, 0), 3000);
  for (const auto& asked : {std::optional<double>(), std::optional<double>(0)}) {
    EXPECT_DOUBLE_EQ(wait_after_refusal(asked, 1, 0), 0.5);
    EXPECT_DOUBLE_EQ(wait_after_refusal(asked, 3, 1), 4);
    EXPECT_DOUBLE_EQ(wait_after_refusal(asked, 1000, 1), 10);
  }
  // A millisecond, again and again: the floor rises.
  EXPECT_DOUBLE_EQ(wait_after_refusal(0.001, 1, 0), 0.125);
  EXPECT_DOUBLE_EQ(wait_after_refusal(0.001, 20, 0), 5);
}

}  // namespace
}  // namespace bfclx
