#include "core/generation/wait_text.h"

#include <gtest/gtest.h>

namespace bfclx {
namespace {

TEST(WaitText, InTheUnitThatItIsReadIn) {
  EXPECT_EQ(wait_text(-1), "0 s");
  EXPECT_EQ(wait_text(0.4), "0 s");
  EXPECT_EQ(wait_text(599), "599 s");
  EXPECT_EQ(wait_text(600), "10 min");
  EXPECT_EQ(wait_text(1800), "30 min");
  EXPECT_EQ(wait_text(7200), "2 h");
  EXPECT_EQ(wait_text(100000), "28 h");
  EXPECT_EQ(wait_text(10.0 * 86400), "10 days");
}

}  // namespace
}  // namespace bfclx
