// States of simulated services as people read them: where two differ, and file systems as trees.
#ifndef BFCLX_TOOLS_BFCLX_VIEW_STATE_VIEW_H_
#define BFCLX_TOOLS_BFCLX_VIEW_STATE_VIEW_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/explain/state_changes.h"
#include "core/value/value.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

// The changes, each with both values; of long texts the part around the first difference, of file
// systems the lines of the tree that were taken away (-) and added (+). Every line is indented.
std::string show_changes(const std::vector<StateChange>& changes, std::string_view before_name,
                         std::string_view after_name, std::size_t indent, const Terminal& terminal);

// A state, {attribute: value}, as indented text; at most `max_rows` lines, what is more is counted.
std::string show_state(const Value& state, std::size_t indent, std::size_t max_rows,
                       const Terminal& terminal);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_VIEW_STATE_VIEW_H_
