// What calls of the simulated services can use of Python, and single responses cannot: lambdas,
// generators, most methods and many builtins. A table, so that a program that scores single
// responses alone does not carry them.
#ifndef BFCLX_CORE_PYTHON_EXTENSIONS_EXTENSIONS_H_
#define BFCLX_CORE_PYTHON_EXTENSIONS_EXTENSIONS_H_

#include <string_view>

#include "core/base/result.h"
#include "core/python/evaluate/builtin_functions.h"
#include "core/python/objects/methods.h"
#include "core/python/syntax/ast.h"
#include "core/value/value.h"

namespace bfclx::python {

class Evaluator;

struct Extensions {
  const Builtin* (*find_builtin)(std::string_view name);
  const MethodRow* (*find_method)(Value::Kind kind, std::string_view name);
  Result<Value> (*lambda)(Evaluator& evaluator, const Lambda& node);
  Result<Value> (*generator)(Evaluator& evaluator, const ComprehensionNode& node);
};

// extensions.cpp
const Builtin* find_more_builtins(std::string_view name);
// more_methods.cpp
const MethodRow* find_more_methods(Value::Kind kind, std::string_view name);
// evaluator_lambdas.cpp
Result<Value> evaluate_lambda(Evaluator& evaluator, const Lambda& node);
// evaluator_loops.cpp
Result<Value> evaluate_generator(Evaluator& evaluator, const ComprehensionNode& node);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EXTENSIONS_EXTENSIONS_H_
