// Types: what a function doc's type name stands for, and whether a value has it
// (ast_checker.py:type_checker and the conversion tables of constants/type_mappings.py).
#ifndef BFCLX_CORE_CHECK_TYPE_CHECK_H_
#define BFCLX_CORE_CHECK_TYPE_CHECK_H_

#include <optional>
#include <string_view>
#include <vector>

#include "core/check/ast_checker.h"
#include "core/check/findings.h"
#include "core/value/value.h"

namespace bfclx {

// A parameter's type: the doc's own name, and the Python type that a value must have exactly (a
// bool is no int).
struct ExpectedType {
  std::string_view description;
  Value::Kind type = Value::Kind::kStr;
  // Type of the elements, for arrays and tuples.
  std::optional<Value::Kind> nested;
};

// The Python type of a type name of `language`; KeyError and TypeError as official.
Result<Value::Kind> python_type_of(Language language, const Value& name);

// All type names of `language`.
std::vector<std::string_view> type_names(Language language);

// type.__name__ of the types that the tables know: "str", "list", ...
std::string_view python_type_name(Value::Kind type);

// Checks the value's type, elements one level deep. `is_variable` tells whether the value is to be
// taken for a variable's name: the first possible answer that is no "" has another type than the
// doc says. Passes also when the value has the type of that answer.
Result<Outcome> check_type(const Value& param, const Value& value, const Value& answers,
                           const ExpectedType& expected, bool& is_variable, Findings& findings);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_TYPE_CHECK_H_
