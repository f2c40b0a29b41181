// eval() of a closed, bounded subset of expressions (README.md beside this folder).
#ifndef BFCLX_CORE_PYTHON_EVALUATE_EVALUATE_H_
#define BFCLX_CORE_PYTHON_EVALUATE_EVALUATE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/budget.h"
#include "core/base/result.h"
#include "core/python/syntax/ast.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx::python {

struct Extensions;
// Lambdas, generators, and all the builtins and methods that there are here (extensions.h).
const Extensions& all_extensions();

// What names and calls mean; the defaults know nothing but the builtins.
class Environment {
 public:
  virtual ~Environment() = default;
  // Value of a name that is no builtin; Error "NameError" with Python's text when undefined.
  // `local`: the names that are local where eval() is called are in sight, as they are not inside
  // of comprehensions and lambdas.
  virtual Result<Value> name(std::string_view name, bool local);
  // Whether the callee is the environment's own: what the next three are asked about.
  virtual bool has_callee(const Node& function);
  // Called before the arguments of a call are evaluated; an Error when the callee does not exist.
  virtual Status check_callee(const Node& function);
  virtual Result<Value> call(const Node& function, const List& positional, const Dict& keywords);
  // More of Python than the subset has by itself; nullptr for nothing more.
  virtual const Extensions* extensions();
  // The callee in messages about * and ** arguments, of any callee: "f()".
  virtual std::string callee_text(const Node& function);
};

struct EvaluateLimits {
  // Nodes evaluated, items of ranges and comprehensions made, and one for each 64 bytes that an
  // operation reads or makes.
  std::size_t steps = 1'000'000;
  std::size_t bytes = std::size_t{16} * 1024 * 1024;  // size of any one str, bytes or list made
  Budget* budget = nullptr;  // of the response, which the steps are paid from as well
};

// eval() of the node. An exception that Python would raise is an Error with its class and text; a
// construct outside the subset, or a passed limit, is an Error of kind "Limit".
Result<Value> evaluate(const Node& node, Environment& environment,
                       const EvaluateLimits& limits = {});
// eval(text) with builtins only.
Result<Value> evaluate_text(std::string_view text, const EvaluateLimits& limits = {});

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EVALUATE_EVALUATE_H_
