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
constexpr std::size_t kStepsShown = 20;
// [call, function, parameter, index or key ...]
constexpr std::size_t kParameterStep = 2;

std::string name_of_step(const Value& step) {
  return step.is_str() ? first_code_points(step.as_str(), kMaxStep) : brief_repr(step);
}

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

// [turn, class, attribute, key ...]: "TwitterAPI.tweets[2]['content']".
void append_place(std::string& out, const Reason& reason) {
  for (std::size_t i = 1; i < reason.path.size() && out.size() < kMaxText; ++i) {
    if (i == 2) out += '.';
    if (i > 2) out += '[';
    out += i > 2 ? brief_repr(reason.path[i]) : name_of_step(reason.path[i]);
    if (i > 2) out += ']';
  }
}

void append_step(std::string& out, const Reason& reason, std::size_t index) {
  if (reason.path.empty()) {
    out += '?';
  } else {
    out += name_of_step(reason.path[std::min(index, reason.path.size() - 1)]);
  }
}

void append_turn(std::string& out, const Reason& reason) {
  const bool known = !reason.path.empty() && reason.path.front().is_small_int();
  out += "turn ";
  out += known ? std::to_string(reason.path.front().as_int64() + 1) : "?";  // people count from 1
}

void append_detail(std::string& out, std::string_view detail) {
  if (!detail.empty() && detail.back() == '.') detail.remove_suffix(1);
  if (detail.empty()) return;
  out += ": ";
  out += detail;
}

// A form with its places filled in:
//   %E expected   %F found   %T the type of what was found   %L the detail   %D ": " and the detail
//   %P parameter  %K the last step of the path   %N "turn 1"   %S the place in a state
std::string filled(std::string_view form, const Reason& reason, const ShortReason& shown) {
  std::string out;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] != '%') {
      out += form[i];
      continue;
    }
    switch (form[++i]) {
      case 'E':
        out += shown.expected;
        break;
      case 'F':
        out += shown.found;
        break;
      case 'T':
        out += type_name(reason.found);
        break;
      case 'D':
        append_detail(out, reason.detail);
        break;
      case 'L':
        out += reason.detail;
        break;
      case 'P':
        append_step(out, reason, kParameterStep);
        break;
      case 'K':
        append_step(out, reason, reason.path.size());
        break;
      case 'N':
        append_turn(out, reason);
        break;
      default:
        append_place(out, reason);
    }
  }
  return out;
}

// When a rule's other form is taken.
enum class When : std::uint8_t {
  kNever,
  kFoundNothing,
  kFoundOne,
  kFoundList,
  kDeclared,
  kNoIndex,
  kObject,
  kOtherForm
};

bool holds(When when, const Reason& reason, std::string_view found) {
  switch (when) {
    case When::kNever:
      return false;
    case When::kFoundNothing:
      return reason.found.is_none();
    case When::kFoundOne:
      return found == "1";
    case When::kFoundList:
      return reason.found.is_list();
    case When::kDeclared:
      return reason.detail == kDeclared;
    case When::kNoIndex:
      return reason.path.size() <= kParameterStep + 1;
    case When::kObject:
      // Objects, and texts of trees of them, are too long to be told apart in a row.
      if (found.starts_with('"')) found.remove_prefix(1);
      return found.starts_with('<');
    case When::kOtherForm:
      return is_of_other_form(reason.detail);
  }
  return false;
}

struct Form {
  std::string_view rule;
  Shown expected;
  Shown found;
  std::string_view text;
  When when = When::kNever;
  std::string_view other = {};
};

constexpr std::string_view kDiffers = "%F ≠ %E";
constexpr std::string_view kWrongValue = "%P: %F ≠ %E";
constexpr std::string_view kMissing = "%K is missing";
constexpr std::string_view kNoAnswer = "%P: no possible answer is known";

constexpr Form kForms[] = {
    {rules::kDecoderFailed, Shown::kNothing, Shown::kNothing, "could not be parsed%D",
     When::kOtherForm, "no calls in the format of the decoder"},
    {rules::kWrongFormat, Shown::kNothing, Shown::kRepr, "not a list of calls: %F",
     When::kFoundNothing, "not a list of calls"},
    {rules::kNoCall, Shown::kNothing, Shown::kNothing, "no call, but one was expected"},
    {rules::kUnwantedCall, Shown::kNothing, Shown::kNothing, "a call, but none was expected"},
    {rules::kWrongCount, Shown::kRepr, Shown::kRepr, "%F calls ≠ %E", When::kFoundOne,
     "%F call ≠ %E"},
    {rules::kWrongFuncName, Shown::kName, Shown::kName, "%F() ≠ %E()"},
    {rules::kMissingRequired, Shown::kAlternatives, Shown::kNothing, kMissing},
    {rules::kUnexpectedParam, Shown::kNothing, Shown::kRepr, "%P: no such parameter",
     When::kDeclared, "%P: not in any possible answer"},
    {rules::kNotText, Shown::kName, Shown::kRepr, "%P: %F is %T ≠ text of %L source"},
    {rules::kType, Shown::kName, Shown::kRepr, "%P: %F is %T ≠ %E"},
    {rules::kNestedType, Shown::kName, Shown::kRepr, "%P[%K]: %F is %T ≠ %E", When::kNoIndex,
     kNoAnswer},
    {rules::kStringValue, Shown::kAlternatives, Shown::kRepr, kWrongValue},
    {rules::kListValue, Shown::kAlternatives, Shown::kRepr, kWrongValue},
    {rules::kDictKey, Shown::kNothing, Shown::kRepr, "%P: unexpected key %K"},
    {rules::kDictValue, Shown::kAlternatives, Shown::kRepr, "%K: %F ≠ %E"},
    {rules::kMissingDictKey, Shown::kAlternatives, Shown::kNothing, "%P: key %K is missing"},
    {rules::kListDictCount, Shown::kRepr, Shown::kRepr, "%P: %F dictionaries ≠ %E", When::kFoundOne,
     "%P: %F dictionary ≠ %E"},
    {rules::kNoAnswer, Shown::kNothing, Shown::kRepr, kNoAnswer},
    {rules::kValue, Shown::kAlternatives, Shown::kRepr, kWrongValue},
    {rules::kMissingOptional, Shown::kAlternatives, Shown::kNothing, kMissing},
    {rules::kInferenceError, Shown::kNothing, Shown::kNothing, "not a list of turns"},
    {rules::kNoLastMessage, Shown::kNothing, Shown::kNothing, "no final message"},
    {rules::kAnswerNotFound, Shown::kAlternatives, Shown::kRepr,
     "not as whole words in the final message: %E"},
    {rules::kEvaluatorError, Shown::kNothing, Shown::kNothing, "official evaluator error%D"},
    {rules::kForceTerminated, Shown::kRepr, Shown::kRepr, "%F turns ≠ %E", When::kFoundOne,
     "%F turn ≠ %E"},
    {rules::kEmptyTurn, Shown::kRepr, Shown::kNothing, "%N: no call"},
    {rules::kState, Shown::kRepr, Shown::kRepr, "%N: %S: %F ≠ %E", When::kObject, "%N: %S differs"},
    {rules::kResponse, Shown::kRepr, Shown::kNothing, "%N: no call returned %E"},
    {rules::kExecution, Shown::kNothing, Shown::kNothing, "execution failed%D"},
    {rules::kResult, Shown::kRepr, Shown::kRepr, kDiffers},
    {rules::kResultType, Shown::kRepr, Shown::kRepr, kDiffers},
    {rules::kResultPattern, Shown::kRepr, Shown::kRepr, kDiffers},
    {rules::kNoMatch, Shown::kRepr, Shown::kNothing, "no call returned %E"},
    {rules::kStatusCode, Shown::kRepr, Shown::kRepr, "status %F ≠ %E", When::kFoundNothing,
     "no response"},
    {rules::kResponseFormat, Shown::kNothing, Shown::kNothing, "response is not JSON"},
    {rules::kResponseKeys, Shown::kRepr, Shown::kRepr, "length %F ≠ %E", When::kFoundList,
     "keys %F ≠ %E"},
    {rules::kTurn, Shown::kAlternatives, Shown::kRepr, "%N%D"},
    {rules::kOutOfMemory, Shown::kNothing, Shown::kNothing, "out of memory"},
};

// Of a response that the detail names alone.
constexpr Form kNamed{rules::kDecoderFailed, Shown::kNothing, Shown::kNothing, "%L"};

const Form* find_form(std::string_view rule) {
  const Form* const end = std::end(kForms);
  const Form* const form =
      std::find_if(std::begin(kForms), end, [&](const Form& one) { return one.rule == rule; });
  return form == end ? nullptr : form;
}

}  // namespace

bool is_of_other_form(std::string_view detail) {
  return detail.find("object has no attribute") != std::string_view::npos ||
         detail.find("object is not ") != std::string_view::npos ||
         detail.find("indices must be integers") != std::string_view::npos;
}

bool has_short_form(std::string_view rule) { return find_form(rule) != nullptr; }

ShortReason short_reason(const Reason& reason) {
  ShortReason shown;
  shown.rule = reason.rule;
  const std::size_t steps = std::min(reason.path.size(), kStepsShown);
  for (std::size_t i = 0; i < steps; ++i) {
    const Value& step = reason.path[i];
    shown.path.push_back(step.is_small_int() ? step : Value::str(name_of_step(step)));
  }
  const bool named = reason.rule == rules::kDecoderFailed &&
                     (reason.detail == kTextAlone || reason.detail == kNoText);
  const Form* const form = named ? &kNamed : find_form(reason.rule);
  if (form == nullptr) return shown;
  shown.expected = shown_text(form->expected, reason.expected);
  shown.found = shown_text(form->found, reason.found);
  const bool other = holds(form->when, reason, shown.found);
  shown.text = first_code_points(filled(other ? form->other : form->text, reason, shown), kMaxText);
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
