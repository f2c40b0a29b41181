// Both sides of tools/bfclx/platform, each in a program of its own.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>

#include "tools/bfclx/output/below.h"
#include "tools/bfclx/platform/ready_sockets.h"
#include "tools/bfclx/platform/system.h"
#include "tools/bfclx/platform/thread.h"

namespace bfclx::platform {
namespace {

using tools::Descriptor;
constexpr int kAtOnce = 0;
constexpr int kSoon = 5000;  // milliseconds

struct Pair {
  Pair() {
    std::array<int, 2> made{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, made.data()), 0);
    ours = Descriptor(made[0]);
    theirs = Descriptor(made[1]);
  }
  Descriptor ours;
  Descriptor theirs;
};

TEST(BFCLX_SUITE, ASocketIsReadyForWhatIsWaitedFor) {
  Pair pair;
  ReadySockets sockets;
  EXPECT_TRUE(sockets.wait(kAtOnce).empty());
  sockets.watch(pair.ours.get(), true, false, false);
  EXPECT_TRUE(sockets.wait(kAtOnce).empty());
  ASSERT_EQ(::write(pair.theirs.get(), "x", 1), 1);
  auto ready = sockets.wait(kSoon);
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_EQ(ready[0].socket, pair.ours.get());
  EXPECT_TRUE(ready[0].can_read);
  EXPECT_FALSE(ready[0].can_write);
  sockets.watch(pair.ours.get(), false, true, true);
  ready = sockets.wait(kSoon);
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_FALSE(ready[0].can_read);
  EXPECT_TRUE(ready[0].can_write);
}

TEST(BFCLX_SUITE, WhatWasForgottenIsNotTold) {
  std::array<Pair, 3> pairs;
  ReadySockets sockets;
  for (const Pair& pair : pairs) {
    sockets.watch(pair.ours.get(), true, false, false);
    ASSERT_EQ(::write(pair.theirs.get(), "x", 1), 1);
  }
  EXPECT_EQ(sockets.wait(kSoon).size(), 3U);
  sockets.forget(pairs[0].ours.get());
  sockets.forget(pairs[0].ours.get());
  sockets.forget(pairs[2].ours.get());
  const auto ready = sockets.wait(kSoon);
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_EQ(ready[0].socket, pairs[1].ours.get());
  // A number that is used again, and libcurl's thought that it is known.
  sockets.watch(pairs[0].ours.get(), true, false, true);
  EXPECT_EQ(sockets.wait(kSoon).size(), 2U);
}

TEST(BFCLX_SUITE, AnEndOfTheOtherSideIsTold) {
  Pair pair;
  ReadySockets sockets;
  sockets.watch(pair.ours.get(), true, false, false);
  pair.theirs = Descriptor();
  const auto ready = sockets.wait(kSoon);
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_TRUE(ready[0].failed || ready[0].can_read);
}

TEST(BFCLX_SUITE, APipeWithANameIsNotAnonymous) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const Descriptor reading(ends[0]);
  const Descriptor writing(ends[1]);
  const std::string shown = "/dev/fd/" + std::to_string(reading.get());
  EXPECT_TRUE(is_anonymous_pipe(reading.get(), shown));
  const std::filesystem::path named =
      testing::TempDir() + "bfclx-pipe-" + std::to_string(::getpid());
  ASSERT_EQ(::mkfifo(named.c_str(), 0600), 0);
  const Descriptor fifo(::open(named.c_str(), O_RDONLY | O_NONBLOCK));
  EXPECT_FALSE(is_anonymous_pipe(fifo.get(), named));
  std::filesystem::remove(named);
}

TEST(BFCLX_SUITE, ASocketIsClosedInOtherPrograms) {
  const Descriptor socket(open_socket(AF_INET, SOCK_STREAM, 0));
  ASSERT_TRUE(socket);
  EXPECT_NE(::fcntl(socket.get(), F_GETFD) & FD_CLOEXEC, 0);
  EXPECT_EQ(open_socket(-1, SOCK_STREAM, 0), -1);
}

TEST(BFCLX_SUITE, TheMachineHasMemoryAndAnEnvironment) {
  EXPECT_GT(memory_of_machine(), std::uint64_t{1} << 26);
  EXPECT_NE(environment(), nullptr);
}

// Of a stack that no compiler leaves out: gives its lowest address.
std::uintptr_t go_down(int levels) {
  volatile char frame[4096] = {};
  frame[0] = 1;
  const auto here = reinterpret_cast<std::uintptr_t>(&frame);
  const std::uintptr_t below = levels > 0 ? go_down(levels - 1) : here;
  return frame[0] == 1 ? below : here;
}

TEST(BFCLX_SUITE, AThreadHasADeepStackAndEndsWithItsObject) {
  std::uintptr_t lowest = 0;
  {
    const Thread thread([&lowest] { lowest = go_down(1500); });  // six megabytes
  }
  EXPECT_NE(lowest, 0U);
}

}  // namespace
}  // namespace bfclx::platform
