// Calls and their arguments.
#include <string>
#include <utility>

#include "core/python/evaluate/callable.h"
#include "core/python/evaluate/evaluator.h"
#include "core/python/extensions/extensions.h"
#include "core/python/objects/methods.h"
#include "core/python/objects/operators.h"
#include "core/value/repr.h"

namespace bfclx::python {
Result<Value> Evaluator::call(const Call& node) {
  const Node& function = *node.function;
  Arguments arguments{{}, {}, limits_.bytes, run_};
  if (environment_.has_callee(function)) {
    BFCLX_RETURN_IF_ERROR(environment_.check_callee(function));
    BFCLX_RETURN_IF_ERROR(arguments_of(node, arguments));
    return environment_.call(function, arguments.positional, arguments.keywords);
  }
  if (function.kind == NodeKind::kAttribute) {
    BFCLX_ASSIGN_OR_RETURN(const Value object, value(*as<Attribute>(function).value));
    const std::string_view method = as<Attribute>(function).attr;
    if (!has_method(object, method)) {
      // What is not known here may well exist; then its arguments come first.
      Result<Value> bound = attribute(object, method);
      if (!bound.ok() && bound.error().kind != "Limit") return bound;
      BFCLX_RETURN_IF_ERROR(arguments_of(node, arguments));
      return bound.ok() ? paid(call_value(*bound, arguments)) : bound;
    }
    BFCLX_RETURN_IF_ERROR(arguments_of(node, arguments));
    BFCLX_RETURN_IF_ERROR(pay_for_all(object));
    BFCLX_RETURN_IF_ERROR(pay_for(arguments));
    return paid(call_method(object, method, arguments));
  }
  BFCLX_ASSIGN_OR_RETURN(const Value object, value(function));
  BFCLX_RETURN_IF_ERROR(arguments_of(node, arguments));
  return paid(call_value(object, arguments));
}

Status Evaluator::arguments_of(const Call& node, Arguments& arguments) {
  for (const Node* const argument : node.arguments) {
    if (argument->kind == NodeKind::kStarred) {
      BFCLX_ASSIGN_OR_RETURN(const Value iterable, value(*as<Starred>(*argument).value));
      if (!is_iterable(iterable)) {
        return type_error(environment_.callee_text(*node.function) +
                          " argument after * must be an iterable, not " +
                          std::string(type_name(iterable)));
      }
      BFCLX_ASSIGN_OR_RETURN(const List more, iterate(iterable));
      BFCLX_RETURN_IF_ERROR(step(more.size()));
      arguments.positional.insert(arguments.positional.end(), more.begin(), more.end());
      continue;
    }
    // Without generators the functions take the list of what one makes.
    const bool listed = argument->kind == NodeKind::kGeneratorExp && run_->extensions == nullptr;
    BFCLX_ASSIGN_OR_RETURN(Value item,
                           listed ? comprehension(as_comprehension(*argument)) : value(*argument));
    arguments.positional.push_back(std::move(item));
  }
  for (const Keyword& keyword : node.keywords) {
    BFCLX_RETURN_IF_ERROR(keyword_argument(node, keyword, arguments));
  }
  return {};
}

Status Evaluator::keyword_argument(const Call& node, const Keyword& keyword, Arguments& arguments) {
  BFCLX_ASSIGN_OR_RETURN(Value item, value(*keyword.value));
  if (!keyword.unpacks()) {
    arguments.keywords.set(keyword.name, std::move(item));
    return {};
  }
  const auto function = [&] { return environment_.callee_text(*node.function); };
  if (!item.is_dict()) {
    return type_error(function() + " argument after ** must be a mapping, not " +
                      std::string(type_name(item)));
  }
  for (const Dict::Entry& entry : item.as_dict()) {
    if (!entry.key.is_str()) return type_error("keywords must be strings");
    if (arguments.keywords.contains(entry.key)) {
      return type_error(function() + " got multiple values for keyword argument '" +
                        std::string(entry.key.as_str()) + "'");
    }
    arguments.keywords.set(entry.key, entry.value);
  }
  return {};
}

}  // namespace bfclx::python
