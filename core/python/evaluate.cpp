#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/python/ast.h"
#include "core/python/builtins.h"
#include "core/python/format.h"
#include "core/python/operators.h"
#include "core/python/python.h"
#include "core/value/extent.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

// The evaluator recurses; higher trees are refused.
constexpr std::size_t kMaxEvaluatedHeight = 1000;

Error name_error(std::string_view name) {
  return {"NameError", "name '" + std::string(name) + "' is not defined"};
}

// The name that a dotted expression begins with, nullptr when it begins with something else.
const Name* root_name(const Node& node) {
  const Node* current = &node;
  while (current->kind == NodeKind::kAttribute) current = as<Attribute>(*current).value;
  return current->kind == NodeKind::kName ? &as<Name>(*current) : nullptr;
}

// What CPython's optimizer folds to a constant.
bool is_constant(const Node& node) {
  switch (node.kind) {
    case NodeKind::kConstant:
      return true;
    case NodeKind::kUnaryOp:
      return is_constant(*as<UnaryOp>(node).operand);
    case NodeKind::kBinOp:
      return is_constant(*as<BinOp>(node).left) && is_constant(*as<BinOp>(node).right);
    case NodeKind::kTuple: {
      const NodeList elements = as<Tuple>(node).elements;
      return std::all_of(elements.begin(), elements.end(),
                         [](const Node* element) { return is_constant(*element); });
    }
    default:
      return false;
  }
}

class Evaluator {
 public:
  Evaluator(Environment& environment, const EvaluateLimits& limits)
      : environment_(environment), limits_(limits) {}

  Result<Value> value(const Node& node);

 private:
  struct Variable {
    std::string_view name;
    Value value;
  };

  Status step(std::size_t count = 1) {
    steps_ += count;
    if (steps_ > limits_.steps) return Error{"Limit", "evaluation takes too many steps"};
    return {};
  }
  // What an operation takes that touches each byte of the object itself. Arithmetic of large
  // integers takes more than that; they are bounded in size.
  Status pay_for_bytes(const Value& value) {
    std::size_t bytes = own_bytes(value);
    if (value.is_sequence()) bytes += value.items().size() * sizeof(Value);
    if (value.is_int()) bytes *= 1 + bytes / kBytesPerStep;
    return step(bytes / kBytesPerStep);
  }
  // What an operation takes that looks at everything inside.
  Status pay_for_all(const Value& value) {
    if (value.kind() < Value::Kind::kStr) return {};
    const std::size_t left = limits_.steps - std::min(steps_, limits_.steps);
    const Extent extent = extent_of(value, left * kBytesPerStep);
    if (extent.cyclic) return Error{"Limit", "an object inside itself is not supported here"};
    return step(extent.too_large ? limits_.steps : extent.bytes / kBytesPerStep);
  }
  Status pay_for(const Arguments& arguments) {
    for (const Value& item : arguments.positional) BFCLX_RETURN_IF_ERROR(pay_for_all(item));
    for (const Dict::Entry& entry : arguments.keywords) {
      BFCLX_RETURN_IF_ERROR(pay_for_all(entry.value));
    }
    return {};
  }
  // The result of an operation, which is paid for.
  Result<Value> paid(Result<Value> result) {
    if (result.ok()) BFCLX_RETURN_IF_ERROR(pay_for_bytes(*result));
    return result;
  }

  const Value* variable(std::string_view name) const {
    for (std::size_t i = variables_.size(); i-- > 0;) {
      if (variables_[i].name == name) return &variables_[i].value;
    }
    return nullptr;
  }

  Result<Value> binary(BinaryOperator op, const Value& left, const Value& right);
  Result<Value> name(std::string_view name);
  Status append_items(NodeList nodes, List& items);
  Result<Value> bool_op(const BoolOp& node);
  Result<Value> compare(const Compare& node);
  Result<Value> set(const SetNode& node);
  Result<Value> dict(const DictNode& node);
  Result<Value> subscript_value(const Subscript& node);
  Result<Value> call(const Call& node);
  Result<Value> call_with(const Call& node, Arguments& arguments);
  Status arguments_of(const Call& node, Arguments& arguments);
  Status keyword_argument(const Call& node, const Keyword& keyword, Arguments& arguments);
  Status check_callee(const Node& function);
  Result<Value> joined_str(const JoinedStr& node);
  Result<Value> named_expr(const NamedExpr& node);
  Result<Value> comprehension(const ComprehensionNode& node);
  Status loop(const ComprehensionNode& node, std::size_t index, Value& result);
  Status add_element(const ComprehensionNode& node, Value& result);
  Status assign(const Node& target, const Value& value);

  Environment& environment_;
  static constexpr std::size_t kBytesPerStep = 64;

  const EvaluateLimits& limits_;
  std::size_t steps_ = 0;
  std::vector<Variable> variables_;
};

Result<Value> Evaluator::value(const Node& node) {
  BFCLX_RETURN_IF_ERROR(step());
  switch (node.kind) {
    case NodeKind::kConstant:
      return as<Constant>(node).value;
    case NodeKind::kName:
      return name(as<Name>(node).id);
    case NodeKind::kAttribute: {
      BFCLX_ASSIGN_OR_RETURN(const Value object, value(*as<Attribute>(node).value));
      return attribute(object, as<Attribute>(node).attr);
    }
    case NodeKind::kSubscript:
      return subscript_value(as<Subscript>(node));
    case NodeKind::kCall:
      return call(as<Call>(node));
    case NodeKind::kUnaryOp: {
      BFCLX_ASSIGN_OR_RETURN(const Value operand, value(*as<UnaryOp>(node).operand));
      return unary_operation(as<UnaryOp>(node).op, operand);
    }
    case NodeKind::kBinOp: {
      const BinOp& operation = as<BinOp>(node);
      BFCLX_ASSIGN_OR_RETURN(const Value left, value(*operation.left));
      BFCLX_ASSIGN_OR_RETURN(const Value right, value(*operation.right));
      return paid(binary(operation.op, left, right));
    }
    case NodeKind::kBoolOp:
      return bool_op(as<BoolOp>(node));
    case NodeKind::kCompare:
      return compare(as<Compare>(node));
    case NodeKind::kIfExp: {
      const IfExp& conditional = as<IfExp>(node);
      BFCLX_ASSIGN_OR_RETURN(const Value test, value(*conditional.test));
      return value(truthy(test) ? *conditional.body : *conditional.orelse);
    }
    case NodeKind::kNamedExpr:
      return named_expr(as<NamedExpr>(node));
    case NodeKind::kTuple:
    case NodeKind::kList: {
      List items;
      BFCLX_RETURN_IF_ERROR(append_items(as_sequence(node).elements, items));
      return node.kind == NodeKind::kList ? Value::list(std::move(items))
                                          : Value::tuple(std::move(items));
    }
    case NodeKind::kSet:
      return set(as<SetNode>(node));
    case NodeKind::kDict:
      return dict(as<DictNode>(node));
    case NodeKind::kListComp:
    case NodeKind::kSetComp:
    case NodeKind::kDictComp:
      return comprehension(as_comprehension(node));
    case NodeKind::kJoinedStr:
      return joined_str(as<JoinedStr>(node));
    default:
      return Error{"Limit", std::string(class_name(node.kind)) + " is not supported"};
  }
}

Result<Value> Evaluator::binary(BinaryOperator op, const Value& left, const Value& right) {
  BFCLX_RETURN_IF_ERROR(pay_for_bytes(left));
  const bool formats = op == BinaryOperator::kMod && (left.is_str() || left.is_bytes());
  BFCLX_RETURN_IF_ERROR(formats ? pay_for_all(right) : pay_for_bytes(right));
  return binary_operation(op, left, right, limits_.bytes);
}

Result<Value> Evaluator::name(std::string_view id) {
  if (const Value* const found = variable(id)) return *found;
  if (is_builtin(id)) return builtin_object(id);
  return environment_.name(id);
}

Status Evaluator::append_items(NodeList nodes, List& items) {
  for (const Node* const node : nodes) {
    if (node->kind != NodeKind::kStarred) {
      BFCLX_ASSIGN_OR_RETURN(Value item, value(*node));
      items.push_back(std::move(item));
      continue;
    }
    BFCLX_ASSIGN_OR_RETURN(const Value iterable, value(*as<Starred>(*node).value));
    if (!is_iterable(iterable)) {
      return type_error("Value after * must be an iterable, not " +
                        std::string(type_name(iterable)));
    }
    BFCLX_ASSIGN_OR_RETURN(List more, iterate(iterable));
    BFCLX_RETURN_IF_ERROR(step(more.size()));
    items.insert(items.end(), more.begin(), more.end());
  }
  return {};
}

Result<Value> Evaluator::bool_op(const BoolOp& node) {
  Value last;
  for (const Node* const operand : node.values) {
    BFCLX_ASSIGN_OR_RETURN(last, value(*operand));
    if (truthy(last) == (node.op == BoolOperator::kOr)) break;
  }
  return last;
}

Result<Value> Evaluator::compare(const Compare& node) {
  BFCLX_ASSIGN_OR_RETURN(Value left, value(*node.left));
  for (std::size_t i = 0; i < node.ops.size(); ++i) {
    BFCLX_ASSIGN_OR_RETURN(Value right, value(*node.comparators[i]));
    BFCLX_RETURN_IF_ERROR(pay_for_all(left));
    BFCLX_RETURN_IF_ERROR(pay_for_all(right));
    BFCLX_ASSIGN_OR_RETURN(const bool holds, compare_operation(node.ops[i], left, right));
    if (!holds) return Value::boolean(false);
    left = std::move(right);
  }
  return Value::boolean(true);
}

Result<Value> Evaluator::set(const SetNode& node) {
  List items;
  BFCLX_RETURN_IF_ERROR(append_items(node.elements, items));
  Value result = Value::set();
  for (const Value& item : items) {
    BFCLX_RETURN_IF_ERROR(check_hashable(item));
    result.mutable_set().insert(item);
  }
  // CPython's compiler makes a constant of a display like this, which can change its order.
  constexpr std::size_t kLeastFolded = 3;
  if (node.elements.size() >= kLeastFolded &&
      std::all_of(node.elements.begin(), node.elements.end(),
                  [](const Node* element) { return is_constant(*element); })) {
    result.mutable_set().mark_constant_display();
  }
  return result;
}

Result<Value> Evaluator::dict(const DictNode& node) {
  Dict result;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (node.keys[i] == nullptr) {
      BFCLX_ASSIGN_OR_RETURN(const Value mapping, value(*node.values[i]));
      if (!mapping.is_dict()) {
        return type_error("'" + std::string(type_name(mapping)) + "' object is not a mapping");
      }
      BFCLX_RETURN_IF_ERROR(step(mapping.as_dict().size()));
      for (const Dict::Entry& entry : mapping.as_dict()) result.set(entry.key, entry.value);
      continue;
    }
    BFCLX_ASSIGN_OR_RETURN(Value key, value(*node.keys[i]));
    BFCLX_ASSIGN_OR_RETURN(Value item, value(*node.values[i]));
    BFCLX_RETURN_IF_ERROR(check_hashable(key));
    result.set(std::move(key), std::move(item));
  }
  return Value::dict(std::move(result));
}

Result<Value> Evaluator::subscript_value(const Subscript& node) {
  BFCLX_ASSIGN_OR_RETURN(const Value object, value(*node.value));
  if (node.slice->kind != NodeKind::kSlice) {
    BFCLX_ASSIGN_OR_RETURN(const Value index, value(*node.slice));
    if (object.kind() == Value::Kind::kOpaque && object.as_opaque().type_name == "type") {
      return Error{"Limit", "generic types are not supported"};
    }
    return subscript(object, index);
  }
  const Slice& bounds = as<Slice>(*node.slice);
  Value values[3];
  const Node* const nodes[3] = {bounds.lower, bounds.upper, bounds.step};
  for (std::size_t i = 0; i < 3; ++i) {
    if (nodes[i] == nullptr) continue;
    BFCLX_ASSIGN_OR_RETURN(values[i], value(*nodes[i]));
  }
  return paid(slice(object, values[0], values[1], values[2]));
}

// ---- Calls.

// A callee that does not exist is an error before its arguments are evaluated.
Status Evaluator::check_callee(const Node& function) {
  const Name* const root = root_name(function);
  if (root == nullptr || variable(root->id) != nullptr || is_builtin(root->id)) return {};
  return environment_.check_callee(function);
}

Result<Value> Evaluator::call(const Call& node) {
  BFCLX_RETURN_IF_ERROR(check_callee(*node.function));
  const Node& function = *node.function;
  const Name* const root = root_name(function);
  const bool known = root == nullptr || variable(root->id) != nullptr || is_builtin(root->id);
  Arguments arguments{{}, {}, limits_.bytes};
  if (!known) {
    BFCLX_RETURN_IF_ERROR(arguments_of(node, arguments));
    return environment_.call(function, arguments.positional, arguments.keywords);
  }
  if (function.kind == NodeKind::kAttribute) {
    BFCLX_ASSIGN_OR_RETURN(const Value object, value(*as<Attribute>(function).value));
    BFCLX_ASSIGN_OR_RETURN(const Value bound, attribute(object, as<Attribute>(function).attr));
    BFCLX_RETURN_IF_ERROR(arguments_of(node, arguments));
    BFCLX_RETURN_IF_ERROR(pay_for_all(object));
    BFCLX_RETURN_IF_ERROR(pay_for(arguments));
    return paid(call_method(object, as<Attribute>(function).attr, arguments));
  }
  const bool is_builtin_name =
      function.kind == NodeKind::kName && variable(as<Name>(function).id) == nullptr;
  if (!is_builtin_name) {
    BFCLX_ASSIGN_OR_RETURN(const Value object, value(function));
    BFCLX_RETURN_IF_ERROR(arguments_of(node, arguments));
    if (object.kind() == Value::Kind::kOpaque) {
      return Error{"Limit", "a call of such an object is not supported"};
    }
    return type_error("'" + std::string(type_name(object)) + "' object is not callable");
  }
  BFCLX_RETURN_IF_ERROR(arguments_of(node, arguments));
  BFCLX_RETURN_IF_ERROR(pay_for(arguments));
  return paid(call_builtin(as<Name>(function).id, arguments));
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
    // The functions of the subset take a generator as they take the list of what it makes.
    const bool generator = argument->kind == NodeKind::kGeneratorExp;
    BFCLX_ASSIGN_OR_RETURN(
        Value item, generator ? comprehension(as_comprehension(*argument)) : value(*argument));
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

// ---- f-strings, assignment expressions, comprehensions.

Result<Value> Evaluator::joined_str(const JoinedStr& node) {
  std::string text;
  for (const Node* const part : node.values) {
    if (part->kind == NodeKind::kConstant) {
      text += as<Constant>(*part).value.as_str();
      continue;
    }
    const FormattedValue& field = as<FormattedValue>(*part);
    BFCLX_ASSIGN_OR_RETURN(Value item, value(*field.value));
    BFCLX_RETURN_IF_ERROR(pay_for_all(item));
    if (field.conversion == 's') item = Value::str(str(item));
    if (field.conversion == 'r') item = Value::str(repr(item));
    if (field.conversion == 'a') item = Value::str(ascii_of(item));
    Value spec = Value::str("");
    if (field.format_spec != nullptr) {
      BFCLX_ASSIGN_OR_RETURN(spec, joined_str(as<JoinedStr>(*field.format_spec)));
    }
    BFCLX_ASSIGN_OR_RETURN(const std::string formatted, format_value(item, spec.as_str()));
    text += formatted;
    if (text.size() > limits_.bytes) return Error{"Limit", "result is too large"};
  }
  return paid(Value::str(text));
}

Result<Value> Evaluator::named_expr(const NamedExpr& node) {
  BFCLX_ASSIGN_OR_RETURN(const Value result, value(*node.value));
  BFCLX_RETURN_IF_ERROR(assign(*node.target, result));
  return result;
}

Status Evaluator::assign(const Node& target, const Value& item) {
  if (target.kind == NodeKind::kName) {
    variables_.push_back({as<Name>(target).id, item});
    return {};
  }
  if (target.kind != NodeKind::kTuple && target.kind != NodeKind::kList) {
    return Error{"Limit", "assignment to such a target is not supported"};
  }
  const NodeList targets = as_sequence(target).elements;
  if (!is_iterable(item)) {
    return type_error("cannot unpack non-iterable " + std::string(type_name(item)) + " object");
  }
  BFCLX_ASSIGN_OR_RETURN(const List items, iterate(item));
  if (items.size() > targets.size()) {
    return Error{"ValueError",
                 "too many values to unpack (expected " + std::to_string(targets.size()) + ")"};
  }
  if (items.size() < targets.size()) {
    return Error{"ValueError", "not enough values to unpack (expected " +
                                   std::to_string(targets.size()) + ", got " +
                                   std::to_string(items.size()) + ")"};
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    BFCLX_RETURN_IF_ERROR(assign(*targets[i], items[i]));
  }
  return {};
}

Result<Value> Evaluator::comprehension(const ComprehensionNode& node) {
  Value result = node.kind == NodeKind::kSetComp    ? Value::set()
                 : node.kind == NodeKind::kDictComp ? Value::dict()
                                                    : Value::list();
  const std::size_t scope = variables_.size();
  Status status = loop(node, 0, result);
  variables_.erase(variables_.begin() + static_cast<std::ptrdiff_t>(scope), variables_.end());
  if (!status.ok()) return std::move(status).error();
  return result;
}

Status Evaluator::loop(const ComprehensionNode& node, std::size_t index, Value& result) {
  if (index == node.generators.size()) return add_element(node, result);
  const Comprehension& generator = node.generators[index];
  BFCLX_ASSIGN_OR_RETURN(const Value iterable, value(*generator.iterable));
  BFCLX_ASSIGN_OR_RETURN(const List items, iterate(iterable));
  const std::size_t scope = variables_.size();
  for (const Value& item : items) {
    BFCLX_RETURN_IF_ERROR(step());
    variables_.erase(variables_.begin() + static_cast<std::ptrdiff_t>(scope), variables_.end());
    BFCLX_RETURN_IF_ERROR(assign(*generator.target, item));
    bool wanted = true;
    for (const Node* const condition : generator.conditions) {
      BFCLX_ASSIGN_OR_RETURN(const Value holds, value(*condition));
      wanted = truthy(holds);
      if (!wanted) break;
    }
    if (wanted) BFCLX_RETURN_IF_ERROR(loop(node, index + 1, result));
  }
  return {};
}

Status Evaluator::add_element(const ComprehensionNode& node, Value& result) {
  BFCLX_ASSIGN_OR_RETURN(Value element, value(*node.element));
  if (node.kind == NodeKind::kDictComp) {
    BFCLX_ASSIGN_OR_RETURN(Value item, value(*node.value));
    BFCLX_RETURN_IF_ERROR(check_hashable(element));
    result.mutable_dict().set(std::move(element), std::move(item));
  } else if (node.kind == NodeKind::kSetComp) {
    BFCLX_RETURN_IF_ERROR(check_hashable(element));
    result.mutable_set().insert(std::move(element));
  } else {
    result.mutable_list().push_back(std::move(element));
  }
  return {};
}

}  // namespace

Result<Value> Environment::name(std::string_view name) { return name_error(name); }

Status Environment::check_callee(const Node&) { return {}; }

std::string Environment::callee_text(const Node& function) {
  const Result<std::string> text = unparse(function);
  return (text.ok() ? *text : std::string("function")) + "()";
}

Result<Value> Environment::call(const Node& function, const List&, const Dict&) {
  const Name* const root = root_name(function);
  if (root == nullptr) return Error{"Limit", "a call of such an object is not supported"};
  BFCLX_RETURN_IF_ERROR(name(root->id));
  return Error{"Limit", "a call of such an object is not supported"};
}

Result<Value> evaluate(const Node& node, Environment& environment, const EvaluateLimits& limits) {
  if (node.height > kMaxEvaluatedHeight) return Error{"Limit", "expression is nested too deeply"};
  return Evaluator(environment, limits).value(node);
}

namespace {

// Knows the builtins only, so that a callee is known to be missing at once.
class BuiltinsOnly : public Environment {
 public:
  Status check_callee(const Node& function) override {
    BFCLX_RETURN_IF_ERROR(name(root_name(function)->id));
    return {};
  }
};

}  // namespace

Result<Value> evaluate_text(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  BFCLX_ASSIGN_OR_RETURN(const Tree tree, parse_expression(text.substr(begin), "<string>"));
  BFCLX_RETURN_IF_ERROR(check_compilable(tree));
  BuiltinsOnly environment;
  return evaluate(tree.root(), environment);
}

}  // namespace bfclx::python
