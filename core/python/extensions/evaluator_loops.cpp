// Comprehensions and generators.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/python/evaluate/callable.h"
#include "core/python/evaluate/evaluator.h"
#include "core/python/extensions/extensions.h"
#include "core/python/objects/operators.h"

namespace bfclx::python {
namespace {

class Generator final : public Iterator {
 public:
  Generator(Evaluator& evaluator, std::shared_ptr<Run> run, const ComprehensionNode& node,
            Evaluator::Scope* scope, List open)
      : Iterator(std::move(run), std::move(open)),
        evaluator_(evaluator),
        node_(node),
        scope_(scope) {}

 protected:
  // `held` has the iterators of the levels that have begun.
  Result<std::optional<Value>> advance() override {
    if (running_) return Error{"ValueError", "generator already executing"};
    if (run()->depth + node_.height > kMaxDepth) return too_deep();
    running_ = true;
    run()->depth += node_.height;
    Result<std::optional<Value>> item = next_element();
    run()->depth -= node_.height;
    running_ = false;
    if (!item.ok()) held.clear();
    return item;
  }

 private:
  Result<std::optional<Value>> next_element() {
    BFCLX_ASSIGN_OR_RETURN(const bool more, evaluator_.advance(node_, scope_, held));
    if (!more) return std::optional<Value>();
    BFCLX_ASSIGN_OR_RETURN(Value element, evaluator_.element_in(node_, scope_));
    return std::optional<Value>(std::move(element));
  }

  Evaluator& evaluator_;
  const ComprehensionNode& node_;
  Evaluator::Scope* scope_;
  bool running_ = false;
};

}  // namespace

Status Evaluator::assign(const Node& target, const Value& item) {
  switch (target.kind) {
    case NodeKind::kName:
      scope_->set(as<Name>(target).id, item);
      return {};
    case NodeKind::kTuple:
    case NodeKind::kList:
      return unpack(as_sequence(target).elements, item);
    default:
      return Error{"Limit", "assignment to such a target is not supported"};
  }
}

Status Evaluator::unpack(NodeList targets, const Value& value) {
  if (!is_iterable(value)) {
    return type_error("cannot unpack non-iterable " + std::string(type_name(value)) + " object");
  }
  const auto starred = std::find_if(targets.begin(), targets.end(), [](const Node* target) {
    return target->kind == NodeKind::kStarred;
  });
  const bool takes_more = starred != targets.end();
  BFCLX_ASSIGN_OR_RETURN(List items, iterate(value));
  BFCLX_RETURN_IF_ERROR(step(items.size()));
  const std::size_t wanted = targets.size() - (takes_more ? 1 : 0);
  if (items.size() > wanted && !takes_more) {
    return Error{"ValueError",
                 "too many values to unpack (expected " + std::to_string(wanted) + ")"};
  }
  if (items.size() < wanted) {
    return Error{"ValueError", "not enough values to unpack (expected " +
                                   std::string(takes_more ? "at least " : "") +
                                   std::to_string(wanted) + ", got " +
                                   std::to_string(items.size()) + ")"};
  }
  std::size_t next = 0;
  for (const Node* const target : targets) {
    if (target->kind != NodeKind::kStarred) {
      BFCLX_RETURN_IF_ERROR(assign(*target, items[next++]));
      continue;
    }
    const auto begin = items.begin() + static_cast<std::ptrdiff_t>(next);
    const std::size_t count = items.size() - wanted;
    BFCLX_RETURN_IF_ERROR(
        assign(*as<Starred>(*target).value,
               Value::list(List(begin, begin + static_cast<std::ptrdiff_t>(count)))));
    next += count;
  }
  return {};
}

Result<Evaluator::Scope*> Evaluator::begin_comprehension(const ComprehensionNode& node,
                                                         List& open) {
  BFCLX_ASSIGN_OR_RETURN(const Value iterable, value(*node.generators[0].iterable));
  BFCLX_ASSIGN_OR_RETURN(Value iterator, iterator_of(iterable, run_));
  open.push_back(std::move(iterator));
  const std::string_view name = node.kind == NodeKind::kListComp   ? "<listcomp>"
                                : node.kind == NodeKind::kSetComp  ? "<setcomp>"
                                : node.kind == NodeKind::kDictComp ? "<dictcomp>"
                                                                   : "<genexpr>";
  return new_scope(name, scope_around());
}

Result<Value> Evaluator::comprehension(const ComprehensionNode& node) {
  Value result = node.kind == NodeKind::kSetComp    ? Value::set()
                 : node.kind == NodeKind::kDictComp ? Value::dict()
                                                    : Value::list();
  List open;
  BFCLX_ASSIGN_OR_RETURN(Scope* const scope, begin_comprehension(node, open));
  while (true) {
    BFCLX_ASSIGN_OR_RETURN(const bool more, advance(node, scope, open));
    if (!more) return result;
    const Inside inside(*this, scope);
    BFCLX_RETURN_IF_ERROR(add_element(node, result));
  }
}

Result<Value> Evaluator::generator(const ComprehensionNode& node) {
  List open;
  BFCLX_ASSIGN_OR_RETURN(Scope* const scope, begin_comprehension(node, open));
  const std::string text = "<generator object " + qualified(scope->outer, scope->function) +
                           " at " + std::string(kAddress) + ">";
  return Value::opaque({"generator", text, text,
                        std::make_shared<Generator>(*this, run_, node, scope, std::move(open))});
}

Result<bool> Evaluator::advance(const ComprehensionNode& node, Scope* scope, List& open) {
  const Inside inside(*this, scope);
  while (!open.empty()) {
    const Comprehension& level = node.generators[open.size() - 1];
    const Value iterator = open.back();
    BFCLX_ASSIGN_OR_RETURN(const std::optional<Value> item, next_item(iterator));
    if (!item) {
      open.pop_back();
      continue;
    }
    BFCLX_RETURN_IF_ERROR(assign(*level.target, *item));
    bool wanted = true;
    for (const Node* const condition : level.conditions) {
      BFCLX_ASSIGN_OR_RETURN(const Value holds, value(*condition));
      wanted = truthy(holds);
      if (!wanted) break;
    }
    if (!wanted) continue;
    if (open.size() == node.generators.size()) return true;
    BFCLX_ASSIGN_OR_RETURN(const Value iterable, value(*node.generators[open.size()].iterable));
    BFCLX_ASSIGN_OR_RETURN(Value next, iterator_of(iterable, run_));
    open.push_back(std::move(next));
  }
  return false;
}

Result<Value> Evaluator::element_in(const ComprehensionNode& node, Scope* scope) {
  const Inside inside(*this, scope);
  return value(*node.element);
}

Status Evaluator::add_element(const ComprehensionNode& node, Value& result) {
  BFCLX_ASSIGN_OR_RETURN(Value element, value(*node.element));
  if (node.kind == NodeKind::kDictComp) {
    BFCLX_ASSIGN_OR_RETURN(Value item, value(*node.value));
    BFCLX_RETURN_IF_ERROR(check_key(element));
    result.mutable_dict().set(std::move(element), std::move(item));
  } else if (node.kind == NodeKind::kSetComp) {
    BFCLX_RETURN_IF_ERROR(check_key(element));
    result.mutable_set().insert(std::move(element));
  } else {
    result.mutable_list().push_back(std::move(element));
  }
  return {};
}

Result<Value> evaluate_generator(Evaluator& evaluator, const ComprehensionNode& node) {
  return evaluator.generator(node);
}

}  // namespace bfclx::python
