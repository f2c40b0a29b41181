#include "core/check/parameter_value.h"

#include <utility>

#include "core/check/java_types.h"
#include "core/check/javascript_types.h"
#include "core/check/rules.h"
#include "core/python/objects/protocol.h"
#include "core/value/bigint.h"
#include "core/value/repr.h"

namespace bfclx {

bool has_element_type(Language language, std::string_view description) {
  if (description == "array") return language != Language::kJava;
  if (language == Language::kPython) return description == "tuple";
  return description == "Array" || description == "ArrayList";
}

namespace {

Outcome fail_not_text(Language language, const Value& param, const Value& value,
                      Findings& findings) {
  if (!findings.explain) return Outcome::kFail;
  const bool is_java = language == Language::kJava;
  const std::string_view type = type_name(value);
  findings.start_over({});
  findings.add_error(
      is_java ? "type_error:java" : "type_error:js",
      concat({"Incorrect type for parameter ", repr(param), ". Expected type String, got ", type,
              ". Parameter value: ", repr(value), "."}));
  if (!findings.reason) return Outcome::kFail;
  findings.why = Reason{
      .rule = rules::kNotText,
      .path = {},
      .expected = Value::str("String"),
      .found = value,
      .text = concat({"Parameter ", brief_repr(param), " takes ", is_java ? "Java" : "JavaScript",
                      " source text, but ", brief_repr(value), " is ", type, "."}),
      .more = {},
      .detail = is_java ? "Java" : "JavaScript"};
  return Outcome::kFail;
}

Result<Outcome> convert_source(Language language, const Value* element_type, TypedValue& typed) {
  const std::string_view nested =
      element_type != nullptr ? element_type->as_str() : std::string_view();
  const auto convert = language == Language::kJava ? &java_value : &javascript_value;
  BFCLX_ASSIGN_OR_RETURN(typed.converted,
                         convert(typed.value->as_str(), typed.expected.description, nested));
  typed.value = &typed.converted;
  return Outcome::kPass;
}

}  // namespace

// JSON turned the tuples of the possible answers into lists; and Python itself takes an int for a
// float.
Status convert_python_value(TypedValue& typed) {
  const Value& value = *typed.value;
  if (value.is_tuple() && typed.expected.description == "tuple") {
    typed.converted = Value::list(value.items());
    typed.value = &typed.converted;
  } else if (value.is_int() && typed.expected.type == Value::Kind::kFloat) {
    const double number = value.is_small_int() ? static_cast<double>(value.as_int64())
                                               : value.as_bigint().to_double();
    const bool is_finite = number - number == 0;
    if (!is_finite) {
      return Error{"OverflowError", "int too large to convert to float"};
    }
    typed.converted = Value::real(number);
    typed.value = &typed.converted;
  }
  return {};
}

Result<Outcome> read_value(Language language, const Value& param, const Value& details,
                           TypedValue& typed, Findings& findings) {
  ExpectedType& expected = typed.expected;
  BFCLX_ASSIGN_OR_RETURN(const Value* const description, python::subscript(details, "type"));
  BFCLX_ASSIGN_OR_RETURN(expected.type, python_type_of(language, *description));
  expected.description = description->as_str();
  const bool is_source = language != Language::kPython;
  if (is_source && !typed.value->is_str()) {
    return fail_not_text(language, param, *typed.value, findings);
  }
  const Value* element_type = nullptr;
  if (has_element_type(language, expected.description)) {
    BFCLX_ASSIGN_OR_RETURN(const Value* const items, python::subscript(details, "items"));
    BFCLX_ASSIGN_OR_RETURN(element_type, python::subscript(*items, "type"));
    BFCLX_ASSIGN_OR_RETURN(expected.nested, python_type_of(language, *element_type));
  }
  if (is_source) return convert_source(language, element_type, typed);
  BFCLX_RETURN_IF_ERROR(convert_python_value(typed));
  return Outcome::kPass;
}

}  // namespace bfclx
