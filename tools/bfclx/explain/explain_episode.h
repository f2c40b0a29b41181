// The explanation of an episode: turn by turn, the model's calls and results beside those of the
// ground truth, and the state difference after the turn that failed.
#ifndef BFCLX_TOOLS_BFCLX_EXPLAIN_EXPLAIN_EPISODE_H_
#define BFCLX_TOOLS_BFCLX_EXPLAIN_EXPLAIN_EPISODE_H_

#include <string>

#include "core/run/scorer.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

// Of a reply that score_reply has given an episode.
std::string explain_episode(const ScoredReply& reply, const RunSettings& settings,
                            const Terminal& terminal);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_EXPLAIN_EXPLAIN_EPISODE_H_
