// Checker: calls against someone's own functions and expected calls, without a dataset.
//
//   Result<Checker> checker = Checker::make(tools, {.match = ValueMatching::kSchema});
//   Result<Expectation> wanted = checker->read_expected(expected, "expected");
//   Verdict verdict = checker->check(calls, *wanted, CallOrder::kAny);
//
// Functions: tools of OpenAI, Anthropic and Gemini, MCP tool lists, JSON Schema functions, BFCL's
// function docs (function_list.h). Calls are decoded, {name: {parameter:
// value}} each; core/dataset/given_calls.h reads other forms. Expected:
//
//   {"name": "f", "arguments": {"x": 1}}      one call; several in a list
//   {"x": {"any_of": [1, 2]}}                 alternatives of a value, at any depth; with
//                                             "optional": true the argument can be left out, too
//   {"any_of": [[call, call], call]}          alternatives of the calls; also of one in a list
//   {"f": {"x": [1, 2], "y": ["", "a"]}}      BFCL's possible answers
//   None or "none"                            abstention: no call passes
//
// What cannot be right is an Error {kind "SchemaError"} before anything is checked, never a failed
// verdict: "PLACE: what is wrong", where PLACE is the path inside the input
// ("functions[0].parameters.properties.x.type", "expected[1].arguments.x"). Nothing that a response
// holds is an Error.
#ifndef BFCLX_CORE_CHECKER_CHECKER_H_
#define BFCLX_CORE_CHECKER_CHECKER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/check/verdict.h"
#include "core/checker/expected_value.h"
#include "core/checker/function_list.h"
#include "core/checker/json_schema.h"
#include "core/decode/decoder.h"
#include "core/value/value.h"

namespace bfclx {

enum class CallOrder : std::uint8_t { kAny, kGiven };

struct CheckerOptions {
  SchemaDialect dialect = SchemaDialect::kJsonSchema;
  ValueMatching match = ValueMatching::kOfficial;
  // Names of functions in calls have `_` for `.`.
  bool underscore_to_dot = false;
  // What someone expects has no members that are not looked at: a mistyped "arguments" is an error.
  bool strict_members = false;
  // Reads texts; nullptr: "prompting".
  const Decoder* texts = nullptr;
};

inline constexpr std::size_t kMaxExpectedCalls = 256;  // of one alternative
inline constexpr std::size_t kMaxExpectedChoices = 100;

struct ExpectedCall {
  std::size_t function = 0;   // in the order of the functions
  ExpectedValue arguments{};  // unless the match is official
  Value possible_answer{};    // of an official one: {name: {parameter: [alternatives]}}
};

// One alternative of what is expected; without calls it is abstention.
// Combinations share their calls.
using ExpectedCalls = std::vector<std::shared_ptr<const ExpectedCall>>;
struct Expectation {
  std::vector<ExpectedCalls> choices;  // at least one
};

struct KnownFits;

class Checker {
 public:
  static Result<Checker> make(const Value& functions, const CheckerOptions& options);

  // `place` names the input in messages.
  Result<Expectation> read_expected(const Value& expected, std::string_view place) const;

  // Of several alternatives that fail, the verdict is that of the nearest one. Of official matching
  // it is what core/check/judge.h says; else error types are "schema_match:RULE" and
  // "exact_match:RULE" with a rule of check/rules.h, and `error` is a list of one sentence.
  Verdict check(const Result<Value>& calls, const Expectation& expected, CallOrder order) const {
    return check(calls, expected, order, options_.underscore_to_dot);
  }
  // Of a response whose names have been looked at.
  Verdict check(const Result<Value>& calls, const Expectation& expected, CallOrder order,
                bool underscore_to_dot) const;

  const std::vector<FunctionDoc>& functions() const { return functions_; }
  const CheckerOptions& options() const { return options_; }

 private:
  friend class ExpectationReader;
  explicit Checker(const CheckerOptions& options) : options_(options) {}

  struct Request;
  Verdict check_choice(const Request& request, const ExpectedCalls& expected,
                       std::size_t& progress) const;

  CheckerOptions options_;
  std::vector<FunctionDoc> functions_;
  std::vector<Schema> schemas_;  // of the functions, in their order
  Value official_functions_;     // BFCL's docs, of official matching
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_CHECKER_H_
