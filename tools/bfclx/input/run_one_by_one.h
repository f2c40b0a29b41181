// Many runs, of which one at a time is in memory.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_RUN_ONE_BY_ONE_H_
#define BFCLX_TOOLS_BFCLX_INPUT_RUN_ONE_BY_ONE_H_

#include <functional>
#include <memory>

#include "tools/bfclx/input/run.h"

namespace bfclx::tools {

// What the options ask of matching a model's responses with the dataset.
MatchRequest match_request(const Session& session, const RunOptions& options,
                           const ModelRun& model);

// open_session for many runs: each model is read, set against the dataset and given to `use`, and
// taken apart before the next one is read. Without paths there are none. Problems of all of them
// are the session's.
std::unique_ptr<Session> open_one_by_one(const RunOptions& options,
                                         const std::function<void(Session&, ModelRun&)>& use);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_RUN_ONE_BY_ONE_H_
