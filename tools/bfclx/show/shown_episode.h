// The explanation of an episode as text: turn by turn, the model's calls and results beside those
// of the ground truth, and the state difference after the turn that failed.
#ifndef BFCLX_TOOLS_BFCLX_SHOW_SHOWN_EPISODE_H_
#define BFCLX_TOOLS_BFCLX_SHOW_SHOWN_EPISODE_H_

#include <string>

#include "core/explain/explanation.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

// Of an explanation that has an episode.
std::string episode_text(const Explanation& explanation, const Terminal& terminal);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SHOW_SHOWN_EPISODE_H_
