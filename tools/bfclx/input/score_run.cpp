#include "tools/bfclx/input/score_run.h"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "tools/bfclx/activity.h"
#include "tools/bfclx/input/parallel.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kChunk = 8;  // responses that a thread takes at once
constexpr std::chrono::milliseconds kTellEvery{200};

}  // namespace

void score_run(ModelRun& model, Keep keep, std::size_t jobs, const ScoreHooks& hooks,
               const Progress& progress) {
  using Clock = std::chrono::steady_clock;
  const Activity activity("scoring " + model.name);
  const std::size_t total = model.order.size();
  std::atomic<std::size_t> done{0};
  std::atomic<bool> telling{false};
  Clock::time_point told = Clock::now();
  EntryMemory memory;
  parallel_for((total + kChunk - 1) / kChunk, jobs, [&](std::size_t chunk) {
    EntryMemory::Share share(memory);
    const RunPart part{chunk * kChunk, std::min(total, (chunk + 1) * kChunk)};
    score_run(model, keep, hooks, part, guard_of(share));
    const std::size_t count = part.end - part.begin;
    const std::size_t now_done = done.fetch_add(count) + count;
    if (progress && !telling.exchange(true)) {
      if (const auto now = Clock::now(); now - told > kTellEvery) {
        told = now;
        progress(now_done, total);
      }
      telling = false;
    }
  });
}

std::vector<RunWarning> score_model(ModelRun& model, std::size_t jobs, const Progress& progress,
                                    EntryTexts* texts, EntryShard shard) {
  std::vector<ResponseFacts> facts(model.order.size());
  ScoreHooks hooks;
  hooks.wanted = [shard](std::size_t index) { return shard.has(index); };
  const auto write = [&model, texts](std::size_t index) {
    if (texts != nullptr) texts->lines[index] = verdict_line(model, index);
  };
  hooks.scored = [&](std::size_t index, ScoredResponse& response) {
    facts[index] = response_facts(model, index);
    write(index);
    if (texts != nullptr && response.verdict.why)
      texts->reasons[index] = response.verdict.why->text;
    if (texts != nullptr && texts->scored) texts->scored(index, response);
  };
  if (texts != nullptr) {
    texts->lines.resize(model.order.size());
    texts->reasons.resize(model.order.size());
    hooks.unscored = [&write, texts](std::size_t index) {
      write(index);
      if (texts->unscored) texts->unscored(index);
    };
  }
  score_run(model, Keep::kVerdicts, jobs, hooks, progress);
  name_out_of_memory(model);
  return run_warnings(model, facts);
}

}  // namespace bfclx::tools
