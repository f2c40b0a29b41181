// The builtin functions that builtins.cpp has in its table and not in its file.
#ifndef BFCLX_CORE_PYTHON_EVALUATE_BUILTIN_FUNCTIONS_H_
#define BFCLX_CORE_PYTHON_EVALUATE_BUILTIN_FUNCTIONS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/result.h"
#include "core/python/evaluate/builtins.h"
#include "core/value/value.h"

namespace bfclx::python {

// How CPython words a wrong number of arguments.
enum class Arity : std::uint8_t { kExactlyOne, kExpected };

struct Builtin {
  std::string_view name;
  Result<Value> (*function)(Arguments& arguments);
  std::size_t least;
  std::size_t most;
  Arity arity;
  std::string_view keywords;  // the names that are taken, each between spaces; "*" for all
  bool is_type;
};

// iteration.cpp
Result<Value> builtin_all(Arguments& arguments);
Result<Value> builtin_any(Arguments& arguments);
Result<Value> builtin_enumerate(Arguments& arguments);
Result<Value> builtin_filter(Arguments& arguments);
Result<Value> builtin_iter(Arguments& arguments);
Result<Value> builtin_map(Arguments& arguments);
Result<Value> builtin_max(Arguments& arguments);
Result<Value> builtin_min(Arguments& arguments);
Result<Value> builtin_next(Arguments& arguments);
Result<Value> builtin_reversed(Arguments& arguments);
Result<Value> builtin_sorted(Arguments& arguments);
Result<Value> builtin_sum(Arguments& arguments);
Result<Value> builtin_zip(Arguments& arguments);

// objects.cpp
Result<Value> builtin_callable(Arguments& arguments);
Result<Value> builtin_getattr(Arguments& arguments);
Result<Value> builtin_hasattr(Arguments& arguments);
Result<Value> builtin_hash(Arguments& arguments);
Result<Value> builtin_isinstance(Arguments& arguments);
// Prints nothing: what a call prints goes nowhere.
Result<Value> builtin_print(Arguments& arguments);
Result<Value> builtin_type(Arguments& arguments);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EVALUATE_BUILTIN_FUNCTIONS_H_
