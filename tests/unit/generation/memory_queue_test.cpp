// Which conversations go on when another one ends.
#include <gtest/gtest.h>

#include <vector>

#include "core/generation/memory_queue.h"

namespace bfclx {
namespace {

using Entries = std::vector<std::size_t>;

MemoryQueue begun(const Entries& entries) {
  MemoryQueue queue;
  for (const std::size_t entry : entries) queue.began(entry);
  return queue;
}

TEST(MemoryQueue, TheFirstIsThatWhichBeganFirst) {
  MemoryQueue queue = begun({7, 3, 5});
  EXPECT_TRUE(queue.is_first(7));
  EXPECT_FALSE(queue.is_first(3));
  queue.ended(7);
  EXPECT_TRUE(queue.is_first(3));
  EXPECT_FALSE(queue.is_first(5));
}

TEST(MemoryQueue, WithMemoryAllGoOnInTheOrderInWhichTheyWaited) {
  MemoryQueue queue = begun({0, 1, 2, 3});
  for (const std::size_t entry : {3, 1, 2}) queue.wait(entry);
  EXPECT_EQ(queue.waiting(), 3u);
  EXPECT_EQ(queue.take(true), (Entries{3, 1, 2}));
  EXPECT_EQ(queue.waiting(), 0u);
  EXPECT_EQ(queue.take(true), Entries());
}

TEST(MemoryQueue, WithoutMemoryOnlyTheFirstGoesOn) {
  MemoryQueue queue = begun({0, 1, 2, 3});
  for (const std::size_t entry : {3, 1, 2}) queue.wait(entry);
  EXPECT_EQ(queue.take(false), Entries());  // 0 has not ended
  queue.ended(0);
  EXPECT_EQ(queue.take(false), Entries{1});
  EXPECT_EQ(queue.take(false), Entries());
  EXPECT_EQ(queue.take(true), (Entries{3, 2}));  // they kept their places
}

TEST(MemoryQueue, WhatHasEndedWaitsNoLonger) {
  MemoryQueue queue = begun({0, 1, 2});
  queue.wait(1);
  queue.wait(2);
  queue.ended(1);
  EXPECT_EQ(queue.waiting(), 1u);
  EXPECT_EQ(queue.take(true), Entries{2});
}

TEST(MemoryQueue, WhatHasNotBegunDoesNotWait) {
  MemoryQueue queue = begun({0, 1});
  queue.wait(5);
  EXPECT_EQ(queue.waiting(), 0u);
  queue.ended(5);
  EXPECT_TRUE(queue.is_first(0));
  EXPECT_EQ(queue.take(true), Entries());
}

TEST(MemoryQueue, NumbersAreInTheOrderOfBeginning) {
  MemoryQueue queue;
  const std::size_t first = queue.began(7);
  queue.wait(7);
  EXPECT_LT(first, queue.began(3));
}

// One conversation after the other, each of which is the only one that fits.
TEST(MemoryQueue, EachOfManyGoesOnOnce) {
  constexpr std::size_t kMany = 100'000;
  MemoryQueue queue;
  for (std::size_t entry = 0; entry < kMany; ++entry) queue.began(entry);
  for (std::size_t entry = 1; entry < kMany; ++entry) queue.wait(entry);
  std::size_t gone_on = 0;
  for (std::size_t entry = 0; entry < kMany; ++entry) {
    queue.ended(entry);
    gone_on += queue.take(false).size();
  }
  EXPECT_EQ(gone_on, kMany - 1);
}

}  // namespace
}  // namespace bfclx
