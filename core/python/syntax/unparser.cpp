#include "core/python/syntax/unparser.h"

#include "core/base/str_repr.h"
#include "core/value/bigint.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

struct OperatorText {
  std::string_view text;
  Precedence precedence;
};
constexpr OperatorText kBinaryOperators[] = {
    {"+", kArith}, {"-", kArith},  {"*", kTerm},   {"@", kTerm},   {"/", kTerm},
    {"%", kTerm},  {"**", kPower}, {"<<", kShift}, {">>", kShift}, {"|", kBOr},
    {"^", kBXor},  {"&", kBAnd},   {"//", kTerm}};
constexpr OperatorText kUnaryOperators[] = {
    {"~", kFactor}, {"not ", kNot}, {"+", kFactor}, {"-", kFactor}};
constexpr std::string_view kCompareOperators[] = {"==", "!=", "<",      "<=", ">",
                                                  ">=", "is", "is not", "in", "not in"};

// What CPython's printer writes for infinity: 1e309.
constexpr std::string_view kInfinity = "1e309";

}  // namespace

void Unparser::traverse(const Node& node, int precedence, int frames) {
  if (failed_) return;
  frames_ += frames;
  if (frames_ > kFrames) {
    fail({"RecursionError", "maximum recursion depth exceeded"});
  } else {
    visit(node, precedence);
  }
  frames_ -= frames;
}

void Unparser::visit(const Node& node, int precedence) {
  switch (node.kind) {
    case NodeKind::kConstant:
      return visit_constant(as<Constant>(node));
    case NodeKind::kName:
      return write(as<Name>(node).id);
    case NodeKind::kAttribute:
      return visit_attribute(as<Attribute>(node));
    case NodeKind::kSubscript:
      return visit_subscript(as<Subscript>(node));
    case NodeKind::kCall:
      return visit_call(as<Call>(node));
    case NodeKind::kUnaryOp:
      return visit_unary_op(as<UnaryOp>(node), precedence);
    case NodeKind::kBinOp:
      return visit_bin_op(as<BinOp>(node), precedence);
    case NodeKind::kBoolOp:
      return visit_bool_op(as<BoolOp>(node), precedence);
    case NodeKind::kCompare:
      return visit_compare(as<Compare>(node), precedence);
    case NodeKind::kIfExp:
      return visit_if_exp(as<IfExp>(node), precedence);
    case NodeKind::kLambda:
      return visit_lambda(as<Lambda>(node), precedence);
    case NodeKind::kNamedExpr:
      return visit_named_expr(as<NamedExpr>(node), precedence);
    case NodeKind::kTuple:
    case NodeKind::kList:
    case NodeKind::kSet:
      return visit_sequence(node, precedence);
    case NodeKind::kDict:
      return visit_dict(as<DictNode>(node));
    case NodeKind::kStarred:
      write("*");
      return traverse(*as<Starred>(node).value, kBOr);
    case NodeKind::kSlice:
      return visit_slice(as<Slice>(node));
    case NodeKind::kListComp:
    case NodeKind::kSetComp:
    case NodeKind::kDictComp:
    case NodeKind::kGeneratorExp:
      return visit_comprehension(as_comprehension(node));
    case NodeKind::kAwait:
    case NodeKind::kYield:
    case NodeKind::kYieldFrom:
      return visit_yield(node, precedence);
    case NodeKind::kJoinedStr:
      return visit_joined_str(as<JoinedStr>(node));
    case NodeKind::kFormattedValue:
      return formatted_value(as<FormattedValue>(node));
  }
}

void Unparser::visit_attribute(const Attribute& node) {
  const Node& value = *node.value;
  traverse(value, kAtom);
  // "3.real" would be a number.
  const bool is_int = value.kind == NodeKind::kConstant &&
                      (as<Constant>(value).value.is_int() || as<Constant>(value).value.is_bool());
  write(is_int ? " ." : ".");
  write(node.attr);
}

void Unparser::visit_unary_op(const UnaryOp& node, int precedence) {
  const OperatorText& op = kUnaryOperators[static_cast<int>(node.op)];
  parenthesize_if(precedence > op.precedence, [&] {
    write(op.text);
    traverse(*node.operand, op.precedence);
  });
}

void Unparser::visit_if_exp(const IfExp& node, int precedence) {
  parenthesize_if(precedence > kTest, [&] {
    traverse(*node.body, tighter(kTest));
    write(" if ");
    traverse(*node.test, tighter(kTest));
    write(" else ");
    traverse(*node.orelse, kTest);
  });
}

void Unparser::visit_named_expr(const NamedExpr& node, int precedence) {
  parenthesize_if(precedence > kNamedExpr, [&] {
    traverse(*node.target, kAtom);
    write(" := ");
    traverse(*node.value, kAtom);
  });
}

// A tuple, a list or a set.
void Unparser::visit_sequence(const Node& node, int precedence) {
  const NodeList elements = as_sequence(node).elements;
  if (node.kind == NodeKind::kTuple) {
    return parenthesize_if(elements.empty() || precedence > kTuple, [&] { tuple_items(elements); });
  }
  const bool is_list = node.kind == NodeKind::kList;
  write(is_list ? "[" : "{");
  list(elements);
  write(is_list ? "]" : "}");
}

void Unparser::visit_constant(const Constant& node) {
  const Value& value = node.value;
  switch (value.kind()) {
    case Value::Kind::kEllipsis:
      return write("...");
    case Value::Kind::kInt:
      return visit_integer(value);
    case Value::Kind::kFloat:
    case Value::Kind::kComplex: {
      const std::string text = repr(value);
      const std::size_t infinity = text.find("inf");
      if (infinity == std::string::npos) return write(text);
      write(std::string_view(text).substr(0, infinity));
      write(kInfinity);
      return write(std::string_view(text).substr(infinity + 3));
    }
    case Value::Kind::kStr:
      if (node.unicode_prefix) write("u");
      if (avoid_backslashes_) return str_avoiding_backslashes(value.as_str());
      return append_repr_str(out_, value.as_str());
    default:
      return append_repr(out_, value);
  }
}

void Unparser::visit_integer(const Value& value) {
  if (!value.is_small_int()) {
    std::string digits = value.as_bigint().to_decimal();
    if (digits.size() > BigInt::kMaxStrDigits) {
      return fail(too_many_digits());
    }
    return write(digits);
  }
  append_repr(out_, value);
}

void Unparser::visit_call(const Call& node) {
  traverse(*node.function, kAtom);
  write("(");
  bool first = true;
  for (const Node* const argument : node.arguments) {
    if (!first) write(", ");
    first = false;
    traverse(*argument);
  }
  for (const Keyword& keyword : node.keywords) {
    if (!first) write(", ");
    first = false;
    if (keyword.unpacks()) {
      write("**");
    } else {
      write(keyword.name);
      write("=");
    }
    traverse(*keyword.value, kTest, 2 * kFramesPerNode);
  }
  write(")");
}

void Unparser::visit_subscript(const Subscript& node) {
  traverse(*node.value, kAtom);
  write("[");
  if (node.slice->kind == NodeKind::kTuple && !as_sequence(*node.slice).elements.empty()) {
    tuple_items(as_sequence(*node.slice).elements);
  } else {
    traverse(*node.slice);
  }
  write("]");
}

// Each value binds tighter than the one before, so that nested operations of one kind keep their
// parentheses.
void Unparser::visit_bool_op(const BoolOp& node, int precedence) {
  const bool is_and = node.op == BoolOperator::kAnd;
  int place = is_and ? kAnd : kOr;
  parenthesize_if(precedence > place, [&] {
    bool first = true;
    for (const Node* const value : node.values) {
      if (!first) write(is_and ? " and " : " or ");
      first = false;
      place = tighter(place);
      traverse(*value, place, kFramesPerNode + 2);
    }
  });
}

void Unparser::visit_bin_op(const BinOp& node, int precedence) {
  const OperatorText& op = kBinaryOperators[static_cast<int>(node.op)];
  const bool right_associative = node.op == BinaryOperator::kPow;
  parenthesize_if(precedence > op.precedence, [&] {
    traverse(*node.left, right_associative ? tighter(op.precedence) : op.precedence);
    write(" ");
    write(op.text);
    write(" ");
    traverse(*node.right, right_associative ? op.precedence : tighter(op.precedence));
  });
}

void Unparser::visit_compare(const Compare& node, int precedence) {
  parenthesize_if(precedence > kCmp, [&] {
    traverse(*node.left, tighter(kCmp));
    for (std::size_t i = 0; i < node.ops.size(); ++i) {
      write(" ");
      write(kCompareOperators[static_cast<int>(node.ops[i])]);
      write(" ");
      traverse(*node.comparators[i], tighter(kCmp));
    }
  });
}

void Unparser::visit_dict(const DictNode& node) {
  write("{");
  for (std::size_t i = 0; i < node.values.size(); ++i) {
    if (i > 0) write(", ");
    if (node.keys[i] == nullptr) {
      write("**");
      traverse(*node.values[i], kBOr, kFramesPerNode + 2);
      continue;
    }
    traverse(*node.keys[i], kTest, kFramesPerNode + 3);
    write(": ");
    traverse(*node.values[i], kTest, kFramesPerNode + 3);
  }
  write("}");
}

void Unparser::visit_slice(const Slice& node) {
  if (node.lower != nullptr) traverse(*node.lower);
  write(":");
  if (node.upper != nullptr) traverse(*node.upper);
  if (node.step != nullptr) {
    write(":");
    traverse(*node.step);
  }
}

}  // namespace bfclx::python
