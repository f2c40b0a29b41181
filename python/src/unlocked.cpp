#include "python/src/unlocked.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <utility>

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

// Of the process. `ending` is set by whoever has the lock, and looked at with it before `working`
// grows.
std::atomic<bool> ending{false};
std::atomic<std::size_t> working{0};
std::atomic<std::size_t> parked{0};
std::atomic<std::size_t> times{0};

}  // namespace

Unlocked::Unlocked(std::function<void()> before_the_end)
    : state_(nullptr), before_the_end_(std::move(before_the_end)) {
  if (ending) return;  // with the lock, then
  ++working;
  ++times;
  state_ = PyEval_SaveThread();
}

Unlocked::~Unlocked() {
  if (state_ == nullptr) return;
  if (ending) {
    if (before_the_end_) before_the_end_();
    ++parked;
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
  }
  PyEval_RestoreThread(state_);
  --working;
}

Alone::Alone(std::mutex& mutex) : lock_(mutex, std::try_to_lock) {
  if (lock_.owns_lock()) return;
  const Unlocked unlocked;
  lock_.lock();
}

std::size_t times_unlocked() { return times; }

bool is_ending() { return ending; }

void end_unlocked() {
  ending = true;
  const nb::gil_scoped_release released;
  while (working > parked) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace bfclx::python_binding
