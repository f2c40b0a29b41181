#include "core/check/type_check.h"

#include <span>

#include "core/check/rules.h"
#include "core/python/objects/protocol.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

using Kind = Value::Kind;

struct TypeName {
  std::string_view name;
  Kind type;
};

constexpr TypeName kPythonTypes[] = {
    {"string", Kind::kStr},  {"integer", Kind::kInt}, {"boolean", Kind::kBool},
    {"float", Kind::kFloat}, {"array", Kind::kList},  {"dict", Kind::kDict},
    {"tuple", Kind::kList},  // JSON has no tuples, so possible answers hold lists
    {"any", Kind::kStr},
};

constexpr TypeName kJavaTypes[] = {
    {"any", Kind::kStr},      {"String", Kind::kStr},  {"integer", Kind::kInt},
    {"boolean", Kind::kBool}, {"float", Kind::kFloat}, {"Array", Kind::kList},
    {"HashMap", Kind::kDict}, {"long", Kind::kInt},    {"ArrayList", Kind::kList},
    {"double", Kind::kFloat}, {"char", Kind::kStr},    {"byte", Kind::kInt},
    {"short", Kind::kInt},    {"Set", Kind::kSet},     {"Hashtable", Kind::kDict},
    {"Queue", Kind::kList},   {"Stack", Kind::kList},
};

constexpr TypeName kJavaScriptTypes[] = {
    {"any", Kind::kStr},     {"String", Kind::kStr}, {"integer", Kind::kInt},
    {"dict", Kind::kDict},   {"array", Kind::kList}, {"Boolean", Kind::kBool},
    {"float", Kind::kFloat}, {"Bigint", Kind::kInt},
};

std::span<const TypeName> types_of(Language language) {
  switch (language) {
    case Language::kJava:
      return kJavaTypes;
    case Language::kJavaScript:
      return kJavaScriptTypes;
    case Language::kPython:
      break;
  }
  return kPythonTypes;
}

// ast_checker.py:get_possible_answer_type. nullopt when every answer is "".
std::optional<Kind> answer_type(const List& answers) {
  for (const Value& answer : answers) {
    if (!answer.is_str() || !answer.as_str().empty()) return answer.kind();
  }
  return std::nullopt;
}

// type_checker without nested type: the recursive step for one element.
bool element_passes(const Value& element, const List& answers, Kind nested) {
  return element.kind() == nested || answer_type(answers) == element.kind();
}

// Index of the first element that no rule admits for these answers; the size when all pass.
std::size_t first_bad_element(const List& elements, const List& answers, Kind nested) {
  std::size_t index = 0;
  while (index < elements.size() && element_passes(elements[index], answers, nested)) ++index;
  return index;
}

// An answer that is no list lets every list pass, as the official check looks into lists only:
// quirk one_answer_frees_elements.
bool nested_types_pass(const List& elements, const List& answers, Kind nested) {
  for (const Value& answer : answers) {
    if (!answer.is_list()) return true;
    if (first_bad_element(elements, answer.items(), nested) == elements.size()) return true;
  }
  return false;
}

void report_nested(const Value& param, const Value& value, const List& answers,
                   const ExpectedType& expected, Findings& findings) {
  const std::string_view inner = python_type_name(*expected.nested);
  findings.add_error(
      "type_error:nested",
      concat({"Nested type checking failed for parameter ", repr(param), ". Expected outer type ",
              expected.description, " with inner type <class '", inner,
              "'>. Parameter value: ", repr(value), "."}));
  if (!findings.reason) return;
  findings.why = Reason{.rule = rules::kNestedType,
                        .path = {},
                        .expected = Value::str(inner),
                        .found = value,
                        .text = {}};
  const List& elements = value.items();
  const List no_answers;
  const std::size_t index = first_bad_element(
      elements, answers.empty() ? no_answers : answers.front().items(), *expected.nested);
  if (index == elements.size()) {
    findings.why.text = concat({"No possible answer is known for parameter ", brief_repr(param),
                                ", so its list cannot be right."});
    return;
  }
  findings.why.path.push_back(Value::integer(static_cast<std::int64_t>(index)));
  findings.why.found = elements[index];
  findings.why.text =
      concat({"Parameter ", brief_repr(param), " takes elements of type ", inner, ", but element ",
              std::to_string(index), " is ", brief_repr(elements[index]), " of type ",
              type_name(elements[index]), "."});
}

void report_simple(const Value& param, const Value& value, const ExpectedType& expected,
                   Findings& findings) {
  const bool nested_failed = !findings.errors.empty();
  findings.add_error("type_error:simple",
                     concat({"Incorrect type for parameter ", repr(param), ". Expected type ",
                             expected.description, ", got ", type_name(value),
                             ". Parameter value: ", repr(value), "."}));
  if (nested_failed || !findings.reason) return;
  findings.why = Reason{
      .rule = rules::kType,
      .path = {},
      .expected = Value::str(expected.description),
      .found = value,
      .text = concat({"Parameter ", brief_repr(param), " takes the type ", expected.description,
                      ", but ", brief_repr(value), " is ", type_name(value), "."})};
}

}  // namespace

Result<Kind> python_type_of(Language language, const Value& name) {
  if (name.is_str()) {
    const std::string_view text = name.as_str();
    for (const TypeName& type : types_of(language)) {
      if (type.name == text) return type.type;
    }
  } else {
    BFCLX_RETURN_IF_ERROR(python::check_hashable(name));
  }
  return python::key_error(name);
}

std::vector<std::string_view> type_names(Language language) {
  std::vector<std::string_view> names;
  for (const TypeName& type : types_of(language)) names.push_back(type.name);
  return names;
}

std::string_view python_type_name(Kind type) {
  switch (type) {
    case Kind::kStr:
      return "str";
    case Kind::kInt:
      return "int";
    case Kind::kFloat:
      return "float";
    case Kind::kBool:
      return "bool";
    case Kind::kList:
      return "list";
    case Kind::kDict:
      return "dict";
    case Kind::kSet:
      return "set";
    default:
      return "object";
  }
}

Result<Outcome> check_type(const Value& param, const Value& value, const Value& answers,
                           const ExpectedType& expected, bool& is_variable, Findings& findings) {
  List storage;
  BFCLX_ASSIGN_OR_RETURN(const List* const items, python::iterate(answers, storage));
  const std::optional<Kind> type_of_answer = answer_type(*items);
  is_variable = type_of_answer.has_value() && *type_of_answer != expected.type;

  bool nested_failed = false;
  if (value.kind() == expected.type) {
    if (!expected.nested) return Outcome::kPass;
    // Element types are declared for lists only, so the value is one.
    if (nested_types_pass(value.items(), *items, *expected.nested)) return Outcome::kPass;
    nested_failed = true;
  }
  const bool has_type_of_answer = type_of_answer == value.kind();
  if (has_type_of_answer && !nested_failed) {
    is_variable = true;
    return Outcome::kPass;
  }
  if (!findings.explain) return Outcome::kFail;
  findings.start_over("type_error:simple");
  if (nested_failed) report_nested(param, value, *items, expected, findings);
  // The official code goes on to the simple check, whose text is added, unless the answers' type
  // ends it there.
  if (!has_type_of_answer) report_simple(param, value, expected, findings);
  return Outcome::kFail;
}

}  // namespace bfclx
