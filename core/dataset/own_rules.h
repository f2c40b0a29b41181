// What an entry of an own benchmark is compared by where that is not the official way, and its
// ground truth (internal to core/dataset).
#ifndef BFCLX_CORE_DATASET_OWN_RULES_H_
#define BFCLX_CORE_DATASET_OWN_RULES_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/result.h"
#include "core/checker/own_match.h"
#include "core/dataset/dataset.h"
#include "core/value/value.h"

namespace bfclx {

struct OwnRules {
  CallOrder order{};
  std::shared_ptr<const Checker> checker;  // none: as official
  std::size_t turns = 0;                   // of an entry of own_turns
};

// Whether a line of an own benchmark has members that an entry can have, alone. Errors name no
// place.
Status check_question_members(const Value& line);
Status check_answer_members(const Value& line, bool has_turns);
Error unknown_member(const Value& name, std::span<const std::string_view> known);
// Half of a surrogate pair ("\\ud800") and numbers that are not finite (1e999) are no part of a
// request: they can be written neither as UTF-8 nor as JSON.
bool cannot_be_sent(const Value& value);
// For a value that has one: where; `place` empty for a line.
Error cannot_send(const Value& value, std::string_view place);
// `otherwise`: the match of entries that say nothing; nullopt where there is no benchmark. Errors
// name no place.
Result<OwnRules> read_own_rules(const Entry& entry, std::optional<ValueMatching> otherwise,
                                EntryCheckers& checkers);
// `answer`: the line of ground truth.
Result<std::shared_ptr<const OwnMatch>> read_own_truth(const OwnRules& rules, const Value& answer);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_OWN_RULES_H_
