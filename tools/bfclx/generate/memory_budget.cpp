#include "tools/bfclx/generate/memory_budget.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "tools/bfclx/platform/system.h"

namespace bfclx::tools {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kMost = kMiB << 12;
constexpr std::uint64_t kLeast = 64 * kMiB;
constexpr std::uint64_t kShares = 8;  // of one entry in all
constexpr std::uint64_t kMostOfEntry = 32 * kMiB;
constexpr std::uint64_t kLeastOfEntry = 4 * kMiB;

// Bytes that the shell still allows (ulimit -v, -d): much of them goes to what is no data, and to
// gaps between what is.
std::uint64_t left_of_limits() {
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (const int resource : {RLIMIT_AS, RLIMIT_DATA}) {
    struct rlimit limit {};
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) continue;
    const std::uint64_t taken = resource == RLIMIT_AS ? platform::addresses_taken() : 0;
    most = std::min<std::uint64_t>(most, limit.rlim_cur > taken ? limit.rlim_cur - taken : 0);
  }
  return most;
}

}  // namespace

MemoryBudget memory_budget(std::size_t wanted) {
  const std::uint64_t free = std::min(platform::memory_of_machine() / 2, left_of_limits() / 4);
  const std::uint64_t all = wanted > 0 ? wanted : std::clamp(free, kLeast, kMost);
  MemoryBudget budget;
  budget.all = static_cast<std::size_t>(all);
  budget.entry = static_cast<std::size_t>(std::clamp(all / kShares, kLeastOfEntry, kMostOfEntry));
  return budget;
}

std::string size_text(std::size_t bytes) {
  return bytes < 10 * kMiB ? std::to_string(bytes >> 10) + " KiB"
                           : std::to_string(bytes >> 20) + " MiB";
}

}  // namespace bfclx::tools
