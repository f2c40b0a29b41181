// What files for the Hugging Face Hub share: a benchmark's `eval.yaml` names the tasks that
// `.eval_results/*.yaml` have results of (https://huggingface.co/docs/hub/eval-results).
#ifndef BFCLX_TOOLS_BFCLX_OUTPUT_HUB_H_
#define BFCLX_TOOLS_BFCLX_OUTPUT_HUB_H_

#include <string>
#include <string_view>

#include "core/base/text.h"
#include "core/statistics/basis.h"

namespace bfclx::tools {

inline constexpr std::string_view kHubFramework = "bfclx";
inline constexpr std::string_view kOfficialHubDataset =
    "gorilla-llm/Berkeley-Function-Calling-Leaderboard";

// The task of an overall score; those of categories have their names.
inline std::string hub_overall_task(std::string_view leaderboard) {
  return leaderboard == kOwnScore ? "overall" : concat({"overall_", leaderboard});
}

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_OUTPUT_HUB_H_
