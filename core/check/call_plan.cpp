#include "core/check/call_plan.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/utf8.h"
#include "core/check/findings.h"
#include "core/check/parameter_value.h"
#include "core/check/standardize.h"
#include "core/check/value_checks.h"
#include "core/value/dict.h"

namespace bfclx {

namespace {

using Kind = Value::Kind;

const Value* member(const Value& object, std::string_view key) {
  return object.is_dict() ? object.as_dict().find(key) : nullptr;
}

bool is_empty_str(const Value& value) { return value.is_str() && value.as_str().empty(); }

// The doc that the checker takes: that of the name, or the first one.
const Value* doc_of(const Value& functions, const Value& name, bool by_name) {
  if (!functions.is_list()) return nullptr;
  for (const Value& doc : functions.items()) {
    const Value* doc_name = member(doc, "name");
    if (doc_name == nullptr || !doc_name->is_str()) return nullptr;
    if (!by_name || equal(*doc_name, name)) return &doc;
  }
  return nullptr;
}

// get_possible_answer_type: the type of the first alternative that is not "".
const Value* first_alternative(const List& alternatives) {
  for (const Value& item : alternatives) {
    if (!is_empty_str(item)) return &item;
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<const CallPlan> CallPlan::make(const Value& functions,
                                               const Value& possible_answers, Language language,
                                               CallCount count) {
  if (language != Language::kPython || !possible_answers.is_list()) return nullptr;
  auto plan = std::make_unique<CallPlan>();
  plan->parallel_ = count == CallCount::kParallel;
  const List& answers = possible_answers.items();
  // The simple checker looks at the first answer, however many there are; `passes` asks for as many
  // calls as there are answers, so anything else is left to it.
  if (answers.empty() || (!plan->parallel_ && answers.size() != 1)) return nullptr;
  for (const Value& answer : answers) {
    if (!add_answer(functions, answer, count != CallCount::kSimple, *plan)) return nullptr;
  }
  return plan;
}

bool CallPlan::add_answer(const Value& functions, const Value& item, bool by_name, CallPlan& plan) {
  if (!item.is_dict() || item.as_dict().empty()) return false;
  const auto& [name, parameters] = item.as_dict().entry(0);
  const Value* doc = doc_of(functions, name, by_name);
  if (doc == nullptr || !parameters.is_dict()) return false;
  const Value* schema = member(*doc, "parameters");
  const Value* properties = schema != nullptr ? member(*schema, "properties") : nullptr;
  const Value* required = schema != nullptr ? member(*schema, "required") : nullptr;
  if (properties == nullptr || required == nullptr) return false;
  if (!properties->is_dict() || !required->is_list()) return false;
  for (const Value& parameter : required->items()) {
    // A required parameter that no answer gives fails every call.
    if (!parameter.is_str() || !parameters.as_dict().contains(parameter)) return false;
  }
  Answer answer;
  answer.name = member(*doc, "name")->as_str();
  answer.underscored = std::string(answer.name);
  std::replace(answer.underscored.begin(), answer.underscored.end(), '.', '_');
  for (const auto& [parameter, alternatives] : parameters.as_dict()) {
    if (!add_parameter(parameter, alternatives, *properties, *required, answer)) return false;
  }
  plan.answers_.push_back(std::move(answer));
  return true;
}

bool CallPlan::add_parameter(const Value& name, const Value& alternatives, const Value& properties,
                             const Value& required, Answer& answer) {
  if (!name.is_str() || !alternatives.is_list()) return false;
  Parameter parameter;
  parameter.name = &name;
  parameter.answers = &alternatives;
  parameter.required = contains(required.items(), name);
  parameter.optional = contains(alternatives.items(), Value::str(""));
  if (const Value* details = properties.as_dict().find(name); details != nullptr) {
    Findings quiet{.explain = false};
    // Only the types are wanted here; None is a value that needs no conversion.
    const Value nothing;
    TypedValue typed(nothing);
    const Result<Outcome> read = read_value(Language::kPython, name, *details, typed, quiet);
    if (!read.ok() || *read != Outcome::kPass) return false;
    parameter.declared = true;
    parameter.expected = typed.expected;
  }
  const Value* first = first_alternative(alternatives.items());
  const bool unmixed = first == nullptr || first->kind() == parameter.expected.type;
  if (parameter.declared && unmixed && !parameter.expected.nested) {
    parameter.plain_int = parameter.expected.type == Kind::kInt;
    parameter.plain_text = parameter.expected.type == Kind::kStr;
    for (const Value& item : alternatives.items()) {
      if (!parameter.plain_text || !item.is_str()) continue;
      parameter.standard_texts.push_back(standardize_string(item.as_str()));
      parameter.plain_text = is_ascii(item.as_str());
    }
  }
  answer.parameters.push_back(std::move(parameter));
  return true;
}

CallPlan::Match CallPlan::match_value(const Parameter& parameter, const Value& value) {
  if (parameter.plain_text && value.is_str()) {
    const std::string_view text = value.as_str();
    std::array<char, 256> buffer;
    if (text.size() <= buffer.size()) {
      const std::optional<std::size_t> size = standardize_ascii(text, buffer.data());
      if (size.has_value()) {
        const std::string_view standard(buffer.data(), *size);
        const auto& texts = parameter.standard_texts;
        return std::find(texts.begin(), texts.end(), standard) != texts.end() ? Match::kYes
                                                                              : Match::kNo;
      }
    }
  } else if (parameter.plain_int && value.is_int()) {
    return contains(parameter.answers->items(), value) ? Match::kYes : Match::kNo;
  }
  Findings quiet{.explain = false};
  TypedValue typed(value);
  typed.expected = parameter.expected;
  if (!convert_python_value(typed).ok()) return Match::kUnknown;
  const Result<Outcome> outcome =
      check_value(*parameter.name, *typed.value, *parameter.answers, parameter.expected, quiet);
  if (!outcome.ok()) return Match::kUnknown;
  return *outcome == Outcome::kPass ? Match::kYes : Match::kNo;
}

CallPlan::Match CallPlan::match_call(const Answer& answer, const Value& call,
                                     bool underscore_to_dot) {
  const auto& [name, arguments] = call.as_dict().entry(0);
  const std::string_view expected = underscore_to_dot ? answer.underscored : answer.name;
  if (!name.is_str() || name.as_str() != expected) return Match::kNo;
  std::uint64_t given = 0;  // bit i: the answer's parameter i
  const std::size_t count = answer.parameters.size();
  if (count > 64) return Match::kUnknown;
  std::size_t next = 0;  // models give parameters in the order of the doc, mostly
  for (const auto& [argument, value] : arguments.as_dict()) {
    if (!argument.is_str()) return Match::kNo;
    std::size_t place = count;
    for (std::size_t tried = 0; tried < count && place == count; ++tried) {
      const std::size_t i = next + tried < count ? next + tried : next + tried - count;
      if (answer.parameters[i].name->as_str() == argument.as_str()) place = i;
    }
    if (place == count || !answer.parameters[place].declared) return Match::kNo;
    const Match match = match_value(answer.parameters[place], value);
    if (match != Match::kYes) return match;
    given |= std::uint64_t{1} << place;
    next = place + 1 < count ? place + 1 : 0;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if ((given >> i & 1) != 0) continue;
    if (answer.parameters[i].required || !answer.parameters[i].optional) return Match::kNo;
  }
  return Match::kYes;
}

bool CallPlan::passes(const Value& calls, bool underscore_to_dot) const {
  const List& items = calls.items();
  if (items.size() != answers_.size() || items.size() > 64) return false;
  std::uint64_t matched = 0;  // bit i: call i
  for (const Answer& answer : answers_) {
    bool found = false;
    for (std::size_t i = 0; i < items.size() && !found; ++i) {
      if ((matched >> i & 1) != 0) continue;
      const Match match = match_call(answer, items[i], underscore_to_dot);
      if (match == Match::kUnknown) return false;
      if (match == Match::kNo) continue;
      matched |= std::uint64_t{1} << i;
      found = true;
    }
    if (!found) return false;
  }
  return true;
}

}  // namespace bfclx
