// How the calls of an own benchmark's entry are compared where that is not the way of the official
// rules: by JSON Schema, exactly, or in a given order.
//
//   {"match": "schema", "order": "given"}  beside the question; the ground truth is any form of
//                                          checker.h: [{"name": "f", "arguments": {"x": 1}}]
#ifndef BFCLX_CORE_CHECKER_OWN_MATCH_H_
#define BFCLX_CORE_CHECKER_OWN_MATCH_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/checker/checker.h"
#include "core/value/value.h"

namespace bfclx {

// Members of an entry, of a case and, the first, of dataset.json.
inline constexpr std::string_view kMatchMember = "match";
inline constexpr std::string_view kOrderMember = "order";

struct MatchRules {
  ValueMatching match = ValueMatching::kOfficial;
  CallOrder order = CallOrder::kAny;
  bool are_official() const {
    return match == ValueMatching::kOfficial && order == CallOrder::kAny;
  }
};

// "match" and "order" of an object; what it lacks is as in `otherwise`. An Error {kind
// "SchemaError"} for a value that is none says what to write.
Result<MatchRules> read_match_rules(const Value& object, MatchRules otherwise);

struct OwnTurn;

class OwnMatch {
 public:
  // An Error {kind "SchemaError"} says what is wrong with what is expected, which `place` names.
  static Result<std::shared_ptr<const OwnMatch>> make(std::shared_ptr<const Checker> checker,
                                                      const Value& expected, CallOrder order,
                                                      std::string_view place);

  // Of an entry with several turns: `expected` has what is expected in each, `results` what the
  // calls of each return (nullptr: nothing).
  static Result<std::shared_ptr<const OwnMatch>> make_turns(std::shared_ptr<const Checker> checker,
                                                            const Value& expected,
                                                            const Value* results, CallOrder order,
                                                            std::string_view place);

  // Of an entry with one turn.
  Verdict judge(const Result<Value>& calls, bool underscore_to_dot) const;

  // Of an entry with several turns; else empty.
  const std::vector<OwnTurn>& turns() const { return turns_; }

  MatchRules rules() const { return {checker_->options().match, order_}; }
  // The checker is made of these functions.
  const std::shared_ptr<const Checker>& checker() const { return checker_; }
  // The calls of the first alternative that has calls, for whoever looks through ground truth: as
  // {name: {parameter: [alternatives]}}, with "" where it can be left out. Values are as they were
  // written, those with alternatives inside each apart (100 at most); the text "" is
  // {"any_of": [""]}.
  const Value& possible_answers() const { return possible_answers_; }
  // The same for people, alternatives inside as they were written: of several alternatives
  // {"any_of": [calls, ...]}, "none" for no call. Of several turns a list of turns, each a list of
  // calls as text: "f(x=1 or 2, y='a' or omitted)".
  const Value& shown() const { return shown_; }
  // Calls that pass, with the first of all alternatives; unless the match is official.
  const Value& example() const { return example_; }

 private:
  OwnMatch() = default;

  std::shared_ptr<const Checker> checker_;
  Expectation expected_;
  CallOrder order_ = CallOrder::kAny;
  Value possible_answers_, shown_, example_;
  std::vector<OwnTurn> turns_;
};

struct OwnTurn {
  std::shared_ptr<const OwnMatch> match;
  // Each expected call alone, and what it returns; empty where no results are given.
  std::vector<std::shared_ptr<const OwnMatch>> calls;
  std::vector<Value> results;
};

inline constexpr std::size_t kMaxOwnTurns = 100;  // of an entry

// What each call of a turn returns: the result of the first expected call that it passes for and
// that no call before it has taken, else a neutral one, {"status": "ok"}. As text.
std::vector<Value> results_of_calls(const OwnTurn& turn, const List& calls);

// Why the official rules cannot judge these function docs: one of them has JSON Schema as it was
// given (schema_doc.h).
std::string needs_other_match(const Value& functions);

// The checkers of entries; the last one serves as long as functions and match stay the same.
class EntryCheckers {
 public:
  // Of function docs as the official dataset has them, or with JSON Schema. An Error {kind
  // "SchemaError"}.
  Result<std::shared_ptr<const Checker>> of(const Value& functions, ValueMatching match);

 private:
  std::string functions_;  // as JSON
  std::shared_ptr<const Checker> checker_;
};

// "match schema", "match exact, calls in the given order"; empty for the official rules.
std::string match_text(MatchRules rules);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_OWN_MATCH_H_
