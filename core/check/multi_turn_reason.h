// Why an episode failed: our own addition to the official verdict (internal to core/check).
#ifndef BFCLX_CORE_CHECK_MULTI_TURN_REASON_H_
#define BFCLX_CORE_CHECK_MULTI_TURN_REASON_H_

#include <cstddef>
#include <string_view>

#include "core/check/multi_turn.h"
#include "core/check/verdict.h"
#include "core/value/value.h"

namespace bfclx {

// Each Reason's path begins with the turn (from 0); `more` holds:
//   turns_passed, turns_total   partial credit
//   left_at                     {step, call, text, result}: the model's first call of the turn
//   whose
//                               result no ground-truth call of the turn has; absent when there is
//                               none
//   nearest                     the model's response most like the missing one

// A turn in which calls were due and none was made.
Reason explain_empty_turn(const EpisodeTask& task, const EpisodeVerdict& episode, std::size_t turn);

// `differences` is the official {attribute: {"model": ..., "ground_truth": ...}}; the path goes on
// to class, attribute and the first place inside it that differs.
Reason explain_state(const EpisodeTask& task, const EpisodeVerdict& episode, std::size_t turn,
                     std::string_view class_name, const Value& differences);

// `missing` are the ground-truth results that the model's calls did not give.
Reason explain_responses(const EpisodeTask& task, const EpisodeVerdict& episode, std::size_t turn,
                         const List& missing);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_MULTI_TURN_REASON_H_
