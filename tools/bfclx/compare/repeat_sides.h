// Which runs of a comparison are repeats: one side each.
#ifndef BFCLX_TOOLS_BFCLX_COMPARE_REPEAT_SIDES_H_
#define BFCLX_TOOLS_BFCLX_COMPARE_REPEAT_SIDES_H_

#include <vector>

#include "core/run/repeat_groups.h"
#include "tools/bfclx/compare/comparing.h"

namespace bfclx::tools {

// A path that has repeats of one model and nothing else is a side of its own, named by its folder
// where another side is of the same model: two checkpoints may have one name and the same settings.
// The other runs are grouped over all paths (repeat_groups).
std::vector<RepeatGroup> repeat_sides(const ScoredRuns& scored, const RepeatsRequest& request);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_COMPARE_REPEAT_SIDES_H_
