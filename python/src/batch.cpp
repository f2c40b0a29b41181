#include "python/src/batch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "python/src/unlocked.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

constexpr std::size_t kChunk = 32;  // replies that a thread takes at once
constexpr auto kBetweenSignals = std::chrono::milliseconds(50);

class Batch {
 public:
  Batch(std::vector<ScoredReply> replies, const RunSettings& settings)
      : replies_(std::move(replies)), settings_(settings), verdicts_(replies_.size()) {}

  // On the caller's thread and `others` more; without the interpreter lock.
  void run(std::size_t others) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < others; ++i) {
      threads.emplace_back([this] {
        while (take_chunk()) {
        }
      });
    }
    auto asked = std::chrono::steady_clock::now();
    while (take_chunk()) {
      const auto now = std::chrono::steady_clock::now();
      if (now - asked < kBetweenSignals) continue;
      asked = now;
      ask_for_signals();
    }
    for (std::thread& thread : threads) thread.join();
  }

  bool stopped() const { return stop_; }
  bool interrupted() const { return interrupted_; }
  std::vector<VerdictObject> take() { return std::move(verdicts_); }

 private:
  bool take_chunk() {
    const std::size_t begin = next_.fetch_add(kChunk);
    if (begin >= replies_.size() || stop_) return false;
    if (is_ending()) stop_ = true;
    const std::size_t end = std::min(replies_.size(), begin + kChunk);
    for (std::size_t i = begin; i < end && !stop_; ++i) {
      score_reply(replies_[i], settings_);
      replies_[i].reply = Value();
      verdicts_[i] = verdict_of(replies_[i]);
    }
    return true;
  }

  // The exception stays set for the caller, who takes the lock next.
  void ask_for_signals() {
    if (is_ending()) return;
    const nb::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals() == 0) return;
    interrupted_ = true;
    stop_ = true;
  }

  std::vector<ScoredReply> replies_;
  const RunSettings& settings_;
  std::vector<VerdictObject> verdicts_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  bool interrupted_ = false;
};

}  // namespace

std::vector<VerdictObject> score_all(std::vector<ScoredReply> replies, const RunSettings& settings,
                                     std::size_t threads) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t chunks = (replies.size() + kChunk - 1) / kChunk;
  threads = std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(chunks, 1));
  std::optional<Batch> batch;
  batch.emplace(std::move(replies), settings);
  {
    const Unlocked unlocked;
    batch->run(threads - 1);
  }
  if (batch->interrupted()) throw nb::python_error();
  if (batch->stopped()) throw std::runtime_error("the interpreter is ending");
  return batch->take();
}

}  // namespace bfclx::python_binding
