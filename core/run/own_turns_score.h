// The verdict of an entry with several turns and expected calls a turn (internal to core/run).
#ifndef BFCLX_CORE_RUN_OWN_TURNS_SCORE_H_
#define BFCLX_CORE_RUN_OWN_TURNS_SCORE_H_

#include "core/run/scorer.h"

namespace bfclx {

// The entry passes if every turn passes. A turn is compared by all calls of its steps. Every turn
// is judged, also behind one that failed: `turns_passed` counts those that passed, and
// `verdict.why` is of the first that did not. Nothing is executed.
EpisodeVerdict score_own_turns(const Entry& entry, const Value& response,
                               const RunSettings& settings);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_OWN_TURNS_SCORE_H_
