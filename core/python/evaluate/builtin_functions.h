// The builtin functions that builtins.cpp has in its table.
#ifndef BFCLX_CORE_PYTHON_EVALUATE_BUILTIN_FUNCTIONS_H_
#define BFCLX_CORE_PYTHON_EVALUATE_BUILTIN_FUNCTIONS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/result.h"
#include "core/python/evaluate/builtins.h"
#include "core/value/value.h"

namespace bfclx::python {

// How CPython words a wrong number of arguments.
enum class Arity : std::uint8_t {
  kExactlyOne,  // "len() takes exactly one argument (0 given)"
  kExpected,    // "divmod expected 2 arguments, got 0"
  kNamed,       // "round() takes at most 2 arguments (3 given)"
};

struct Builtin {
  std::string_view name;
  Result<Value> (*function)(Arguments& arguments);
  std::size_t least;
  std::size_t most;  // or kAnyNumber
  Arity arity;
  // The names that are taken, each between spaces; "*" for all. Of kNamed those of all parameters
  // in their order, "-" for one without: given by name, they come in their places.
  std::string_view keywords;
  bool is_type;
};

// nullptr when the table has no such name.
const Builtin* find_builtin(std::span<const Builtin> table, std::string_view name);

// Numbers, text, containers.
Result<Value> builtin_abs(Arguments& arguments);
Result<Value> builtin_ascii(Arguments& arguments);
Result<Value> builtin_bin(Arguments& arguments);
Result<Value> builtin_chr(Arguments& arguments);
Result<Value> builtin_divmod(Arguments& arguments);
Result<Value> builtin_format(Arguments& arguments);
Result<Value> builtin_hex(Arguments& arguments);
Result<Value> builtin_len(Arguments& arguments);
Result<Value> builtin_oct(Arguments& arguments);
Result<Value> builtin_ord(Arguments& arguments);
Result<Value> builtin_pow(Arguments& arguments);
// Prints nothing: what a call prints goes nowhere.
Result<Value> builtin_print(Arguments& arguments);
Result<Value> builtin_repr(Arguments& arguments);
Result<Value> builtin_round(Arguments& arguments);

// builtin_functions_conversions.cpp
Result<Value> builtin_bool(Arguments& arguments);
Result<Value> builtin_dict(Arguments& arguments);
Result<Value> builtin_float(Arguments& arguments);
Result<Value> builtin_int(Arguments& arguments);
Result<Value> builtin_list(Arguments& arguments);
Result<Value> builtin_range(Arguments& arguments);
Result<Value> builtin_set(Arguments& arguments);
Result<Value> builtin_str(Arguments& arguments);
Result<Value> builtin_tuple(Arguments& arguments);

// builtin_functions_iteration.cpp
Result<Value> builtin_all(Arguments& arguments);
Result<Value> builtin_any(Arguments& arguments);
Result<Value> builtin_max(Arguments& arguments);
Result<Value> builtin_min(Arguments& arguments);
Result<Value> builtin_sorted(Arguments& arguments);
Result<Value> builtin_sum(Arguments& arguments);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EVALUATE_BUILTIN_FUNCTIONS_H_
