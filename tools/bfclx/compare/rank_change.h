// What errata do to the scores and ranks of a comparison.
#ifndef BFCLX_TOOLS_BFCLX_COMPARE_RANK_CHANGE_H_
#define BFCLX_TOOLS_BFCLX_COMPARE_RANK_CHANGE_H_

#include <nlohmann/json.hpp>
#include <string>

#include "core/render/comparison_report.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

// "rank_change" of the member "errata", where there is a ranking.
void add_rank_change(nlohmann::ordered_json& errata, const ComparisonReport& official,
                     const ComparisonReport& corrected);
// The same in words; empty where there is no ranking.
std::string rank_change_text(const ComparisonReport& official, const ComparisonReport& corrected,
                             bool markdown, const Terminal& terminal);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_COMPARE_RANK_CHANGE_H_
