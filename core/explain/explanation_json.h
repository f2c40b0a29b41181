// Explanations as plain JSON: `Explanation`, `EpisodeStates` and `EntryDetail` of the module's
// types (wasm/*.d.ts).
#ifndef BFCLX_CORE_EXPLAIN_EXPLANATION_JSON_H_
#define BFCLX_CORE_EXPLAIN_EXPLANATION_JSON_H_

#include <cstddef>

#include "core/explain/explanation.h"

namespace bfclx {

// Of an episode all that Depth::kStates finds.
Value explanation_json(const Explanation& explanation);

// The states of an episode after step `step` of turn `turn` (EpisodeReplay::run_until): members
// "model", "ground_truth", "differences" between them and "changes" that the step made. The Error
// is one that the official classes raise for the scenario.
Result<Value> episode_states(const ScoredResponse& response, const RunSettings& settings,
                             std::size_t turn, std::ptrdiff_t step);

// The entry itself.
Value entry_detail(const Entry& entry);

}  // namespace bfclx

#endif  // BFCLX_CORE_EXPLAIN_EXPLANATION_JSON_H_
