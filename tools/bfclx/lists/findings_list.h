// `bfclx list findings`: the findings of `doctor` and of `dataset validate`.
#ifndef BFCLX_TOOLS_BFCLX_LISTS_FINDINGS_LIST_H_
#define BFCLX_TOOLS_BFCLX_LISTS_FINDINGS_LIST_H_

#include <nlohmann/json.hpp>
#include <vector>

#include "core/render/table.h"

namespace bfclx::tools {

// One for each command.
std::vector<Table> findings_tables();
nlohmann::ordered_json findings_json();

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_LISTS_FINDINGS_LIST_H_
