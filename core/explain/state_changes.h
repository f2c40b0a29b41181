// Where two states of simulated services differ.
#ifndef BFCLX_CORE_EXPLAIN_STATE_CHANGES_H_
#define BFCLX_CORE_EXPLAIN_STATE_CHANGES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/value/value.h"

namespace bfclx {

// A place at which two states differ.
struct StateChange {
  std::string path;             // "inbox['USR001'][0]", from the compared values inwards
  std::optional<Value> before;  // nothing: only `after` has the place
  std::optional<Value> after;
  std::vector<Value> keys = {};  // the same path: dict keys, and list indices as ints
};

// The innermost places at which two values differ, in the order of `before`. Keys of the outermost
// dict are attributes. At most `limit` places, at most 60 deep.
std::vector<StateChange> compare_states(const Value& before, const Value& after,
                                        std::size_t limit = 200);

}  // namespace bfclx

#endif  // BFCLX_CORE_EXPLAIN_STATE_CHANGES_H_
