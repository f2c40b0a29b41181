// How a run goes, in words for a terminal.
#ifndef BFCLX_CORE_GENERATION_RUN_TEXT_H_
#define BFCLX_CORE_GENERATION_RUN_TEXT_H_

#include <string>

#include "core/generation/run_state.h"

namespace bfclx {

// "12 s", "5:03 min", "2:15 h"
std::string time_left_text(double seconds);
// ", 812 tokens/s", or nothing.
std::string speed_text(const RunState& state);
// ", waiting for the server", ", stopping", ", 42 entries/min, 5:03 min left": how the run goes on.
std::string outlook_text(const RunState& state);
// "12 of 200 entries, 8 in flight, 812 tokens/s, 3 retried, 42 entries/min, 5:03 min left"
std::string progress_text(const RunState& state);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_RUN_TEXT_H_
