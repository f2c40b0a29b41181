// Work over many threads whose result does not depend on how many they are.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_PARALLEL_H_
#define BFCLX_TOOLS_BFCLX_INPUT_PARALLEL_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace bfclx::tools {

// Calls work(i) once for each i in [0, count), in any order, on up to `jobs` threads (this one
// among them). `work` must not throw. Where the system refuses a thread, fewer do the work.
template <typename Work>
void parallel_for(std::size_t count, std::size_t jobs, const Work& work) {
  std::atomic<std::size_t> next{0};
  const auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < std::min(jobs, count); ++i) {
    try {
      helpers.emplace_back(run);
    } catch (const std::system_error&) {
      break;
    }
  }
  run();
  for (std::thread& helper : helpers) helper.join();
}

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_PARALLEL_H_
