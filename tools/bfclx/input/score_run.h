// Runs scored on many threads, where memory may run out: it costs the entry, not the run.
//
// core/run/score_run.h is the loop; here are the threads and the guard.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_SCORE_RUN_H_
#define BFCLX_TOOLS_BFCLX_INPUT_SCORE_RUN_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/findings/run_warnings.h"
#include "core/run/score_run.h"
#include "tools/bfclx/input/entry_memory.h"
#include "tools/bfclx/input/entry_shard.h"

namespace bfclx::tools {

// Called from one thread at a time with the number of entries done; at most a few times a second.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

// core's score_run on `jobs` threads. The hooks are called from all of them, each entry from one.
// Responses whose memory does not suffice have the verdict kOutOfMemory.
void score_run(ModelRun& model, Keep keep, std::size_t jobs, const ScoreHooks& hooks = {},
               const Progress& progress = {});

// The guard of a thread that has `share`.
inline EntryGuard guard_of(EntryMemory::Share& share) {
  return [&share](const std::function<void()>& work, const std::function<void()>& undo) {
    return share.try_entry(work, undo);
  };
}

// What is written of each entry, in the order of ModelRun::order; empty for one that is not of the
// shard.
struct EntryTexts {
  std::vector<std::string> lines;    // verdict_line
  std::vector<std::string> reasons;  // why it failed, where that is known
  // Called as ScoreHooks::scored and ScoreHooks::unscored are.
  std::function<void(std::size_t index, const ScoredResponse& response)> scored = {};
  std::function<void(std::size_t index)> unscored = {};
};

// What `bfclx score` keeps of a run: Keep::kVerdicts, out of memory named. What is not of the shard
// is left alone. Returns the warnings about the run, of what was scored.
std::vector<RunWarning> score_model(ModelRun& model, std::size_t jobs, const Progress& progress,
                                    EntryTexts* texts, EntryShard shard = {});

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_SCORE_RUN_H_
