// Calls against someone's own functions and expected calls, without a dataset.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/arguments.h"
#include "core/base/text.h"
#include "core/checker/checker.h"
#include "core/checker/option_names.h"
#include "core/dataset/given_calls.h"
#include "core/explain/json_view.h"
#include "core/run/scorer.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

// The first choice where none is given.
template <typename Choice, std::size_t count>
Result<Choice> choice_argument(const Value& arguments, std::string_view option,
                               const NamedOption<Choice> (&choices)[count]) {
  BFCLX_ASSIGN_OR_RETURN(const std::string given, optional_text(arguments, option));
  if (given.empty()) return choices[0].choice;
  if (const Choice* choice = find_option(choices, given)) return *choice;
  return call_error(kinds::kArgument, unknown_option(choices, option, given));
}

Result<CheckerOptions> options_argument(const Value& arguments) {
  CheckerOptions options;
  BFCLX_ASSIGN_OR_RETURN(options.dialect, choice_argument(arguments, "dialect", kDialectNames));
  BFCLX_ASSIGN_OR_RETURN(options.match, choice_argument(arguments, "match", kMatchNames));
  BFCLX_ASSIGN_OR_RETURN(const auto dots, optional_flag(arguments, "underscore_to_dot"));
  options.underscore_to_dot = dots.value_or(false);
  BFCLX_ASSIGN_OR_RETURN(const std::string decoder, optional_text(arguments, "decoder"));
  if (decoder.empty()) return options;
  options.texts = find_decoder(decoder);
  if (options.texts == nullptr) {
    return call_error(kinds::kUnknown, unknown_decoder(decoder));
  }
  return options;
}

Error schema_fault(Error error) {
  error.kind = kinds::kSchema;
  return error;
}

const Value& member_or_none(const Value& object, std::string_view name) {
  static const Value kNone;
  const Value* value = find_member(object, name);
  return value != nullptr ? *value : kNone;
}

// Without what no JSON reader takes, which a response can hold: NaN, integers past 2^53.
Verdict readable(Verdict verdict) {
  if (verdict.decoded) verdict.decoded = json_view(*verdict.decoded);
  if (!verdict.why) return verdict;
  Reason& why = *verdict.why;
  for (Value& step : why.path) step = json_view(step);
  for (Value* value : {&why.expected, &why.found, &why.more}) *value = json_view(*value);
  return verdict;
}

// {functions, dialect, match, order, decoder, underscore_to_dot, pairs: [{calls, expected, order}]}
//   ->  lines of verdicts, in the order of the pairs.
Result<Value> check_calls_call(Module&, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(const CheckerOptions options, options_argument(arguments));
  BFCLX_ASSIGN_OR_RETURN(const CallOrder order, choice_argument(arguments, "order", kOrderNames));
  const Value& pairs = member_or_none(arguments, "pairs");
  if (!pairs.is_list()) return call_error(kinds::kArgument, "`pairs` must be a list");
  Result<Checker> checker = Checker::make(member_or_none(arguments, "functions"), options);
  if (!checker.ok()) return schema_fault(std::move(checker).error());
  std::vector<Expectation> expectations;
  std::vector<CallOrder> orders;
  for (const Value& pair : pairs.items()) {
    const std::string index = std::to_string(expectations.size());
    const std::string place = concat({"pairs[", index, "].expected"});
    if (!pair.is_dict() || find_member(pair, "expected") == nullptr) {
      return call_error(kinds::kArgument, concat({"`pairs[", index, "]` has no `expected`"}));
    }
    Result<Expectation> read = checker->read_expected(*find_member(pair, "expected"), place);
    if (!read.ok()) return schema_fault(std::move(read).error());
    expectations.push_back(std::move(read).value());
    const bool has_order = !member_or_none(pair, "order").is_none();
    BFCLX_ASSIGN_OR_RETURN(const CallOrder own, choice_argument(pair, "order", kOrderNames));
    orders.push_back(has_order ? own : order);
  }
  for (std::size_t i = 0; i < expectations.size(); ++i) {
    const Value& calls = member_or_none(pairs.items()[i], "calls");
    bytes.out += verdict_json(readable(checker->check(
        decode_given_calls(calls, *checker->options().texts), expectations[i], orders[i])));
    bytes.out += '\n';
  }
  List names;
  for (const FunctionDoc& doc : checker->functions()) names.push_back(Value::str(doc.name));
  return dict_of({{"functions", Value::list(std::move(names))}});
}

constexpr Call kCalls[] = {{"checkCalls", check_calls_call}};

}  // namespace

std::span<const Call> checker_calls() { return kCalls; }

}  // namespace bfclx::api
