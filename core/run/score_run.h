// The one loop over responses: each is scored, shown to whoever wants to see it, and dropped as far
// as nobody needs it any more.
//
// score, show, doctor, compare, report, dataset audit, evaluate and the module use it. Threads and
// the end of memory are the driver's: it gives parts of a run to as many threads as it likes, and a
// guard that tries an entry where allocations may fail (tools/bfclx/input/score_run.h).
//
//   ScoreHooks hooks;
//   hooks.scored = [&](std::size_t index, ScoredResponse& response) { lines[index] =
//   verdict_json(response);
//   }; score_run(model, Keep::kCounts, hooks);
#ifndef BFCLX_CORE_RUN_SCORE_RUN_H_
#define BFCLX_CORE_RUN_SCORE_RUN_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>

#include "core/run/model_run.h"
#include "core/run/scorer.h"

namespace bfclx {

// What is left of a response after it has been scored.
enum class Keep : std::uint8_t {
  kCounts,     // what figures count: verdict, error type, progress of an episode, why it is skipped
  kResponses,  // that, and what the model replied: it can be scored again
  kVerdicts,   // everything of single responses; of episodes, whose states are large, kCounts
  kAll,
};

// Drops the rest.
void drop(ScoredResponse& response, Keep keep);
// A copy with what Keep::kCounts keeps.
ScoredResponse counts_of(const ScoredResponse& response);

// Does work() on an entry. False where memory does not suffice: then undo() has been called, which
// leaves the entry as it was before.
using EntryGuard =
    std::function<bool(const std::function<void()>& work, const std::function<void()>& undo)>;

struct ScoreHooks {
  // What gives a response its verdict. score_officially (official_verdict.h) for whoever needs only
  // the official part.
  void (*score)(ScoredResponse& response, const RunSettings& settings) = &score_response;
  // Whether an entry is wanted, by its index in ModelRun::order; all are where it is not set.
  std::function<bool(std::size_t index)> wanted;
  // With each response that has been scored, before anything of it is dropped. Within the guard:
  // after the end of memory it comes again, with the verdict kOutOfMemory.
  std::function<void(std::size_t index, ScoredResponse& response)> scored;
  // With each entry that cannot be scored (ModelRun::unscored).
  std::function<void(std::size_t index)> unscored;
};

// A part of a run, by indices of ModelRun::order.
struct RunPart {
  std::size_t begin = 0;
  std::size_t end = std::numeric_limits<std::size_t>::max();
};

// Scores the wanted entries of the part. Different parts of one run may be scored at the same time.
void score_run(ModelRun& model, Keep keep, const ScoreHooks& hooks = {}, RunPart part = {},
               const EntryGuard& guard = {});
// The same for responses that are in no run; indices are those of `responses`.
void score_responses(std::span<ScoredResponse> responses, const RunSettings& settings, Keep keep,
                     const ScoreHooks& hooks = {}, const EntryGuard& guard = {});

// Entries whose memory did not suffice (kOutOfMemory) become problems of the model.
void name_out_of_memory(ModelRun& model);

// verdict_json of the entry `index` of ModelRun::order; for one that was not scored {"id", "valid":
// null, "not_scored"}.
std::string verdict_line(const ModelRun& model, std::size_t index);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_SCORE_RUN_H_
