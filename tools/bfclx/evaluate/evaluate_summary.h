// The final summary of `bfclx evaluate`: the overall score of each model and its basis.
#ifndef BFCLX_TOOLS_BFCLX_EVALUATE_EVALUATE_SUMMARY_H_
#define BFCLX_TOOLS_BFCLX_EVALUATE_EVALUATE_SUMMARY_H_

#include <string>
#include <vector>

#include "core/official/tables.h"
#include "core/statistics/composition.h"

namespace bfclx::tools {

// A table: over the categories that a model has, and what the official evaluator makes of missing
// ones.
std::string scores_summary(const std::vector<ModelScores>& models, const NamedVersion& version);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_EVALUATE_EVALUATE_SUMMARY_H_
