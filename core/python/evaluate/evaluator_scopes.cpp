// The names that an expression binds, and assignment expressions.
#include <algorithm>
#include <string>
#include <utility>

#include "core/python/evaluate/evaluator.h"

namespace bfclx::python {

Evaluator::Scope::Variable* Evaluator::Scope::find(std::string_view name) {
  const auto found = std::find_if(variables.begin(), variables.end(),
                                  [&](const Variable& item) { return item.name == name; });
  return found == variables.end() ? nullptr : &*found;
}

void Evaluator::Scope::set(std::string_view name, Value value) {
  if (Variable* const found = find(name)) {
    found->value = std::move(value);
  } else {
    variables.push_back({name, std::move(value)});
  }
}

const Value* Evaluator::variable(std::string_view name) {
  for (Scope* scope = scope_; scope != nullptr; scope = scope->outer) {
    if (const Scope::Variable* const found = scope->find(name)) return &found->value;
  }
  const Scope::Variable* const found = globals_.find(name);
  return found == nullptr ? nullptr : &found->value;
}

// They are kept to the end of the evaluation, because functions and generators may refer to them.
Result<Evaluator::Scope*> Evaluator::new_scope(std::string_view name, Scope* outer) {
  BFCLX_RETURN_IF_ERROR(step(2));
  scopes_.emplace_back();
  scopes_.back().outer = outer;
  scopes_.back().function = name;
  return &scopes_.back();
}

std::string Evaluator::qualified(const Scope* scope, std::string_view name) {
  std::string text(name);
  for (; scope != nullptr; scope = scope->outer) {
    text.insert(0, std::string(scope->function) + (scope->is_comprehension() ? "." : ".<locals>."));
  }
  return text;
}

Result<Value> Evaluator::named_expr(const NamedExpr& node) {
  BFCLX_ASSIGN_OR_RETURN(const Value result, value(*node.value));
  // A comprehension's := binds in the function around, or globally.
  Scope* scope = scope_;
  while (scope != nullptr && scope->is_comprehension()) scope = scope->outer;
  (scope != nullptr ? scope : &globals_)->set(as<Name>(*node.target).id, result);
  return result;
}

}  // namespace bfclx::python
