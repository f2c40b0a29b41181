// An executable entry for people: what was called, what came, what was compared.
#ifndef BFCLX_TOOLS_BFCLX_SHOW_SHOWN_EXECUTABLE_H_
#define BFCLX_TOOLS_BFCLX_SHOW_SHOWN_EXECUTABLE_H_

#include "core/run/scorer.h"
#include "tools/bfclx/view/page.h"

namespace bfclx::tools {

// Adds the sections of the model's calls and of the ground truth's. The response was scored.
void add_executed(Page& page, const ScoredResponse& response);
// Adds why the entry has no verdict; false when it has one.
bool add_skip(Page& page, const ScoredResponse& response);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SHOW_SHOWN_EXECUTABLE_H_
