// Whether the expected calls of each turn pass, of entries of own benchmarks.
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/checker/own_match.h"
#include "core/findings/self_check.h"

namespace bfclx {

// Each turn is an entry of its own here.
SelfCheckFinding self_check_turns(const Entry& entry, const Decoder& prompting) {
  SelfCheckFinding worst;
  const auto gravity = [](SelfCheckOutcome outcome) { return static_cast<int>(outcome); };
  const std::vector<OwnTurn>& turns = entry.own_match->turns();
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const Value& answers = turns[i].match->possible_answers();
    if (!answers.is_list()) continue;  // no call passes, so none can be wrong
    Entry turn;
    turn.id = entry.id;
    turn.category = find_category(answers.items().size() > 1 ? "parallel_multiple" : "multiple");
    turn.data = entry.data;
    turn.ground_truth = answers;
    turn.own_match = turns[i].match;
    SelfCheckFinding finding = self_check(turn, prompting);
    if (gravity(finding.outcome) <= gravity(worst.outcome)) continue;
    finding.reason = concat({"turn ", std::to_string(i + 1), ": ", finding.reason});
    worst = std::move(finding);
  }
  worst.id = entry.id;
  worst.entry = &entry;
  return worst;
}

}  // namespace bfclx
