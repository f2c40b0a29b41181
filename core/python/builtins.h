// The builtins of the subset: their names, the functions and the methods that are pure.
#ifndef BFCLX_CORE_PYTHON_BUILTINS_H_
#define BFCLX_CORE_PYTHON_BUILTINS_H_

#include <cstddef>
#include <string_view>

#include "core/base/result.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx::python {

struct Arguments {
  List positional;
  Dict keywords;  // keys are str
  std::size_t max_bytes;
};

bool is_builtin(std::string_view name);
// The value of a builtin name: an Opaque, "<built-in function len>".
Value builtin_object(std::string_view name);

// Calls a builtin. Errors as Python raises them; "Limit" for builtins outside of the subset.
Result<Value> call_builtin(std::string_view name, Arguments& arguments);

// value.name(...): a method of a builtin type.
Result<Value> call_method(const Value& value, std::string_view name, Arguments& arguments);
// value.name: numbers' parts, bound methods; AttributeError "'int' object has no attribute 'x'".
Result<Value> attribute(const Value& value, std::string_view name);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_BUILTINS_H_
