// One entry from reply to verdict, as data: what a page needs to show it with the mismatch marked.
#ifndef BFCLX_CORE_EXPLAIN_EXPLANATION_H_
#define BFCLX_CORE_EXPLAIN_EXPLANATION_H_

#include <cstddef>
#include <string>

#include "core/run/scorer.h"

namespace bfclx {

// A dict of plain JSON values; its members are `Explanation` of wasm/scorer.d.ts. `reply` was given
// to score_reply with these settings, nothing of it forgotten, and has an entry.
Value explanation_of(const ScoredReply& reply, const RunSettings& settings);
// The same of a reply that has an episode.
Value explain_episode(const ScoredReply& reply, const RunSettings& settings);

// The states of an episode after step `step` of turn `turn` (EpisodeReplay::run_until): members
// "model", "ground_truth", "differences" between them and "changes" that the step made. The Error
// is one that the official classes raise for the scenario.
Result<Value> episode_states(const ScoredReply& reply, const RunSettings& settings,
                             std::size_t turn, std::ptrdiff_t step);

// The entry itself: `EntryDetail` of wasm/scorer.d.ts.
Value entry_detail(const Entry& entry);

// The reply as text: a str as it is, anything else as JSON.
std::string reply_text(const Value& reply);

}  // namespace bfclx

#endif  // BFCLX_CORE_EXPLAIN_EXPLANATION_H_
