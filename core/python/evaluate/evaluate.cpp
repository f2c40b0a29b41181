#include "core/python/evaluate/evaluate.h"

#include <algorithm>
#include <string>

#include "core/python/evaluate/evaluator.h"
#include "core/python/syntax/check_compilable.h"
#include "core/python/syntax/parse_expression.h"
#include "core/python/syntax/unparse.h"

namespace bfclx::python {

Result<Value> Environment::name(std::string_view name, bool /*local*/) {
  return Error{"NameError", "name '" + std::string(name) + "' is not defined"};
}

bool Environment::has_callee(const Node&) { return false; }

const Extensions* Environment::extensions() { return nullptr; }

Status Environment::check_callee(const Node&) { return {}; }

std::string Environment::callee_text(const Node& function) {
  const Result<std::string> text = unparse(function);
  return (text.ok() ? *text : std::string("function")) + "()";
}

Result<Value> Environment::call(const Node&, const List&, const Dict&) {
  return Error{"Limit", "a call of such an object is not supported"};
}

Result<Value> evaluate(const Node& node, Environment& environment, const EvaluateLimits& limits) {
  if (node.height > kMaxDepth) return Error{"Limit", "expression is nested too deeply"};
  return Evaluator(environment, limits).value(node);
}

Result<Value> evaluate_text(std::string_view text, const EvaluateLimits& limits) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  BFCLX_ASSIGN_OR_RETURN(const Tree tree, parse_expression(text.substr(begin), "<string>"));
  BFCLX_RETURN_IF_ERROR(check_compilable(tree));
  Environment environment;
  return evaluate(tree.root(), environment, limits);
}

}  // namespace bfclx::python
