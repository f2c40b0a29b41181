#include "core/python/evaluate/literal_eval.h"

#include <algorithm>
#include <string>

#include "core/python/objects/operators.h"
#include "core/python/syntax/parse_expression.h"
#include "core/value/dict.h"

namespace bfclx::python {
namespace {

class LiteralEvaluator {
 public:
  explicit LiteralEvaluator(const Tree& tree) : tree_(tree) {}
  Result<Value> convert(const Node& node);

 private:
  Error malformed(const Node& node) const {
    // CPython goes on with the node's address.
    return {"ValueError", "malformed node or string on line " +
                              std::to_string(tree_.line_of(node)) + ": <ast." +
                              std::string(class_name(node.kind)) + " object at 0x7f0000000000>"};
  }
  Result<List> convert_all(NodeList nodes);
  Result<Value> convert_set(NodeList nodes);
  Result<Value> convert_dict(const DictNode& node);
  Result<Value> number(const Node& node);
  Result<Value> signed_number(const Node& node);

  const Tree& tree_;
};

Result<List> LiteralEvaluator::convert_all(NodeList nodes) {
  List items;
  items.reserve(nodes.size());
  for (const Node* const node : nodes) {
    BFCLX_ASSIGN_OR_RETURN(Value item, convert(*node));
    items.push_back(std::move(item));
  }
  return items;
}

Result<Value> LiteralEvaluator::convert_set(NodeList nodes) {
  Value result = Value::set();
  for (const Node* const node : nodes) {
    BFCLX_ASSIGN_OR_RETURN(Value item, convert(*node));
    BFCLX_RETURN_IF_ERROR(check_hashable(item));
    result.mutable_set().insert(std::move(item));
  }
  return result;
}

Result<Value> LiteralEvaluator::convert_dict(const DictNode& node) {
  Dict result;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (node.keys[i] == nullptr) {
      // `**value` has None for a key, which has no line either.
      return Error{"ValueError", "malformed node or string: None"};
    }
    BFCLX_ASSIGN_OR_RETURN(Value key, convert(*node.keys[i]));
    BFCLX_ASSIGN_OR_RETURN(Value value, convert(*node.values[i]));
    BFCLX_RETURN_IF_ERROR(check_hashable(key));
    result.set(std::move(key), std::move(value));
  }
  return Value::dict(std::move(result));
}

Result<Value> LiteralEvaluator::number(const Node& node) {
  if (node.kind == NodeKind::kConstant) {
    const Value& value = as<Constant>(node).value;
    if (value.is_int() || value.is_float() || value.kind() == Value::Kind::kComplex) return value;
  }
  return malformed(node);
}

Result<Value> LiteralEvaluator::signed_number(const Node& node) {
  if (node.kind == NodeKind::kUnaryOp) {
    const UnaryOp& operation = as<UnaryOp>(node);
    if (operation.op == UnaryOperator::kUAdd || operation.op == UnaryOperator::kUSub) {
      BFCLX_ASSIGN_OR_RETURN(const Value operand, number(*operation.operand));
      return unary_operation(operation.op, operand);
    }
  }
  return number(node);
}

Result<Value> LiteralEvaluator::convert(const Node& node) {
  switch (node.kind) {
    case NodeKind::kConstant:
      return as<Constant>(node).value;
    case NodeKind::kTuple: {
      BFCLX_ASSIGN_OR_RETURN(List items, convert_all(as_sequence(node).elements));
      return Value::tuple(std::move(items));
    }
    case NodeKind::kList: {
      BFCLX_ASSIGN_OR_RETURN(List items, convert_all(as_sequence(node).elements));
      return Value::list(std::move(items));
    }
    case NodeKind::kSet:
      return convert_set(as_sequence(node).elements);
    case NodeKind::kCall: {
      const Call& call = as<Call>(node);
      const bool empty_set = call.function->kind == NodeKind::kName &&
                             as<Name>(*call.function).id == "set" && call.arguments.empty() &&
                             call.keywords.empty();
      return empty_set ? Result<Value>(Value::set()) : signed_number(node);
    }
    case NodeKind::kDict:
      return convert_dict(as<DictNode>(node));
    case NodeKind::kBinOp: {
      const BinOp& operation = as<BinOp>(node);
      if (operation.op != BinaryOperator::kAdd && operation.op != BinaryOperator::kSub) break;
      BFCLX_ASSIGN_OR_RETURN(const Value left, signed_number(*operation.left));
      BFCLX_ASSIGN_OR_RETURN(const Value right, number(*operation.right));
      if (left.kind() != Value::Kind::kComplex && right.kind() == Value::Kind::kComplex) {
        return binary_operation(operation.op, left, right, sizeof(Value));
      }
      break;
    }
    default:
      break;
  }
  return signed_number(node);
}

}  // namespace

Result<Value> literal_eval(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  BFCLX_ASSIGN_OR_RETURN(const Tree tree, parse_expression(text.substr(begin)));
  return LiteralEvaluator(tree).convert(tree.root());
}

}  // namespace bfclx::python
