#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "core/python/evaluate/builtin_names.h"
#include "core/python/evaluate/builtins.h"
#include "core/python/evaluate/evaluator.h"
#include "core/python/extensions/extensions.h"
#include "core/python/extensions/format.h"
#include "core/python/objects/methods.h"
#include "core/python/objects/operators.h"
#include "core/python/objects/range.h"
#include "core/python/syntax/ast.h"
#include "core/value/extent.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

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

Error unsupported(const Node& node) {
  return {"Limit", std::string(class_name(node.kind)) + " is not supported"};
}

}  // namespace

Evaluator::~Evaluator() { run_->meter = nullptr; }

Status Evaluator::step(std::size_t count) {
  steps_ += count;
  if (steps_ > limits_.steps) return Error{"Limit", "evaluation takes too many steps"};
  return limits_.budget != nullptr ? limits_.budget->spend(count * kBytesPerStep) : Status();
}

Status Evaluator::pay_for_bytes(const Value& value) {
  std::size_t bytes = own_bytes(value);
  if (value.is_sequence()) bytes += value.items().size() * sizeof(Value);
  if (value.is_int()) bytes *= 1 + bytes / kBytesPerStep;
  return step(bytes / kBytesPerStep);
}

Status Evaluator::pay_for_all(const Value& value) {
  if (value.kind() < Value::Kind::kStr) return {};
  if (const std::optional<Range> range = range_of(value)) {
    return step(std::min(range_length(*range), kMaxRangeItems));
  }
  std::size_t left = limits_.steps - std::min(steps_, limits_.steps);
  if (limits_.budget != nullptr) left = std::min(left, limits_.budget->left() / kBytesPerStep + 1);
  const Extent extent = extent_of(value, left * kBytesPerStep);
  if (extent.cyclic) return Error{"Limit", "an object inside itself is not supported here"};
  return step(extent.too_large ? limits_.steps : extent.bytes / kBytesPerStep);
}

// A tuple is hashed item by item.
Status Evaluator::check_key(const Value& value) {
  if (value.is_tuple()) BFCLX_RETURN_IF_ERROR(pay_for_all(value));
  return check_hashable(value);
}

Status Evaluator::pay_for(const Arguments& arguments) {
  for (const Value& item : arguments.positional) BFCLX_RETURN_IF_ERROR(pay_for_all(item));
  for (const Dict::Entry& entry : arguments.keywords) {
    BFCLX_RETURN_IF_ERROR(pay_for_all(entry.value));
  }
  return {};
}

Result<Value> Evaluator::paid(Result<Value> result) {
  if (result.ok()) BFCLX_RETURN_IF_ERROR(pay_for_bytes(*result));
  return result;
}

Result<Value> Evaluator::value(const Node& node) {
  BFCLX_RETURN_IF_ERROR(step(1));
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
    case NodeKind::kList:
      return sequence_value(node);
    case NodeKind::kSet:
      return set(as<SetNode>(node));
    case NodeKind::kDict:
      return dict(as<DictNode>(node));
    case NodeKind::kListComp:
    case NodeKind::kSetComp:
    case NodeKind::kDictComp:
      return comprehension(as_comprehension(node));
    case NodeKind::kGeneratorExp:
      if (run_->extensions == nullptr) return unsupported(node);
      return run_->extensions->generator(*this, as_comprehension(node));
    case NodeKind::kLambda:
      if (run_->extensions == nullptr) return unsupported(node);
      return run_->extensions->lambda(*this, as<Lambda>(node));
    case NodeKind::kJoinedStr:
      return joined_str(as<JoinedStr>(node));
    default:
      return unsupported(node);
  }
}

Result<Value> Evaluator::sequence_value(const Node& node) {
  List items;
  BFCLX_RETURN_IF_ERROR(append_items(as_sequence(node).elements, items));
  return node.kind == NodeKind::kList ? Value::list(std::move(items))
                                      : Value::tuple(std::move(items));
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
  return environment_.name(id, scope_ == &scopes_.front());
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
    BFCLX_RETURN_IF_ERROR(check_key(item));
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
    BFCLX_RETURN_IF_ERROR(check_key(key));
    result.set(std::move(key), std::move(item));
  }
  return Value::dict(std::move(result));
}

Result<Value> Evaluator::subscript_value(const Subscript& node) {
  BFCLX_ASSIGN_OR_RETURN(const Value object, value(*node.value));
  if (node.slice->kind != NodeKind::kSlice) {
    BFCLX_ASSIGN_OR_RETURN(const Value index, value(*node.slice));
    if (index.is_tuple()) BFCLX_RETURN_IF_ERROR(pay_for_all(index));
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

}  // namespace bfclx::python
