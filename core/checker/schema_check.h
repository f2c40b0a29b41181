// Whether a value fits a schema, and if not, where and why (internal to core/checker).
//
// Values are those that a person expects, in which alternatives may stand anywhere: the answer is
// for their combinations.
#ifndef BFCLX_CORE_CHECKER_SCHEMA_CHECK_H_
#define BFCLX_CORE_CHECKER_SCHEMA_CHECK_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/checker/alternatives.h"
#include "core/checker/json_schema.h"
#include "core/value/value.h"

namespace bfclx {

inline constexpr std::string_view kTooLarge = "the expected calls and their schemas are too large";

class SchemaCheck {
 public:
  SchemaCheck(const Schema& schema, WrittenAs written) : nodes_(schema.nodes), written_(written) {}

  SchemaFit fit(const Value& value, NodeIndex node, Reading reading);
  // By what the node itself says, without its properties, items, choices and parts.
  SchemaFit own_fit(const Value& value, NodeIndex node, Reading reading);
  // By the schemas of `anyOf` or `oneOf`.
  SchemaFit choice_fit(const Value& value, const std::vector<NodeIndex>& choices, bool one_alone,
                       Reading reading);
  // Why the value does not fit all of the nodes: an Error {kind "SchemaError"} that names the
  // innermost place that is known to be wrong; `otherwise` where it is the combination alone.
  Error fault(const Value& value, const std::vector<NodeIndex>& nodes, const std::string& place,
              Reading reading, const std::string& otherwise);

  const ChosenAlternatives& chosen() const { return chosen_; }
  Value resolved(const Value& value, Reading reading) {
    return chosen_.resolved(value, reading, steps_);
  }
  void choose(const Value& open, std::size_t index);
  void release(const Value& open);

  // All that was asked took more than kMaxSchemaSteps: what was answered since is not to be used.
  void pay(std::size_t steps) { steps_ += steps; }
  bool exhausted() const { return steps_ > kMaxSchemaSteps; }

 private:
  struct Fault;
  class Run;

  const std::vector<SchemaNode>& nodes_;
  const WrittenAs written_;
  std::size_t steps_ = 0;
  // By address of the value, in nodes that leave a choice; of the alternatives that are chosen.
  std::unordered_map<const Value*, std::unordered_map<NodeIndex, SchemaFit>> known_;
  ChosenAlternatives chosen_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_SCHEMA_CHECK_H_
