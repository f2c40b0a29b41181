// `bfclx generate` in a simulated world: the program's own code from its options to its files, with
// faults of servers, disk, power and clock, in batches of a service, and with memories and
// searches. Each seed is one schedule; a seed that failed stays in kPinned. tools/simulate runs
// many (a night), BFCLX_SEED=7 one, with its trace.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/simulation/schedule.h"
#include "tests/unit/heap/counting_heap.h"

namespace bfclx::simulation {
namespace {

using Kind = Schedule::Kind;

struct Pinned {
  Kind kind;
  std::uint64_t seed;
};
constexpr Pinned kPinned[] = {
    // A power cut while a file with results was replaced: it was empty.
    {Kind::kRequests, 0},
    {Kind::kRequests, 9},
    // A full disk: the journal said that a batch had ended whose responses were not kept.
    {Kind::kBatches, 441},
    // A memory could not be read, and the entry was asked without it.
    {Kind::kMemory, 458},
    {Kind::kMemory, 1408},
    // A power cut left the result of a question, and not that of a conversation before it.
    {Kind::kMemory, 349},
    {Kind::kMemory, 517},
    // The journal had a response, which could not be read for once, and was paid for again.
    {Kind::kBatches, 9062},
    // A killed run had results that a power cut took, after the next run had forgotten their batch.
    {Kind::kBatches, 10058},
    {Kind::kBatches, 15026},
    // A service that was overloaded (529) had created the batch.
    {Kind::kBatches, 18087},
    // Three servers sent broken JSON, and none of the requests to the others counted as a retry.
    {Kind::kMemory, 7142},
};
constexpr std::uint64_t kSchedules = 500;
constexpr std::uint64_t kSchedulesInBatches = 200;
constexpr std::uint64_t kSchedulesWithMemory = 200;
constexpr std::size_t kMostMemory = std::size_t{4} << 20;  // of all processes and the world

void holds(std::uint64_t seed, bool show, Kind kind) {
  static_cast<void>(kind == Kind::kMemory ? memory_data() : sample_data());  // is not counted
  const std::size_t before = testing::CountingHeap::bytes();
  testing::CountingHeap::forget_peak();
  Schedule schedule(seed, kind);
  std::string problem = schedule.run();
  const std::size_t most = testing::CountingHeap::peak() - before;
  if (problem.empty() && most > kMostMemory) problem = std::to_string(most) + " bytes of memory";
  if (show) std::printf("%zu bytes at most\n", most);
  if (show) std::printf("%s", schedule.trace().c_str());
  ASSERT_EQ(problem, "") << "BFCLX_SEED=" << seed << "\n" << schedule.trace();
}

TEST(GenerationSimulation, PinnedSeedsHold) {
  for (const Pinned& one : kPinned) holds(one.seed, false, one.kind);
}

void schedules_hold(Kind kind, std::uint64_t usual) {
  if (const char* one = std::getenv("BFCLX_SEED")) {
    return holds(std::strtoull(one, nullptr, 10), true, kind);
  }
  const char* number = std::getenv("BFCLX_SCHEDULES");
  const std::uint64_t schedules = number != nullptr ? std::strtoull(number, nullptr, 10) : usual;
  const char* from = std::getenv("BFCLX_FROM");
  const std::uint64_t first = from != nullptr ? std::strtoull(from, nullptr, 10) : 1;
  for (std::uint64_t seed = first; seed < first + schedules; ++seed) {
    holds(seed, false, kind);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

// tools/simulation_schedules.py runs these.
TEST(GenerationSimulation, SchedulesHold) { schedules_hold(Kind::kRequests, kSchedules); }
TEST(GenerationSimulation, SchedulesInBatchesHold) {
  schedules_hold(Kind::kBatches, kSchedulesInBatches);
}
TEST(GenerationSimulation, SchedulesWithMemoryHold) {
  schedules_hold(Kind::kMemory, kSchedulesWithMemory);
}

}  // namespace
}  // namespace bfclx::simulation
