// The builtins of the subset: their names and the functions that are pure.
#ifndef BFCLX_CORE_PYTHON_EVALUATE_BUILTINS_H_
#define BFCLX_CORE_PYTHON_EVALUATE_BUILTINS_H_

#include <cstddef>
#include <memory>
#include <string_view>

#include "core/base/result.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx::python {

// What an evaluation pays with.
class Meter {
 public:
  virtual Status step(std::size_t count) = 0;
  // For an operation that looks at everything inside.
  virtual Status pay_for_all(const Value& value) = 0;

 protected:
  ~Meter() = default;
};

struct Extensions;

// One evaluation, for objects that may outlive it.
struct Run {
  Meter* meter = nullptr;  // nullptr when the evaluation is over
  const Extensions* extensions = nullptr;
  std::size_t depth = 0;  // levels of the evaluator's recursion that have been entered
};
// The evaluator recurses; past this depth a tree is refused, and a function that calls itself gets
// Python's RecursionError.
inline constexpr std::size_t kMaxDepth = 1000;

struct Arguments {
  List positional;
  Dict keywords;  // keys are str
  std::size_t max_bytes;
  std::shared_ptr<Run> run = nullptr;  // nullptr outside of an evaluation
};

// The most arguments of what takes any number.
inline constexpr std::size_t kAnyNumber = static_cast<std::size_t>(-1);

// The value of a builtin name: an Opaque, "<built-in function len>".
Value builtin_object(std::string_view name);

// The name of the builtin type or function that the value is; empty for other values.
std::string_view builtin_name(const Value& value);
// "<class 'dict_keys'>"
Value type_object(std::string_view name);

// Calls a builtin. Errors as Python raises them; "Limit" for builtins outside of the subset.
Result<Value> call_builtin(std::string_view name, Arguments& arguments);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EVALUATE_BUILTINS_H_
