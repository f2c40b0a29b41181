#include "core/check/short_reason.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/check/findings.h"
#include "core/check/rules.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::size_t kMaxText = 200;  // code points
constexpr std::size_t kMaxStep = 120;
constexpr std::size_t kMaxSteps = 20;
// [call, function, parameter, index or key ...]
constexpr std::size_t kParameterStep = 2;

std::string cut(std::string_view text, std::size_t most) {
  const std::string_view shown = slice_code_points(text, 0, most);
  return std::string(shown) + (shown.size() < text.size() ? " ..." : "");
}

std::string name_of_step(const Value& step) {
  return step.is_str() ? cut(step.as_str(), kMaxStep) : brief_repr(step);
}

std::string parameter_of(const Reason& reason) {
  if (reason.path.empty()) return "?";
  return name_of_step(reason.path[std::min(kParameterStep, reason.path.size() - 1)]);
}

std::string last_step_of(const Reason& reason) {
  return reason.path.empty() ? "?" : name_of_step(reason.path.back());
}

// People count turns from 1.
std::string turn_of(const Reason& reason) {
  const bool known = !reason.path.empty() && reason.path.front().is_small_int();
  return "turn " + (known ? std::to_string(reason.path.front().as_int64() + 1) : "?");
}

bool is_empty_text(const Value& value) { return value.is_str() && value.as_str().empty(); }

// "" says that the parameter may be left out, which is no answer where there are others.
std::string alternatives_text(const Value& answers) {
  if (!answers.is_list() || answers.items().empty()) return brief_repr(answers);
  const List& items = answers.items();
  const Value* first = nullptr;
  const Value* second = nullptr;
  std::size_t count = 0;
  for (const Value& item : items) {
    if (items.size() > 1 && is_empty_text(item)) continue;
    if (count == 0) first = &item;
    if (count == 1) second = &item;
    ++count;
  }
  if (first == nullptr) return brief_repr(answers);
  if (count == 1) return brief_repr(*first);
  return brief_repr(*first) + " or " +
         (count == 2 ? brief_repr(*second) : std::to_string(count - 1) + " others");
}

// How `expected` and `found` are shown.
enum class Shown : std::uint8_t { kNothing, kRepr, kName, kAlternatives };

std::string shown_text(Shown how, const Value& value) {
  switch (how) {
    case Shown::kNothing:
      return {};
    case Shown::kRepr:
      return brief_repr(value);
    case Shown::kName:
      return name_of_step(value);
    case Shown::kAlternatives:
      return value.is_none() ? std::string() : alternatives_text(value);
  }
  return {};
}

std::string differs(const ShortReason& shown) {
  return concat({shown.found, " ≠ ", shown.expected});
}

using Text = std::string (*)(const Reason& reason, const ShortReason& shown);

std::string with_detail(std::string_view what, const Reason& reason) {
  std::string_view detail = reason.detail;
  if (!detail.empty() && detail.back() == '.') detail.remove_suffix(1);
  return concat({what, detail.empty() ? "" : ": ", detail});
}

std::string decoder_failed(const Reason& reason, const ShortReason&) {
  return with_detail("unreadable", reason);
}

std::string wrong_format(const Reason& reason, const ShortReason& shown) {
  if (reason.found.is_none()) return "not a list of calls";
  return concat({"not a list of calls: ", shown.found});
}

std::string no_call(const Reason&, const ShortReason&) { return "no call, where one was wanted"; }

std::string unwanted_call(const Reason&, const ShortReason&) {
  return "a call, where none was wanted";
}

std::string wrong_count(const Reason&, const ShortReason& shown) {
  return concat({shown.found, shown.found == "1" ? " call ≠ " : " calls ≠ ", shown.expected});
}

std::string wrong_name(const Reason&, const ShortReason& shown) {
  return concat({shown.found, "() ≠ ", shown.expected, "()"});
}

std::string missing_parameter(const Reason& reason, const ShortReason&) {
  return last_step_of(reason) + " is missing";
}

std::string unexpected_parameter(const Reason& reason, const ShortReason&) {
  const bool declared = reason.detail == kDeclared;
  return parameter_of(reason) + (declared ? ": in no possible answer" : ": no such parameter");
}

std::string wrong_type(const Reason& reason, const ShortReason& shown) {
  return concat({parameter_of(reason), ": ", shown.found, " is ", type_name(reason.found), " ≠ ",
                 shown.expected});
}

std::string not_text(const Reason& reason, const ShortReason& shown) {
  return concat({parameter_of(reason), ": ", shown.found, " is ", type_name(reason.found), " ≠ ",
                 reason.detail, " text"});
}

std::string no_answer(const Reason& reason, const ShortReason&) {
  return parameter_of(reason) + ": no possible answer is known";
}

std::string nested_type(const Reason& reason, const ShortReason& shown) {
  // Without an index the possible answers have no element to compare with.
  if (reason.path.size() <= kParameterStep + 1) return no_answer(reason, shown);
  return concat({parameter_of(reason), "[", last_step_of(reason), "]: ", shown.found, " is ",
                 type_name(reason.found), " ≠ ", shown.expected});
}

std::string wrong_value(const Reason& reason, const ShortReason& shown) {
  return concat({parameter_of(reason), ": ", differs(shown)});
}

std::string wrong_value_of_key(const Reason& reason, const ShortReason& shown) {
  return concat({last_step_of(reason), ": ", differs(shown)});
}

std::string unexpected_key(const Reason& reason, const ShortReason&) {
  return concat({parameter_of(reason), ": unexpected key ", last_step_of(reason)});
}

std::string missing_key(const Reason& reason, const ShortReason&) {
  return concat({parameter_of(reason), ": key ", last_step_of(reason), " is missing"});
}

std::string dict_count(const Reason& reason, const ShortReason& shown) {
  return concat({parameter_of(reason), ": ", shown.found,
                 shown.found == "1" ? " dictionary ≠ " : " dictionaries ≠ ", shown.expected});
}

std::string inference_error(const Reason&, const ShortReason&) { return "not a list of turns"; }

std::string no_last_message(const Reason&, const ShortReason&) { return "no final message"; }

std::string answer_not_found(const Reason&, const ShortReason& shown) {
  return concat({"not in the final message: ", shown.expected});
}

std::string evaluator_error(const Reason& reason, const ShortReason&) {
  return with_detail("official evaluator error", reason);
}

std::string force_terminated(const Reason&, const ShortReason& shown) {
  return concat({"stopped by the limit of steps: ", shown.found, " turns ≠ ", shown.expected});
}

std::string empty_turn(const Reason& reason, const ShortReason&) {
  return turn_of(reason) + ": no call";
}

// Objects, and texts of trees of them, are too long to be told apart in a row.
bool is_object_text(std::string_view text) {
  if (!text.empty() && text.front() == '"') text.remove_prefix(1);
  return !text.empty() && text.front() == '<';
}

// [turn, class, attribute, key ...]: "TwitterAPI.tweets[2]['content']".
std::string state_place(const Reason& reason) {
  std::string place;
  for (std::size_t i = 1; i < reason.path.size() && place.size() < kMaxText; ++i) {
    const Value& step = reason.path[i];
    place += i == 1   ? name_of_step(step)
             : i == 2 ? "." + name_of_step(step)
                      : concat({"[", brief_repr(step), "]"});
  }
  return place;
}

std::string wrong_state(const Reason& reason, const ShortReason& shown) {
  const std::string place = concat({turn_of(reason), ": ", state_place(reason)});
  if (is_object_text(shown.found)) return place + " differs";
  return concat({place, ": ", differs(shown)});
}

std::string missing_response(const Reason& reason, const ShortReason& shown) {
  return concat({turn_of(reason), ": no call gave ", shown.expected});
}

std::string execution_failed(const Reason& reason, const ShortReason&) {
  return with_detail("execution failed", reason);
}

std::string wrong_result(const Reason&, const ShortReason& shown) { return differs(shown); }

std::string no_match(const Reason&, const ShortReason& shown) {
  return concat({"no call gave ", shown.expected});
}

std::string wrong_status(const Reason& reason, const ShortReason& shown) {
  return reason.found.is_none() ? std::string("no response") : concat({"status ", differs(shown)});
}

std::string wrong_response(const Reason&, const ShortReason&) { return "response is not JSON"; }

std::string wrong_keys(const Reason& reason, const ShortReason& shown) {
  return concat({reason.found.is_list() ? "keys " : "length ", differs(shown)});
}

std::string out_of_memory(const Reason&, const ShortReason&) { return "out of memory"; }

struct Form {
  std::string_view rule;
  Shown expected;
  Shown found;
  Text text;
};

constexpr Form kForms[] = {
    {rules::kDecoderFailed, Shown::kNothing, Shown::kNothing, decoder_failed},
    {rules::kWrongFormat, Shown::kNothing, Shown::kRepr, wrong_format},
    {rules::kNoCall, Shown::kNothing, Shown::kNothing, no_call},
    {rules::kUnwantedCall, Shown::kNothing, Shown::kNothing, unwanted_call},
    {rules::kWrongCount, Shown::kRepr, Shown::kRepr, wrong_count},
    {rules::kWrongFuncName, Shown::kName, Shown::kName, wrong_name},
    {rules::kMissingRequired, Shown::kAlternatives, Shown::kNothing, missing_parameter},
    {rules::kUnexpectedParam, Shown::kNothing, Shown::kRepr, unexpected_parameter},
    {rules::kNotText, Shown::kName, Shown::kRepr, not_text},
    {rules::kType, Shown::kName, Shown::kRepr, wrong_type},
    {rules::kNestedType, Shown::kName, Shown::kRepr, nested_type},
    {rules::kStringValue, Shown::kAlternatives, Shown::kRepr, wrong_value},
    {rules::kListValue, Shown::kAlternatives, Shown::kRepr, wrong_value},
    {rules::kDictKey, Shown::kNothing, Shown::kRepr, unexpected_key},
    {rules::kDictValue, Shown::kAlternatives, Shown::kRepr, wrong_value_of_key},
    {rules::kMissingDictKey, Shown::kAlternatives, Shown::kNothing, missing_key},
    {rules::kListDictCount, Shown::kRepr, Shown::kRepr, dict_count},
    {rules::kNoAnswer, Shown::kNothing, Shown::kRepr, no_answer},
    {rules::kValue, Shown::kAlternatives, Shown::kRepr, wrong_value},
    {rules::kMissingOptional, Shown::kAlternatives, Shown::kNothing, missing_parameter},
    {rules::kInferenceError, Shown::kNothing, Shown::kNothing, inference_error},
    {rules::kNoLastMessage, Shown::kNothing, Shown::kNothing, no_last_message},
    {rules::kAnswerNotFound, Shown::kAlternatives, Shown::kRepr, answer_not_found},
    {rules::kEvaluatorError, Shown::kNothing, Shown::kNothing, evaluator_error},
    {rules::kForceTerminated, Shown::kRepr, Shown::kRepr, force_terminated},
    {rules::kEmptyTurn, Shown::kRepr, Shown::kNothing, empty_turn},
    {rules::kState, Shown::kRepr, Shown::kRepr, wrong_state},
    {rules::kResponse, Shown::kRepr, Shown::kNothing, missing_response},
    {rules::kExecution, Shown::kNothing, Shown::kNothing, execution_failed},
    {rules::kResult, Shown::kRepr, Shown::kRepr, wrong_result},
    {rules::kResultType, Shown::kRepr, Shown::kRepr, wrong_result},
    {rules::kResultPattern, Shown::kRepr, Shown::kRepr, wrong_result},
    {rules::kNoMatch, Shown::kRepr, Shown::kNothing, no_match},
    {rules::kStatusCode, Shown::kRepr, Shown::kRepr, wrong_status},
    {rules::kResponseFormat, Shown::kNothing, Shown::kNothing, wrong_response},
    {rules::kResponseKeys, Shown::kRepr, Shown::kRepr, wrong_keys},
    {rules::kOutOfMemory, Shown::kNothing, Shown::kNothing, out_of_memory},
};

const Form* find_form(std::string_view rule) {
  const Form* const end = std::end(kForms);
  const Form* const form =
      std::find_if(std::begin(kForms), end, [&](const Form& one) { return one.rule == rule; });
  return form == end ? nullptr : form;
}

}  // namespace

bool has_short_form(std::string_view rule) { return find_form(rule) != nullptr; }

ShortReason short_reason(const Reason& reason) {
  ShortReason shown;
  shown.rule = reason.rule;
  const std::size_t steps = std::min(reason.path.size(), kMaxSteps);
  for (std::size_t i = 0; i < steps; ++i) {
    const Value& step = reason.path[i];
    shown.path.push_back(step.is_small_int() ? step : Value::str(name_of_step(step)));
  }
  const Form* const form = find_form(reason.rule);
  if (form == nullptr) return shown;
  shown.expected = shown_text(form->expected, reason.expected);
  shown.found = shown_text(form->found, reason.found);
  shown.text = cut(form->text(reason, shown), kMaxText);
  return shown;
}

Value value_of(const ShortReason& reason) {
  const auto named = [](const std::string& text) {
    return text.empty() ? Value() : Value::str(text);
  };
  return dict_of({{"rule", reason.rule},
                  {"path", Value::list(reason.path)},
                  {"expected", named(reason.expected)},
                  {"found", named(reason.found)},
                  {"text", reason.text}});
}

}  // namespace bfclx
