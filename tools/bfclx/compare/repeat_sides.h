// Which runs of a comparison are repeats: one side each.
#ifndef BFCLX_TOOLS_BFCLX_COMPARE_REPEAT_SIDES_H_
#define BFCLX_TOOLS_BFCLX_COMPARE_REPEAT_SIDES_H_

#include <span>
#include <vector>

#include "core/render/comparison_report.h"
#include "core/run/repeat_groups.h"
#include "tools/bfclx/compare/comparing.h"

namespace bfclx::tools {

// A path that has repeats of one model and nothing else is a side of its own, named by its folder
// where another side is of the same model: two checkpoints may have one name and the same settings.
// The other runs are grouped over all paths (repeat_groups).
std::vector<RepeatGroup> repeat_sides(const ScoredRuns& scored, const RepeatsRequest& request);
// Adds the models and their ranking, by the means of those that have repeats.
void rank_models(ComparisonReport& report, std::span<const ScoredRun> runs,
                 const HeadlineScore& headline, std::span<const RepeatGroup> groups);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_COMPARE_REPEAT_SIDES_H_
