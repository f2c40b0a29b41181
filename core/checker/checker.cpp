#include "core/checker/checker.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/check/ast_checker.h"
#include "core/check/findings.h"
#include "core/check/judge.h"
#include "core/check/own_data.h"
#include "core/check/rules.h"
#include "core/checker/call_pairing.h"
#include "core/checker/expected_calls.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

AstCheck official_check(CallCount count, bool underscore_to_dot) {
  return {Language::kPython, count, underscore_to_dot};
}

Value answers_of(const ExpectedCalls& expected) {
  List answers;
  for (const auto& call : expected) answers.push_back(call->possible_answer);
  return Value::list(std::move(answers));
}

// The official rules know one call, or several in any order. In a given order each call is one
// against one.
Verdict judge_in_order(const Value& functions, const Value& calls, const Value& answers,
                       bool underscore_to_dot) {
  const AstCheck one = official_check(CallCount::kMultiple, underscore_to_dot);
  const bool as_many =
      is_function_calling_format(calls) && calls.items().size() == answers.items().size();
  // A list of another length, or what is no list of calls, has the words of the official rules.
  if (!as_many) {
    return judge_calls(functions, answers, official_check(CallCount::kParallel, underscore_to_dot),
                       calls);
  }
  Verdict verdict;
  verdict.valid = true;
  for (std::size_t i = 0; verdict.valid && i < calls.items().size(); ++i) {
    verdict = judge_calls(functions, Value::list({answers.items()[i]}), one,
                          Value::list({calls.items()[i]}));
    if (verdict.why && !verdict.why->path.empty()) {
      verdict.why->path.front() = index_value(i);
    }
  }
  verdict.decoded = calls;
  return verdict;
}

// How near a failed verdict of the official rules came; they count no steps.
std::size_t official_progress(const Verdict& verdict) {
  if (verdict.valid || !verdict.why) return 0;
  const std::string_view rule = verdict.why->rule;
  if (rule == rules::kWrongCount || rule == rules::kUnwantedCall) return 0;
  return rule == rules::kWrongFuncName ? 1 : 1 + verdict.why->path.size();
}

}  // namespace

Result<Checker> Checker::make(const Value& functions, const CheckerOptions& options) {
  Checker checker(options);
  if (checker.options_.texts == nullptr) checker.options_.texts = find_decoder("prompting");
  BFCLX_ASSIGN_OR_RETURN(checker.functions_, read_function_list(functions));
  std::size_t nodes = 0;
  for (const FunctionDoc& doc : checker.functions_) {
    BFCLX_ASSIGN_OR_RETURN(
        Schema schema, compile_parameters(doc.parameters, doc.parameters_place, options.dialect));
    nodes += schema.nodes.size();
    if (nodes > 10 * kMaxSchemaNodes) {
      return schema_error(doc.place, "the schemas of the functions are too large");
    }
    checker.schemas_.push_back(std::move(schema));
  }
  if (options.match != ValueMatching::kOfficial) return checker;
  List docs;
  for (const FunctionDoc& doc : checker.functions_) {
    const Value given = dict_of({{"name", doc.name}, {"parameters", doc.parameters}});
    Result<Value> read =
        read_own_function(given, Language::kPython, {doc.place, doc.parameters_place});
    if (!read.ok()) {
      Error error = as_schema_error(std::move(read).error());
      if (options.dialect == SchemaDialect::kJsonSchema) {
        error.message += "; the match `schema` reads all of JSON Schema";
      }
      return error;
    }
    docs.push_back(std::move(read).value());
  }
  checker.official_functions_ = Value::list(std::move(docs));
  return checker;
}

Result<Expectation> Checker::read_expected(const Value& expected, std::string_view place) const {
  return ExpectationReader(*this).run(expected, std::string(place));
}

// What is the same for all alternatives.
struct Checker::Request {
  const Result<Value>& calls;
  CallOrder order;
  bool underscore_to_dot;
  KnownFits& known;
};

Verdict Checker::check(const Result<Value>& calls, const Expectation& expected, CallOrder order,
                       bool underscore_to_dot) const {
  std::optional<Verdict> nearest;
  KnownFits known;
  const Request request{calls, order, underscore_to_dot, known};
  std::size_t furthest = 0;
  for (const ExpectedCalls& choice : expected.choices) {
    std::size_t progress = 0;
    Verdict verdict = check_choice(request, choice, progress);
    if (verdict.valid) return verdict;
    if (nearest && progress <= furthest) continue;
    furthest = progress;
    nearest = std::move(verdict);
  }
  return *std::move(nearest);
}

Verdict Checker::check_choice(const Request& request, const ExpectedCalls& expected,
                              std::size_t& progress) const {
  const auto& [calls, order, underscore_to_dot, known] = request;
  if (expected.empty()) return judge_relevance(calls, false);
  if (options_.match != ValueMatching::kOfficial && calls.ok() &&
      is_function_calling_format(*calls)) {
    const PairingSettings settings{options_.match, functions_, underscore_to_dot, known};
    return pair_calls(*calls, expected, order, settings, progress);
  }
  // What is not a list of calls fails the same way whatever the match.
  const Value answers = answers_of(expected);
  Verdict verdict;
  if (order == CallOrder::kGiven && calls.ok() && expected.size() > 1) {
    verdict = judge_in_order(official_functions_, *calls, answers, underscore_to_dot);
  } else {
    const CallCount count = expected.size() == 1 ? CallCount::kMultiple : CallCount::kParallel;
    verdict =
        judge_calls(official_functions_, answers, official_check(count, underscore_to_dot), calls);
  }
  progress = official_progress(verdict);
  return verdict;
}

}  // namespace bfclx
