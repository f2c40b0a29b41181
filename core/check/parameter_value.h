// A given value made ready for comparison: its expected type, and the value after the conversions
// that simple_function_checker of ast_checker.py makes before it checks types.
#ifndef BFCLX_CORE_CHECK_PARAMETER_VALUE_H_
#define BFCLX_CORE_CHECK_PARAMETER_VALUE_H_

#include <string_view>

#include "core/check/ast_checker.h"
#include "core/check/findings.h"
#include "core/check/type_check.h"
#include "core/value/value.h"

namespace bfclx {

// Whether values of the type `description` have a declared type of their elements
// (NESTED_CONVERSION_TYPE_LIST and PYTHON_NESTED_TYPE_CHECK_LIST, of the types that a language
// has).
bool has_element_type(Language language, std::string_view description);

struct TypedValue {
  explicit TypedValue(const Value& given) : value(&given) {}
  TypedValue(const TypedValue&) = delete;
  TypedValue& operator=(const TypedValue&) = delete;

  ExpectedType expected;
  const Value* value;  // the given one, or `converted`
  Value converted;
};

// Reads the type from `details`, the parameter's part of the function doc. Java and JavaScript
// source text becomes the value that it spells, an int where a float is wanted a float, a tuple
// where a tuple is wanted a list. Fails for a Java or JavaScript value that is no text.
Result<Outcome> read_value(Language language, const Value& param, const Value& details,
                           TypedValue& typed, Findings& findings);

// The conversions of Python values that `typed.expected` asks for: a tuple to a list, an int to a
// float. Part of read_value.
Status convert_python_value(TypedValue& typed);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_PARAMETER_VALUE_H_
