// What files for the Hugging Face Hub share: a benchmark's `eval.yaml` names the tasks that
// `.eval_results/*.yaml` have results of (https://huggingface.co/docs/hub/eval-results).
#ifndef BFCLX_TOOLS_BFCLX_OUTPUT_HUB_H_
#define BFCLX_TOOLS_BFCLX_OUTPUT_HUB_H_

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/text.h"
#include "core/statistics/basis.h"
#include "core/statistics/composition.h"

namespace bfclx::tools {

inline constexpr std::string_view kHubFramework = "bfclx";
inline constexpr std::string_view kOfficialHubDataset =
    "gorilla-llm/Berkeley-Function-Calling-Leaderboard";
// Of all its files, as tools/get-dataset has them.
inline constexpr std::string_view kOfficialHash =
    "sha256:16e81316eea623df99d26c080d5b5202328bb5b0e66595df3dea69c18175009c";

// "my-org/my-bench", as the Hub names datasets.
inline bool is_hub_dataset(std::string_view name) {
  const auto is_part = [](std::string_view part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), [](char c) {
      return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.';
    });
  };
  const std::size_t slash = name.find('/');
  return slash != std::string_view::npos && is_part(name.substr(0, slash)) &&
         is_part(name.substr(slash + 1));
}

// The task of an overall score; those of categories have their names.
inline std::string hub_overall_task(std::string_view leaderboard) {
  const bool is_official = find_leaderboard_version(leaderboard).has_value();
  return is_official ? concat({"overall_", leaderboard}) : "overall";
}

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_OUTPUT_HUB_H_
