// Cases of a benchmark of someone's own, each a JSON object, as entries of the official form.
//
//   {"id": "w1", "question": "How warm is it in Paris?", "tags": ["weather"],
//    "expected": [{"name": "get_weather", "arguments": {"city": {"any_of": ["Paris",
//    "Lutetia"]}}}]}
//   ->  multiple, {"question": [[...]], "function": [...], "own_id": "w1", "tags": [...]},
//       [{"get_weather": {"city": ["Paris", "Lutetia"]}}]
//
// "messages" may stand for "question"; "tools" (definitions, or names of the benchmark's tools)
// replaces the benchmark's tools; "expected" is any form of core/checker/checker.h, Python calls as
// text ("f(x=1)"), or "none". "match" and "order" say how calls are compared
// (checker/own_match.h); with a match that is not official, what is expected is kept as it is.
// A case with several turns has "turns", each with "question" or "messages", "expected", and
// perhaps "results", what each expected call returns:
//
//   {"turns": [{"question": "How warm is it in Paris?", "expected": "get_weather(city='Paris')",
//               "results": [{"celsius": 20}]}, {"question": "Thanks!", "expected": "none"}]}
//
// What the match cannot judge is an Error {kind "SchemaError"} with the path inside the case, never
// a case that is judged in another way.
#ifndef BFCLX_CORE_BENCHMARK_CASE_READER_H_
#define BFCLX_CORE_BENCHMARK_CASE_READER_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/checker/own_match.h"
#include "core/dataset/category.h"
#include "core/value/value.h"

namespace bfclx {

// Whether a case has such a member; an Error suggests the one that is meant.
Status check_member_name(std::string_view name);

struct BenchmarkCase {
  const Category* category = nullptr;  // that the official definitions put it into
  std::string own_id;                  // may be empty
  Value tags;                          // a list of texts, or None
  Value question;                      // one turn: a list of messages in a list
  Value functions;                     // function docs
  Value ground_truth;                  // possible answers, or with another match what is
                                       // expected; None where no call passes. Of several turns a
                                       // list of these, "none" where no call passes
  Value results;                       // of several turns: what their calls return, or None
  MatchRules rules;
};

class CaseReader {
 public:
  // `tools` of the benchmark, in any form; `place` names them in messages. `match`: of cases that
  // have none of their own.
  static Result<CaseReader> make(const Value& tools, std::string_view place, ValueMatching match);

  Result<BenchmarkCase> read(const Value& given) const;
  // What is wrong with each member of a case, for who corrects it: `read` says the first of them.
  std::vector<std::string> faults(const Value& given) const;

 private:
  // Functions that are offered together.
  struct Offered {
    Value functions;
    std::shared_ptr<const Checker> official;   // unless a function has JSON Schema as it was given
    std::shared_ptr<const Checker> by_schema;  // for what the official rules let pass
    std::shared_ptr<const Checker> exact;

    // An Error where the official rules are asked for and cannot judge a function.
    Result<const Checker*> of(ValueMatching match) const;
  };

  static Result<Offered> offered(const Value& functions);
  Result<Offered> offered_to(const Value& given, ValueMatching match) const;
  Result<Value> functions_named(const List& names) const;
  static Status read_expected(const Value& given, const Offered& offered, BenchmarkCase& read);
  // Of several turns.
  struct Turns {
    List questions, truths, results;
    bool any_results = false;
    CallOrder order = CallOrder::kAny;
  };
  static Status check_turns(const Value& given);
  static Status read_turn(const Value& turn, std::size_t index, const Offered& offered,
                          const MatchRules& rules, Turns& turns);
  static Status read_turns(const Value& given, const Offered& offered, BenchmarkCase& read);

  Offered all_;
  ValueMatching match_{};
};

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_CASE_READER_H_
