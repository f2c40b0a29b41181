// The turns of an episode as they are explained (internal to core/explain).
#ifndef BFCLX_CORE_EXPLAIN_EXPLAINED_EPISODE_H_
#define BFCLX_CORE_EXPLAIN_EXPLAINED_EPISODE_H_

#include "core/explain/explanation.h"

namespace bfclx {

struct OwnTurn;

// What a turn of an own benchmark expects, each call as text: "f(x=1 or 2, y='a' or omitted)".
List expected_calls(const OwnTurn& turn);

// Of a response that has an episode. Shared, so that a build without episodes needs nothing of one.
std::shared_ptr<const ExplainedEpisode> explain_episode(const ScoredResponse& response,
                                                        const RunSettings& settings, Depth depth);

}  // namespace bfclx

#endif  // BFCLX_CORE_EXPLAIN_EXPLAINED_EPISODE_H_
