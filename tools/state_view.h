// States of simulated services as people read them: where two differ, and file systems as trees.
#ifndef BFCLX_TOOLS_STATE_VIEW_H_
#define BFCLX_TOOLS_STATE_VIEW_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/value/value.h"
#include "tools/terminal.h"

namespace bfclx::tools {

// A place at which two states differ.
struct StateChange {
  std::string path;             // "inbox['USR001'][0]", from the compared values inwards
  std::optional<Value> before;  // nothing: only `after` has the place
  std::optional<Value> after;
};

// The innermost places at which two values differ, in the order of `before`. Keys of the outermost
// dict are attributes. At most `limit` places.
std::vector<StateChange> compare_states(const Value& before, const Value& after,
                                        std::size_t limit = 200);

// The changes, each with both values; of long texts the part around the first difference, of file
// systems the lines of the tree that were taken away (-) and added (+). Every line is indented.
std::string show_changes(const std::vector<StateChange>& changes, std::string_view before_name,
                         std::string_view after_name, std::size_t indent, const Terminal& terminal);

// A state, {attribute: value}, as indented text; at most `max_rows` lines, what is more is counted.
std::string show_state(const Value& state, std::size_t indent, std::size_t max_rows,
                       const Terminal& terminal);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_STATE_VIEW_H_
