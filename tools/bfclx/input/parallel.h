// Work over many threads whose result does not depend on how many they are.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_PARALLEL_H_
#define BFCLX_TOOLS_BFCLX_INPUT_PARALLEL_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <new>
#include <system_error>
#include <vector>

#include "tools/bfclx/platform/thread.h"

namespace bfclx::tools {

// Calls work(i) once for each i in [0, count), in any order, on up to `jobs` threads (this one
// among them). Where the system refuses a thread, fewer do the work. What `work` throws ends all of
// it and is thrown again, the first of several.
template <typename Work>
void parallel_for(std::size_t count, std::size_t jobs, const Work& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr failure;
  const auto run = [&]() noexcept {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      next = count;
      if (!failed.exchange(true)) failure = std::current_exception();
    }
  };
  {
    std::vector<platform::Thread> helpers;
    for (std::size_t i = 1; i < std::min(jobs, count); ++i) {
      try {
        helpers.emplace_back(run);
      } catch (const std::system_error&) {
        break;
      } catch (const std::bad_alloc&) {
        break;
      }
    }
    run();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_PARALLEL_H_
