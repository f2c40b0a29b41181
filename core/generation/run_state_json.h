// The state of a run as JSON: what the live page shows. The format has a number (`format`); members
// are added, none changes its meaning.
#ifndef BFCLX_CORE_GENERATION_RUN_STATE_JSON_H_
#define BFCLX_CORE_GENERATION_RUN_STATE_JSON_H_

#include <string>

#include "core/generation/run_state.h"

namespace bfclx {

inline constexpr std::int64_t kRunStateFormat = 1;

// `unix_now`: when the state was like this. One line.
std::string run_state_json(const RunState& state, double unix_now);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_RUN_STATE_JSON_H_
