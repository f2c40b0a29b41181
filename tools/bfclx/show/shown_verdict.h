// The parts of a verdict that single responses and episodes are told in the same words.
#ifndef BFCLX_TOOLS_BFCLX_SHOW_SHOWN_VERDICT_H_
#define BFCLX_TOOLS_BFCLX_SHOW_SHOWN_VERDICT_H_

#include "core/explain/explanation.h"
#include "tools/bfclx/view/page.h"

namespace bfclx::tools {

// That another response counts, where one does.
void add_superseded(Page& page, const Explanation& explanation);
// "failed: " and the error type.
void add_wrong(Page& page, const Explanation& explanation);
// Our reason, its rule, and what the official evaluator says.
void add_reason(Page& page, const Explanation& explanation);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SHOW_SHOWN_VERDICT_H_
