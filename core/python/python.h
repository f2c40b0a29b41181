// Python expressions: parsed, printed and, in a closed subset, evaluated.
//
// The parser takes what CPython 3.11's `ast.parse(text, mode="eval")` takes. Nothing is ever
// executed: `evaluate` knows literals, containers, operators, a few pure builtins and what its
// caller provides, and is bounded in steps, sizes and depth.
#ifndef BFCLX_CORE_PYTHON_PYTHON_H_
#define BFCLX_CORE_PYTHON_PYTHON_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/python/ast.h"
#include "core/value/value.h"

namespace bfclx::python {

// A syntax tree and the memory it lives in. Texts that need no unescaping are views into the source,
// which must outlive the tree.
// Errors: "SyntaxError" (and "IndentationError", "ValueError", "MemoryError", "RecursionError" where
// CPython raises these) with CPython's `str(e)`, "invalid syntax (<unknown>, line 1)" where cheap.
Result<Tree> parse_expression(std::string_view source);

// ast.unparse of the node.
Result<std::string> unparse(const Node& node);

// What names and calls mean; the defaults know nothing but the builtins.
class Environment {
 public:
  virtual ~Environment() = default;
  // Value of a name that is no builtin; Error "NameError" with Python's text when undefined.
  virtual Result<Value> name(std::string_view name);
  // A call of something that is no builtin. `function` is the callee's node; arguments are values.
  virtual Result<Value> call(const Node& function, const List& positional, const Dict& keywords);
};

struct EvaluateLimits {
  std::size_t steps = 1'000'000;        // nodes evaluated
  std::size_t bytes = 16 * 1024 * 1024;  // size of any one str, bytes or list made
};

// eval() of the node. An exception that Python would raise is an Error with its class and text; a
// construct outside the subset, or a passed limit, is an Error of kind "Limit".
Result<Value> evaluate(const Node& node, Environment& environment, const EvaluateLimits& limits = {});
// eval(text) with builtins only.
Result<Value> evaluate_text(std::string_view text);

// ast.literal_eval(text).
Result<Value> literal_eval(std::string_view text);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_PYTHON_H_
