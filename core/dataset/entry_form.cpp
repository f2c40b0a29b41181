#include "core/dataset/entry_form.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/checker/schema_doc.h"
#include "core/dataset/entry_builder.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

using std::string_view;

bool is_list_of(const Value* value, bool (*accepts)(const Value&)) {
  if (value == nullptr || !value->is_list()) return false;
  for (const Value& item : value->items()) {
    if (!accepts(item)) return false;
  }
  return true;
}

bool is_text(const Value& value) { return value.is_str(); }
bool is_any_list(const Value& value) { return value.is_list(); }
bool is_message(const Value& value) { return value.is_dict(); }
bool is_turn(const Value& value) { return is_list_of(&value, is_message); }
// A call, if a broken one: multi_turn_composite has calls without their end, and an empty one.
bool is_call(const Value& value) {
  if (!value.is_str()) return false;
  const string_view text = value.as_str();
  const auto is_of_name = [](char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '.';
  };
  const std::size_t end = static_cast<std::size_t>(
      std::find_if_not(text.begin(), text.end(), is_of_name) - text.begin());
  return text.empty() || (end > 0 && end < text.size() && text[end] == '(');
}
bool is_turn_of_calls(const Value& value) { return is_list_of(&value, is_call); }
bool is_function_doc(const Value& value) {
  if (!value.is_dict()) return false;
  const Value* name = value.as_dict().find("name");
  return name != nullptr && name->is_str();
}
// {name: {parameter: [alternatives]}}
bool is_possible_answer(const Value& value) {
  if (!value.is_dict() || value.as_dict().empty()) return false;
  for (const Dict::Entry& call : value.as_dict()) {
    if (!call.value.is_dict()) return false;
    for (const Dict::Entry& parameter : call.value.as_dict()) {
      if (!is_any_list(parameter.value)) return false;
    }
  }
  return true;
}

// What a list of the dataset holds.
struct ListForm {
  bool (*accepts)(const Value& item);
  string_view item;
  string_view list;
};
constexpr ListForm kTurns = {is_turn, "a list of messages",
                             "a list of turns, each a list of messages"};
constexpr ListForm kFunctions = {is_function_doc, "a function doc with a \"name\"",
                                 "a list of function docs with a \"name\" each"};
constexpr ListForm kPossibleAnswers = {is_possible_answer, "{name: {parameter: [alternatives]}}",
                                       "a list of {name: {parameter: [alternatives]}}"};
constexpr ListForm kTurnsOfCalls = {is_turn_of_calls, "a list of calls as text",
                                    "a list of turns, each a list of calls as text"};
constexpr ListForm kTexts = {is_text, "text", "a list of strings"};

// `{"deck": [[], ""]}`, shortened.
std::string shown(const Value& value) {
  constexpr std::size_t kMostCodePoints = 80;
  std::string text;
  append_json(text, value);
  const string_view begin = slice_code_points(text, 0, kMostCodePoints);
  return begin.size() == text.size() ? text : std::string(begin) + "...";
}

Status check_list(string_view member, const Value* value, const ListForm& form,
                  const LinePlace& place) {
  if (value == nullptr || !value->is_list()) return place.error(member, value, form.list);
  const List& items = value->items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (form.accepts(items[i])) continue;
    return dataset_error(place.file, place.line, place.id,
                         "item " + std::to_string(i + 1) + " of \"" + std::string(member) +
                             "\" is " + shown(items[i]) + ", expected " + std::string(form.item));
  }
  return {};
}

}  // namespace

std::string kind_text(const Value* value) {
  if (value == nullptr) return "missing";
  switch (value->kind()) {
    case Value::Kind::kNone:
      return "null";
    case Value::Kind::kBool:
      return "true or false";
    case Value::Kind::kInt:
    case Value::Kind::kFloat:
      return "a number";
    case Value::Kind::kStr:
      return "text";
    case Value::Kind::kList:
      return "a list";
    default:
      return "an object";
  }
}

Error LinePlace::error(string_view member, const Value* found, string_view expected) const {
  std::string text = "\"";
  text += member;
  text += "\" is " + kind_text(found) + ", expected ";
  text += expected;
  return dataset_error(file, line, id, text);
}

Error LinePlace::empty_list(string_view member, string_view expected) const {
  return dataset_error(
      file, line, id,
      "\"" + std::string(member) + "\" is an empty list, expected " + std::string(expected));
}

Status check_class_names(const Value* names, const LinePlace& place) {
  constexpr ListForm kNames = {is_text, "a class name", "a list of class names"};
  return check_list("involved_classes", names, kNames, place);
}

namespace {

// What the checker takes for granted of a function that is called; what is absent is no fault.
Status check_parameters(const Value& doc, const LinePlace& place) {
  const auto fault = [&](string_view what, const Value* found, string_view expected) {
    return dataset_error(place.file, place.line, place.id,
                         concat({what, " of function `", find_text(doc, "name"), "` is ",
                                 kind_text(found), ", expected ", expected}));
  };
  constexpr string_view kObject = "an object";
  const Value* const parameters = find_member(doc, "parameters");
  if (parameters == nullptr) return {};
  if (!parameters->is_dict()) return fault("\"parameters\"", parameters, kObject);
  const Value* const required = find_member(*parameters, "required");
  if (required != nullptr) {
    if (!required->is_list()) return fault("\"required\"", required, "a list of strings");
    const auto other =
        std::find_if_not(required->items().begin(), required->items().end(), is_text);
    if (other != required->items().end()) {
      const auto number = static_cast<std::size_t>(other - required->items().begin()) + 1;
      return fault(concat({"item ", std::to_string(number), " of \"required\""}), &*other, "text");
    }
  }
  const Value* const properties = find_member(*parameters, "properties");
  if (properties == nullptr) return {};
  if (!properties->is_dict()) return fault("\"properties\"", properties, kObject);
  for (const Dict::Entry& one : properties->as_dict()) {
    if (!find_text(one.value, "type").empty()) continue;
    const std::string name = concat({"parameter `", one.key.as_str(), "`"});
    if (!one.value.is_dict()) return fault(name, &one.value, "an object with a \"type\"");
    return fault("\"type\" of " + name, find_member(one.value, "type"), "the name of a type");
  }
  return {};
}

}  // namespace

Status normalise_question(Dict& data, const LinePlace& place) {
  Value* question = data.find("question");
  if (question != nullptr && question->is_str()) {
    Value message = Value::dict();
    message.mutable_dict().set("role", Value::str("user"));
    message.mutable_dict().set("content", *question);
    *question = Value::list({Value::list({std::move(message)})});
  } else if (question != nullptr && question->is_list() && !question->items().empty() &&
             is_turn(*question)) {
    *question = Value::list({*question});
  }
  return check_list("question", question, kTurns, place);
}

Status check_functions(const Category& category, Dict& data, bool is_own, const LinePlace& place) {
  Value* functions = data.find("function");
  // chatable has no functions and says so by an empty text.
  if (functions != nullptr && functions->is_str() && functions->as_str().empty()) {
    *functions = Value::list();
  }
  BFCLX_RETURN_IF_ERROR(check_list("function", functions, kFunctions, place));
  // Whoever should abstain needs none.
  const bool needed =
      category.judging == Judging::kCalls || category.judging == Judging::kExecutable;
  if (needed && functions->items().empty()) {
    return place.empty_list("function", "a function to call");
  }
  if (category.judging != Judging::kCalls) return {};
  for (const Value& doc : functions->items()) {
    if (is_own && has_json_schema(doc)) continue;  // compiled with the match
    BFCLX_RETURN_IF_ERROR(check_parameters(doc, place));
  }
  return {};
}

Status check_tags(const Value* tags, const LinePlace& place) {
  return tags == nullptr ? Status{} : check_list("tags", tags, kTexts, place);
}

Status check_ground_truth(const Category& category, const Value* truth, const LinePlace& place) {
  if (category.judging == Judging::kExecutable && is_rest(category)) {
    if (truth != nullptr && truth->is_str()) return {};
    return place.error("ground_truth", truth, "a response as JSON text");
  }
  const ListForm& form = category.judging == Judging::kCalls       ? kPossibleAnswers
                         : category.judging == Judging::kMultiTurn ? kTurnsOfCalls
                                                                   : kTexts;
  BFCLX_RETURN_IF_ERROR(check_list("ground_truth", truth, form, place));
  // No response passes, or each that does nothing.
  if (truth->items().empty()) return place.empty_list("ground_truth", form.list);
  return {};
}

}  // namespace bfclx
