#include "core/python/evaluate/evaluate.h"

#include <string>

#include "core/python/evaluate/evaluator.h"
#include "core/python/objects/errors.h"
#include "core/python/syntax/unparse.h"

namespace bfclx::python {

Result<Value> Environment::name(std::string_view name, bool /*local*/) {
  return undefined_name(name);
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

}  // namespace bfclx::python
