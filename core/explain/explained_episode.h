// The turns of an episode as they are explained (internal to core/explain).
#ifndef BFCLX_CORE_EXPLAIN_EXPLAINED_EPISODE_H_
#define BFCLX_CORE_EXPLAIN_EXPLAINED_EPISODE_H_

#include "core/explain/explanation.h"

namespace bfclx {

// Of a response that has an episode. Shared, so that a build without episodes needs nothing of one.
std::shared_ptr<const ExplainedEpisode> explain_episode(const ScoredResponse& response,
                                                        const RunSettings& settings, Depth depth);

}  // namespace bfclx

#endif  // BFCLX_CORE_EXPLAIN_EXPLAINED_EPISODE_H_
