#include "core/checker/expected_calls.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/check/ast_checker.h"
#include "core/check/findings.h"
#include "core/check/judge.h"
#include "core/check/own_data.h"
#include "core/checker/alternatives.h"
#include "core/checker/call_members.h"
#include "core/checker/official_form.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr AstCheck kOneCall{.count = CallCount::kMultiple};

// Items of {"any_of": [...]} where calls stand; nullptr for anything else.
const Value* choices_of(const Value& given) {
  if (!given.is_dict() || given.as_dict().size() != 1) return nullptr;
  const Value* items = given.as_dict().find("any_of");
  return items != nullptr && items->is_sequence() ? items : nullptr;
}

bool is_none_text(const Value& given) { return given.is_str() && given.as_str() == "none"; }

}  // namespace

bool ExpectationReader::is_official() const {
  return checker_.options_.match == ValueMatching::kOfficial;
}

Result<Expectation> ExpectationReader::run(const Value& given, const std::string& place) {
  if (const Value* choices = choices_of(given)) {
    if (choices->items().empty()) {
      return schema_error(place + ".any_of", "expected a list that is not empty");
    }
    for (std::size_t i = 0; i < choices->items().size(); ++i) {
      BFCLX_RETURN_IF_ERROR(add_choice(choices->items()[i], place_of_item(place + ".any_of", i)));
    }
  } else {
    BFCLX_RETURN_IF_ERROR(add_choice(given, place));
  }
  return std::move(expectation_);
}

Status ExpectationReader::add_choice(const Value& given, const std::string& place) {
  if (given.is_none() || is_none_text(given)) {
    expectation_.choices.emplace_back();
    return {};
  }
  std::vector<std::vector<PlacedCall>> calls;
  if (const Value* tool_calls = find_member(given, "tool_calls");
      tool_calls != nullptr && tool_calls->is_sequence()) {
    return add_choice(*tool_calls, place + ".tool_calls");
  }
  if (given.is_dict()) {
    calls.push_back({{&given, place}});
    return add_calls(calls, place);
  }
  if (!given.is_sequence()) {
    return schema_error(place, concat({"neither a call {\"name\", \"arguments\"}, nor a list "
                                       "of them, nor \"none\": ",
                                       brief_repr(given)}));
  }
  if (given.items().empty()) {
    return schema_error(place, "the list is empty; write \"none\" if no call passes");
  }
  for (std::size_t i = 0; i < given.items().size(); ++i) {
    const Value& item = given.items()[i];
    const std::string here = place_of_item(place, i);
    std::vector<PlacedCall>& alternatives = calls.emplace_back();
    const Value* choices = choices_of(item);
    if (choices == nullptr) {
      alternatives.push_back({&item, here});
      continue;
    }
    for (std::size_t j = 0; j < choices->items().size(); ++j) {
      alternatives.push_back({&choices->items()[j], place_of_item(here + ".any_of", j)});
    }
  }
  return add_calls(calls, place);
}

// Each combination of alternatives is a choice.
Status ExpectationReader::add_calls(const std::vector<std::vector<PlacedCall>>& calls,
                                    const std::string& place) {
  if (calls.size() > kMaxExpectedCalls) {
    return schema_error(
        place, concat({"more than ", std::to_string(kMaxExpectedCalls), " calls are expected"}));
  }
  std::vector<ExpectedCalls> combined(1);
  for (const std::vector<PlacedCall>& alternatives : calls) {
    std::vector<ExpectedCalls> longer;
    if (alternatives.empty()) return schema_error(place, "`any_of` is empty");
    for (const PlacedCall& call : alternatives) {
      BFCLX_ASSIGN_OR_RETURN(ExpectedCall compiled, read_call(call));
      const auto read = std::make_shared<const ExpectedCall>(std::move(compiled));
      for (const ExpectedCalls& begin : combined) {
        if (expectation_.choices.size() + longer.size() >= kMaxExpectedChoices) {
          return schema_error(place, concat({"more than ", std::to_string(kMaxExpectedChoices),
                                             " combinations of alternatives"}));
        }
        longer.push_back(begin);
        longer.back().push_back(read);
      }
    }
    combined = std::move(longer);
  }
  for (ExpectedCalls& choice : combined) expectation_.choices.push_back(std::move(choice));
  return {};
}

namespace {

// A call may have members that are not looked at, as those of an API do. These mean something in
// another place, and would be lost.
Status check_members(const Value& call, const std::string& place) {
  constexpr string_view kElsewhere[] = {"any_of", "optional", "order", "match"};
  for (const string_view member : kElsewhere) {
    const Value* value = find_member(call, member);
    if (value == nullptr || value->is_none()) continue;
    return schema_error(concat({place, ".", member}),
                        concat({"a call cannot have `", member, "`"}));
  }
  string_view arguments;
  for (const string_view member : kArgumentNames) {
    const Value* value = find_member(call, member);
    if (value == nullptr || value->is_none()) continue;
    if (!arguments.empty()) {
      return schema_error(
          place, concat({"both `", arguments, "` and `", member, "`; give the arguments once"}));
    }
    arguments = member;
  }
  return {};
}

}  // namespace

namespace {

// A mistyped "arguments" would be a call without any. The names of kElsewhere have errors of their
// own.
Status check_no_others(const Value& call, const std::string& place) {
  constexpr string_view kOfACall[] = {"name", "arguments", "parameters", "args",  "input", "id",
                                      "type", "optional",  "any_of",     "order", "match"};
  constexpr std::size_t kLong = 200;
  for (const auto& [key, value] : call.as_dict()) {
    const string_view name = key.is_str() ? key.as_str() : string_view();
    if (value.is_none() ||
        std::find(std::begin(kOfACall), std::end(kOfACall), name) != std::end(kOfACall))
      continue;
    return schema_error(
        place, concat({"unknown member ", brief_repr(key), ".",
                       name.size() < kLong ? did_you_mean(name, kOfACall) : std::string()}));
  }
  return {};
}

}  // namespace

Result<ExpectedCall> ExpectationReader::read_call(const PlacedCall& placed) {
  const Value* call = placed.call;
  std::string place = placed.place;
  if (const Value* function = find_member(*call, "function");
      function != nullptr && !find_text(*function, "name").empty()) {
    call = function;
    place += ".function";
  }
  if (!call->is_dict()) {
    return schema_error(
        place, concat({"expected a call {\"name\", \"arguments\"}, got ", brief_repr(*call)}));
  }
  const Value* name = find_member(*call, "name");
  if (name == nullptr || !name->is_str()) return read_possible(*call, place);
  BFCLX_RETURN_IF_ERROR(check_members(*call, place));
  if (checker_.options_.strict_members) BFCLX_RETURN_IF_ERROR(check_no_others(*call, place));
  for (const string_view member : kArgumentNames) {
    const Value* arguments = find_member(*call, member);
    if (arguments == nullptr || arguments->is_none()) continue;
    const std::string here = concat({place, ".", member});
    if (!arguments->is_str()) return read_plain(*name, *arguments, place, here);
    const Result<Value> parsed = json_loads(arguments->as_str(), DuplicateKeys::kRefused);
    if (!parsed.ok()) return schema_error(here, json_fault(parsed.error()));
    return read_plain(*name, *parsed, place, here);
  }
  return read_plain(*name, Value::dict(), place, place + ".arguments");
}

Result<std::size_t> ExpectationReader::function_of(const Value& name,
                                                   const std::string& place) const {
  const std::vector<FunctionDoc>& functions = checker_.functions_;
  std::vector<string_view> names;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (name.is_str() && functions[i].name == name.as_str()) return i;
    if (names.size() < 1000) names.push_back(functions[i].name);
  }
  constexpr std::size_t kLong = 200;
  const bool can_suggest = name.is_str() && name.as_str().size() < kLong;
  const std::string hint = can_suggest ? did_you_mean(name.as_str(), names) : std::string();
  return schema_error(
      place, concat({"unknown function ", brief_repr(name), hint.empty() ? "" : ".", hint}));
}

Result<ExpectedCall> ExpectationReader::read_plain(const Value& name, const Value& arguments,
                                                   const std::string& call_place,
                                                   const std::string& place) {
  BFCLX_ASSIGN_OR_RETURN(const std::size_t function, function_of(name, call_place + ".name"));
  if (!arguments.is_dict()) {
    return schema_error(place,
                        concat({"expected an object of arguments, got ", brief_repr(arguments)}));
  }
  BFCLX_ASSIGN_OR_RETURN(ExpectedCall compiled,
                         compile_call(function, arguments, place, WrittenAs::kAnyOf));
  if (!is_official()) return compiled;
  const Schema& schema = checker_.schemas_[function];
  Result<Value> answers = possible_answers_of(arguments, schema, place);
  if (!answers.ok()) {
    Error error = std::move(answers).error();
    error.message += "; otherwise use the match `schema` or `exact`";
    return error;
  }
  const OwnPlace answer_place{call_place, place};
  BFCLX_ASSIGN_OR_RETURN(ExpectedCall call, official_call(function, *answers, answer_place));
  BFCLX_RETURN_IF_ERROR(check_itself(call, arguments, answer_place));
  return call;
}

Result<ExpectedCall> ExpectationReader::read_possible(const Value& given,
                                                      const std::string& place) {
  const Dict* named = &given.as_dict();
  std::vector<const Dict::Entry*> entries;
  for (const Dict::Entry& entry : *named) {
    if (!entry.value.is_none()) entries.push_back(&entry);  // Parquet adds them
  }
  if (entries.size() != 1) {
    return schema_error(place, concat({"expected one call, {\"name\", \"arguments\"} or {NAME: "
                                       "{PARAMETER: [ALTERNATIVES]}}, got ",
                                       brief_repr(given)}));
  }
  const Value& name = entries.front()->key;
  BFCLX_ASSIGN_OR_RETURN(const std::size_t function, function_of(name, place));
  const std::string here = place_of_member(place, name);
  if (is_official()) return official_call(function, entries.front()->value, {place, here});
  const Schema& schema = checker_.schemas_[function];
  BFCLX_ASSIGN_OR_RETURN(const Value arguments,
                         arguments_of_possible_answers(entries.front()->value, schema, here));
  return compile_call(function, arguments, here, WrittenAs::kList);
}

Result<ExpectedCall> ExpectationReader::compile_call(std::size_t function, const Value& arguments,
                                                     const std::string& place, WrittenAs written) {
  for (const auto& [key, value] : arguments.as_dict()) {
    if (!key.is_str()) return schema_error(place, "the name of an argument must be a string");
    BFCLX_RETURN_IF_ERROR(check_alternatives(value, place_of_member(place, key), true, written));
  }
  const ValueMatching match = checker_.options_.match;
  BFCLX_ASSIGN_OR_RETURN(
      ExpectedValue compiled,
      compile_arguments(arguments, checker_.schemas_[function], place, written, match, parts_));
  return ExpectedCall{.function = function, .arguments = std::move(compiled)};
}

Result<ExpectedCall> ExpectationReader::official_call(std::size_t function, const Value& answers,
                                                      const OwnPlace& place) const {
  const Value name = Value::str(checker_.functions_[function].name);
  Result<Value> read =
      read_own_answer(checker_.official_functions_, name, answers, kOneCall, place);
  if (!read.ok()) return as_schema_error(std::move(read).error());
  return ExpectedCall{.function = function, .possible_answer = std::move(read).value()};
}

// What its own rules refuse could never pass.
Status ExpectationReader::check_itself(const ExpectedCall& call, const Value& arguments,
                                       const OwnPlace& place) const {
  const std::string& name = checker_.functions_[call.function].name;
  Dict made;
  made.set(name, first_alternatives(arguments));
  const Verdict verdict =
      judge_calls(checker_.official_functions_, Value::list({call.possible_answer}), kOneCall,
                  Value::list({Value::dict(std::move(made))}));
  if (verdict.valid) return {};
  return schema_error(
      place.parameters,
      concat({"this expected call would itself fail under the official rules: ",
              verdict.why ? verdict.why->text : std::string(), " Use the match `schema`"}));
}

}  // namespace bfclx
