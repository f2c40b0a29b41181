#include "core/check/call_plan.h"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include "core/base/utf8.h"
#include "core/check/findings.h"
#include "core/check/parameter_value.h"
#include "core/check/standardize.h"
#include "core/check/value_checks.h"
#include "core/python/evaluate/plain_reader.h"
#include "core/python/evaluate/simple_calls.h"
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

// Makes a plan of the answers, one after the other.
class CallPlan::Maker {
 public:
  Maker(const Value& functions, CallCount count, CallPlan& plan)
      : functions_(functions), by_name_(count != CallCount::kSimple), plan_(plan) {}

  bool add_answer(const Value& item);
  // Brings all that the views of the plan look at side by side, in the order in which calls meet
  // it.
  void finish();

 private:
  bool add_parameter(const Value& name, const Value& alternatives, const Value& properties,
                     const Value& required);
  void choose_plain(Parameter& parameter);
  void add_texts(Parameter& parameter);
  void keep(std::string_view& view);

  const Value& functions_;
  const bool by_name_;
  CallPlan& plan_;
  std::deque<std::string> made_;  // texts that stand nowhere else, until finish()
};

std::unique_ptr<const CallPlan> CallPlan::make(const Value& functions,
                                               const Value& possible_answers, Language language,
                                               CallCount count) {
  if (language != Language::kPython || !possible_answers.is_list()) return nullptr;
  const List& answers = possible_answers.items();
  // The simple checker looks at the first answer, however many there are, and asks for one call.
  if (answers.empty() || (count != CallCount::kParallel && answers.size() != 1)) return nullptr;
  auto plan = std::make_unique<CallPlan>();
  Maker maker(functions, count, *plan);
  for (const Value& answer : answers) {
    if (!maker.add_answer(answer)) return nullptr;
  }
  maker.finish();
  return plan;
}

bool CallPlan::Maker::add_answer(const Value& item) {
  if (!item.is_dict() || item.as_dict().empty()) return false;
  const auto& [name, parameters] = item.as_dict().entry(0);
  const Value* doc = doc_of(functions_, name, by_name_);
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
  std::string& underscored = made_.emplace_back(answer.name);
  std::replace(underscored.begin(), underscored.end(), '.', '_');
  answer.underscored = underscored;
  answer.first_parameter = static_cast<std::uint32_t>(plan_.parameters_.size());
  answer.parameters = static_cast<std::uint32_t>(parameters.as_dict().size());
  if (answer.parameters > kMostParameters) return false;
  answer.required = &required->items();
  for (const auto& [parameter, alternatives] : parameters.as_dict()) {
    if (!add_parameter(parameter, alternatives, *properties, *required)) return false;
  }
  plan_.answers_.push_back(answer);
  return true;
}

bool CallPlan::Maker::add_parameter(const Value& name, const Value& alternatives,
                                    const Value& properties, const Value& required) {
  if (!name.is_str() || !alternatives.is_list()) return false;
  Parameter parameter;
  parameter.name = name.as_str();
  parameter.key = &name;
  parameter.answers = &alternatives;
  parameter.alternatives = alternatives.items();
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
    if (!parameter.expected.nested) choose_plain(parameter);
  }
  plan_.parameters_.push_back(parameter);
  return true;
}

void CallPlan::Maker::choose_plain(Parameter& parameter) {
  const Value* first = first_alternative(parameter.answers->items());
  switch (parameter.expected.type) {
    case Kind::kInt:
    case Kind::kFloat:
    case Kind::kBool:
      parameter.plain = Plain::kNumber;
      return;
    case Kind::kStr:
      if (first == nullptr || first->is_str()) add_texts(parameter);
      return;
    default:
      return;
  }
}

void CallPlan::Maker::add_texts(Parameter& parameter) {
  for (const Value& item : parameter.alternatives) {
    if (item.is_str() && !is_ascii(item.as_str())) return;
  }
  parameter.plain = Plain::kText;
  parameter.first_text = static_cast<std::uint32_t>(plan_.texts_.size());
  for (const Value& item : parameter.alternatives) {
    if (!item.is_str()) continue;
    plan_.texts_.push_back({item.as_str(), made_.emplace_back(standardize_string(item.as_str()))});
    ++parameter.texts;
  }
}

void CallPlan::Maker::keep(std::string_view& view) {
  const std::size_t at = plan_.bytes_.size();
  plan_.bytes_.insert(plan_.bytes_.end(), view.begin(), view.end());
  view = {plan_.bytes_.data() + at, view.size()};
}

void CallPlan::Maker::finish() {
  std::size_t size = 0;
  for (const Answer& answer : plan_.answers_) {
    size += answer.name.size() + answer.underscored.size();
  }
  for (const Parameter& parameter : plan_.parameters_) size += parameter.name.size();
  for (const Text& text : plan_.texts_) size += text.given.size() + text.standard.size();
  plan_.bytes_.reserve(size);  // so that nothing moves
  plan_.parameters_.shrink_to_fit();
  plan_.texts_.shrink_to_fit();
  for (Answer& answer : plan_.answers_) {
    keep(answer.name);
    keep(answer.underscored);
    for (std::size_t i = 0; i < answer.parameters; ++i) {
      Parameter& parameter = plan_.parameters_[answer.first_parameter + i];
      keep(parameter.name);
      for (std::size_t k = 0; k < parameter.texts; ++k) {
        keep(plan_.texts_[parameter.first_text + k].given);
        keep(plan_.texts_[parameter.first_text + k].standard);
      }
    }
  }
}

// ---- Judging.

CallPlan::Match CallPlan::match_text(const Parameter& parameter, std::string_view text) const {
  const std::span<const Text> texts(texts_.data() + parameter.first_text, parameter.texts);
  for (const Text& known : texts) {
    if (known.given == text) return Match::kYes;
  }
  std::array<char, 256> buffer;
  if (text.size() > buffer.size()) return Match::kUnknown;
  const std::optional<std::size_t> size = standardize_ascii(text, buffer.data());
  if (!size.has_value()) return Match::kUnknown;
  const std::string_view standard(buffer.data(), *size);
  const bool found = std::any_of(texts.begin(), texts.end(),
                                 [&](const Text& known) { return known.standard == standard; });
  return found ? Match::kYes : Match::kNo;
}

CallPlan::Match CallPlan::match_value(const Parameter& parameter, const Value& value) const {
  if (parameter.plain == Plain::kText && value.is_str()) {
    const Match match = match_text(parameter, value.as_str());
    if (match != Match::kUnknown) return match;
  } else if (parameter.plain == Plain::kNumber && value.kind() == parameter.expected.type) {
    const bool found = std::any_of(parameter.alternatives.begin(), parameter.alternatives.end(),
                                   [&](const Value& item) { return same_or_equal(item, value); });
    return found ? Match::kYes : Match::kNo;
  }
  Findings quiet{.explain = false};
  TypedValue typed(value);
  typed.expected = parameter.expected;
  if (!convert_python_value(typed).ok()) return Match::kUnknown;
  const Result<Outcome> outcome =
      check_value(*parameter.key, *typed.value, *parameter.answers, parameter.expected, quiet);
  if (!outcome.ok()) return Match::kUnknown;
  return *outcome == Outcome::kPass ? Match::kYes : Match::kNo;
}

std::size_t CallPlan::place_of(std::span<const Parameter> parameters, std::string_view name,
                               const Given& given) {
  const std::size_t count = parameters.size();
  for (std::size_t tried = 0, i = given.next; tried < count; ++tried, ++i) {
    if (i >= count) i = 0;
    if (parameters[i].name == name) return parameters[i].declared ? i : kNowhere;
  }
  return kNowhere;
}

bool CallPlan::is_complete(std::span<const Parameter> parameters, const Given& given) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if ((given.bits >> i & 1) != 0) continue;
    if (parameters[i].required || !parameters[i].optional) return false;
  }
  return true;
}

CallPlan::Match CallPlan::match_call(const Answer& answer, const Value& call,
                                     bool underscore_to_dot) const {
  const auto& [name, arguments] = call.as_dict().entry(0);
  const std::string_view expected = underscore_to_dot ? answer.underscored : answer.name;
  if (!name.is_str() || name.as_str() != expected) return Match::kNo;
  const std::span<const Parameter> parameters = parameters_of(answer);
  Given given;
  for (const auto& [argument, value] : arguments.as_dict()) {
    if (!argument.is_str()) return Match::kNo;
    const std::size_t place = place_of(parameters, argument.as_str(), given);
    if (place == kNowhere) return Match::kNo;
    const Match match = match_value(parameters[place], value);
    if (match != Match::kYes) return match;
    given.add(place);
  }
  return is_complete(parameters, given) ? Match::kYes : Match::kNo;
}

std::optional<bool> CallPlan::judge(const Value& calls, bool underscore_to_dot) const {
  const List& items = calls.items();
  if (items.size() != answers_.size()) return false;
  if (items.size() > kMostCalls) return std::nullopt;
  std::uint64_t matched = 0;  // bit i: call i
  for (const Answer& answer : answers_) {
    bool found = false;
    for (std::size_t i = 0; i < items.size() && !found; ++i) {
      if ((matched >> i & 1) != 0) continue;
      const Match match = match_call(answer, items[i], underscore_to_dot);
      if (match == Match::kUnknown) return std::nullopt;
      if (match == Match::kNo) continue;
      matched |= std::uint64_t{1} << i;
      found = true;
    }
    if (!found) return false;
  }
  return true;
}

bool CallPlan::read_argument(PlainReader& reader, const Parameter& parameter) const {
  if (parameter.plain == Plain::kText && (reader.next() == '\'' || reader.next() == '"')) {
    std::string_view text;
    std::string unescaped;
    return reader.read_text(text, unescaped) && match_text(parameter, text) == Match::kYes;
  }
  Value value;
  return reader.read_value(value) && match_value(parameter, value) == Match::kYes;
}

bool CallPlan::read_call(PlainReader& reader, const Answer& answer, bool underscore_to_dot) const {
  std::string_view name;
  if (!reader.read_callee(name)) return false;
  if (name != (underscore_to_dot ? answer.underscored : answer.name)) return false;
  const std::span<const Parameter> parameters = parameters_of(answer);
  Given given;
  const bool read = reader.items(')', [&] {
    std::string_view argument;
    if (!reader.read_keyword(argument)) return false;
    const std::size_t place = place_of(parameters, argument, given);
    // Given again it would count in place of the first.
    if (place == kNowhere || given.has(place)) return false;
    if (!read_argument(reader, parameters[place])) return false;
    given.add(place);
    return true;
  });
  return read && is_complete(parameters, given);
}

bool CallPlan::passes_in_order(std::string_view text, bool underscore_to_dot) const {
  PlainReader reader(text, PlainReader::Names::kText);
  std::size_t count = 0;
  if (!reader.take('[')) return false;
  const bool read = reader.items(']', [&] {
    return count < answers_.size() && read_call(reader, answers_[count++], underscore_to_dot);
  });
  return read && reader.at_end() && count == answers_.size();
}

std::optional<bool> CallPlan::judge_text(std::string_view text, bool underscore_to_dot) const {
  // The first answer takes the first call, the second the first that is left, and so on.
  if (passes_in_order(text, underscore_to_dot)) return true;
  const std::optional<Value> calls = read_simple_calls(text);
  return calls ? judge(*calls, underscore_to_dot) : std::nullopt;
}

}  // namespace bfclx
