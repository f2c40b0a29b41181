// Python expressions: parsed, printed and, in a closed subset, evaluated.
//
// The parser takes what CPython 3.11's `ast.parse(text, mode="eval")` takes. Nothing is ever
// executed: `evaluate` knows literals, containers, operators, pure builtins and what its caller
// provides, and is bounded in steps, sizes and depth.
#ifndef BFCLX_CORE_PYTHON_PYTHON_H_
#define BFCLX_CORE_PYTHON_PYTHON_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/budget.h"
#include "core/base/result.h"
#include "core/python/syntax/ast.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx::python {

// A syntax tree and the memory it lives in. Texts that need no unescaping are views into the
// source, which must outlive the tree. `file_name` is what stands in messages: "invalid syntax
// (<unknown>, line 1)". Errors: "SyntaxError" (and "IndentationError", "ValueError",
// "UnicodeEncodeError", "MemoryError", "RecursionError" where CPython raises these) with CPython's
// `str(e)`; "Limit" for integers that BigInt cannot hold. One difference: `\N{name}` in a string is
// an unknown name.
Result<Tree> parse_expression(std::string_view source, std::string_view file_name = "<unknown>");

// ast.unparse of the node. Error "RecursionError" for trees that are too deep for CPython's
// printer, "ValueError" for f-strings that it cannot print.
Result<std::string> unparse(const Node& node);

// What compile() refuses in a tree that ast.parse takes: repeated keyword arguments, `await` and
// `yield` outside of a function, stars without a place. Error "SyntaxError" with CPython's
// `str(e)`.
Status check_compilable(const Tree& tree, std::string_view file_name = "<string>");

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
  std::size_t bytes = 16 * 1024 * 1024;  // size of any one str, bytes or list made
  Budget* budget = nullptr;              // of the reply, which the steps are paid from as well
};

// eval() of the node. An exception that Python would raise is an Error with its class and text; a
// construct outside the subset, or a passed limit, is an Error of kind "Limit".
Result<Value> evaluate(const Node& node, Environment& environment,
                       const EvaluateLimits& limits = {});
// eval(text) with builtins only.
Result<Value> evaluate_text(std::string_view text, const EvaluateLimits& limits = {});

// ast.literal_eval(text).
Result<Value> literal_eval(std::string_view text);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_PYTHON_H_
