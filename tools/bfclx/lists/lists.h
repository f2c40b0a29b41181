// What the commands of `bfclx list` show, apart from what list_commands.cpp makes itself.
#ifndef BFCLX_TOOLS_BFCLX_LISTS_LISTS_H_
#define BFCLX_TOOLS_BFCLX_LISTS_LISTS_H_

#include <nlohmann/json.hpp>
#include <vector>

#include "core/render/table.h"

namespace bfclx::tools {

// The findings of `doctor` and of `dataset validate`: a table for each.
std::vector<Table> findings_tables();
nlohmann::ordered_json findings_json();
// The presets of --provider.
Table providers_table();
nlohmann::ordered_json providers_json();
// The families of models that --thinking knows.
Table thinking_table();
nlohmann::ordered_json thinking_json();

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_LISTS_LISTS_H_
