// ast.unparse of expressions (CPython 3.11, Lib/ast.py:_Unparser).
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/float_text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/python/python.h"
#include "core/python/syntax/ast.h"
#include "core/python/syntax/string_literal.h"
#include "core/value/bigint.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

// How tightly a place binds: a node that binds less is put in parentheses.
enum Precedence : int {
  kNamedExpr = 1,
  kTuple,
  kYieldPlace,
  kTest,
  kOr,
  kAnd,
  kNot,
  kCmp,
  kBOr,
  kBXor,
  kBAnd,
  kShift,
  kArith,
  kTerm,
  kFactor,
  kPower,
  kAwaitPlace,
  kAtom,
};
int tighter(int precedence) { return std::min<int>(precedence + 1, kAtom); }

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

// CPython's recursion limit, less what stands on the stack before the printer begins, and the
// Python frames that one level of the printer takes.
constexpr int kFrames = 970;
constexpr int kFramesPerNode = 3;

class Unparser {
 public:
  explicit Unparser(bool avoid_backslashes = false, int frames = 0)
      : avoid_backslashes_(avoid_backslashes), frames_(frames) {}

  void traverse(const Node& node, int precedence = kTest, int frames = kFramesPerNode);
  bool failed() const { return failed_; }
  Error take_error() { return std::move(error_); }
  std::string& out() { return out_; }

 private:
  struct FString {
    std::string text;
    bool is_constant;
  };

  void fail(std::string_view kind, std::string message) {
    if (failed_) return;
    failed_ = true;
    error_ = {kind, std::move(message)};
  }
  void write(std::string_view text) { out_ += text; }
  // Writes around what `body` writes.
  template <typename Body>
  void parenthesize_if(bool condition, Body&& body) {
    if (condition) write("(");
    body();
    if (condition) write(")");
  }
  template <typename Items>
  void list(const Items& items, int frames = kFramesPerNode + 1) {
    bool first = true;
    for (const Node* const item : items) {
      if (!first) write(", ");
      first = false;
      traverse(*item, kTest, frames);
    }
  }
  // A list with a comma behind a single item.
  void tuple_items(NodeList items) {
    list(items, kFramesPerNode + 2);
    if (items.size() == 1) write(",");
  }

  void visit(const Node& node, int precedence);
  void visit_constant(const Constant& node);
  void visit_integer(const Value& value);
  void visit_call(const Call& node);
  void visit_subscript(const Subscript& node);
  void visit_bool_op(const BoolOp& node, int precedence);
  void visit_bin_op(const BinOp& node, int precedence);
  void visit_compare(const Compare& node, int precedence);
  void visit_lambda(const Lambda& node, int precedence);
  void visit_dict(const DictNode& node);
  void visit_slice(const Slice& node);
  void visit_comprehension(const ComprehensionNode& node);
  void visit_yield(const Node& node, int precedence);
  void visit_joined_str(const JoinedStr& node);
  void fstring_inner(const Node& node);
  void formatted_value(const FormattedValue& node);
  void str_avoiding_backslashes(std::string_view text);

  std::string out_;
  bool avoid_backslashes_;
  int frames_;
  bool failed_ = false;
  Error error_{};
};

void Unparser::traverse(const Node& node, int precedence, int frames) {
  if (failed_) return;
  frames_ += frames;
  if (frames_ > kFrames) {
    fail("RecursionError", "maximum recursion depth exceeded");
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
    case NodeKind::kAttribute: {
      const Node& value = *as<Attribute>(node).value;
      traverse(value, kAtom);
      // "3.real" would be a number.
      const bool is_int =
          value.kind == NodeKind::kConstant &&
          (as<Constant>(value).value.is_int() || as<Constant>(value).value.is_bool());
      write(is_int ? " ." : ".");
      return write(as<Attribute>(node).attr);
    }
    case NodeKind::kSubscript:
      return visit_subscript(as<Subscript>(node));
    case NodeKind::kCall:
      return visit_call(as<Call>(node));
    case NodeKind::kUnaryOp: {
      const OperatorText& op = kUnaryOperators[static_cast<int>(as<UnaryOp>(node).op)];
      return parenthesize_if(precedence > op.precedence, [&] {
        write(op.text);
        traverse(*as<UnaryOp>(node).operand, op.precedence);
      });
    }
    case NodeKind::kBinOp:
      return visit_bin_op(as<BinOp>(node), precedence);
    case NodeKind::kBoolOp:
      return visit_bool_op(as<BoolOp>(node), precedence);
    case NodeKind::kCompare:
      return visit_compare(as<Compare>(node), precedence);
    case NodeKind::kIfExp:
      return parenthesize_if(precedence > kTest, [&] {
        const IfExp& conditional = as<IfExp>(node);
        traverse(*conditional.body, tighter(kTest));
        write(" if ");
        traverse(*conditional.test, tighter(kTest));
        write(" else ");
        traverse(*conditional.orelse, kTest);
      });
    case NodeKind::kLambda:
      return visit_lambda(as<Lambda>(node), precedence);
    case NodeKind::kNamedExpr:
      return parenthesize_if(precedence > kNamedExpr, [&] {
        traverse(*as<NamedExpr>(node).target, kAtom);
        write(" := ");
        traverse(*as<NamedExpr>(node).value, kAtom);
      });
    case NodeKind::kTuple: {
      const NodeList elements = as_sequence(node).elements;
      return parenthesize_if(elements.empty() || precedence > kTuple,
                             [&] { tuple_items(elements); });
    }
    case NodeKind::kList:
      write("[");
      list(as_sequence(node).elements);
      return write("]");
    case NodeKind::kSet:
      write("{");
      list(as_sequence(node).elements);
      return write("}");
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
      return fail("ValueError",
                  "Exceeds the limit (4300 digits) for integer string conversion; use "
                  "sys.set_int_max_str_digits() to increase the limit");
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

void Unparser::visit_lambda(const Lambda& node, int precedence) {
  using Kind = Parameter::Kind;
  parenthesize_if(precedence > kTest, [&] {
    write("lambda");
    bool first = true, starred = false;
    for (std::size_t i = 0; i < node.parameters.size(); ++i) {
      const Parameter& parameter = node.parameters[i];
      write(first ? " " : ", ");
      first = false;
      if (parameter.kind == Kind::kVarPositional) {
        write("*");
        starred = true;
      } else if (parameter.kind == Kind::kVarKeyword) {
        write("**");
      } else if (parameter.kind == Kind::kKeywordOnly && !starred) {
        write("*, ");
        starred = true;
      }
      write(parameter.name);
      if (parameter.default_value != nullptr) {
        write("=");
        traverse(*parameter.default_value, kTest, 2 * kFramesPerNode);
      }
      const bool last_positional_only =
          parameter.kind == Kind::kPositionalOnly &&
          (i + 1 == node.parameters.size() || node.parameters[i + 1].kind != Kind::kPositionalOnly);
      if (last_positional_only) write(", /");
    }
    write(": ");
    traverse(*node.body, kTest);
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

void Unparser::visit_comprehension(const ComprehensionNode& node) {
  static constexpr std::string_view kOpen[] = {"[", "{", "{", "("};
  static constexpr std::string_view kClose[] = {"]", "}", "}", ")"};
  const int which = static_cast<int>(node.kind) - static_cast<int>(NodeKind::kListComp);
  write(kOpen[which]);
  traverse(*node.element);
  if (node.value != nullptr) {
    write(": ");
    traverse(*node.value);
  }
  for (const Comprehension& generator : node.generators) {
    write(generator.is_async ? " async for " : " for ");
    traverse(*generator.target, kTuple, 2 * kFramesPerNode);
    write(" in ");
    traverse(*generator.iterable, tighter(kTest), 2 * kFramesPerNode);
    for (const Node* const condition : generator.conditions) {
      write(" if ");
      traverse(*condition, tighter(kTest), 2 * kFramesPerNode);
    }
  }
  write(kClose[which]);
}

void Unparser::visit_yield(const Node& node, int precedence) {
  const bool is_await = node.kind == NodeKind::kAwait;
  const Node* const value = as_wrapper(node).value;
  parenthesize_if(precedence > (is_await ? kAwaitPlace : kYieldPlace), [&] {
    write(is_await ? "await" : node.kind == NodeKind::kYield ? "yield" : "yield from ");
    if (value == nullptr) return;
    if (node.kind != NodeKind::kYieldFrom) write(" ");
    traverse(*value, kAtom);
  });
}

// ---- f-strings

void Unparser::str_avoiding_backslashes(std::string_view text) {
  Quotes possible;
  const std::string literal = literal_text(text, all_quotes(), false, possible);
  write(possible[0]);
  write(literal);
  write(possible[0]);
}

void Unparser::visit_joined_str(const JoinedStr& node) {
  write("f");
  const auto inner_text = [this](const Node& inner) {
    std::string before = std::move(out_);
    out_.clear();
    fstring_inner(inner);
    std::swap(before, out_);
    return before;
  };
  if (avoid_backslashes_) return str_avoiding_backslashes(inner_text(node));
  std::vector<FString> parts;
  for (const Node* const value : node.values) {
    parts.push_back({inner_text(*value), value->kind == NodeKind::kConstant});
  }
  Quotes quotes = all_quotes();
  std::string text;
  bool fall_back = false;
  for (const FString& part : parts) {
    Quotes possible;
    text += literal_text(part.text, quotes, part.is_constant, possible);
    fall_back = std::none_of(possible.begin(), possible.end(), [&](std::string_view quote) {
      return std::find(quotes.begin(), quotes.end(), quote) != quotes.end();
    });
    if (fall_back) break;
    quotes = possible;
  }
  if (fall_back) {
    quotes = {"'''"};
    text.clear();
    for (const FString& part : parts) {
      std::string printed;
      append_repr_str(printed, "\"" + part.text);  // so that repr takes single quotes
      text += std::string_view(printed).substr(2, printed.size() - 3);
    }
  }
  write(quotes[0]);
  write(text);
  write(quotes[0]);
}

void Unparser::fstring_inner(const Node& node) {
  switch (node.kind) {
    case NodeKind::kJoinedStr:
      for (const Node* const value : as<JoinedStr>(node).values) fstring_inner(*value);
      return;
    case NodeKind::kFormattedValue:
      return formatted_value(as<FormattedValue>(node));
    default:
      for (const char c : as<Constant>(node).value.as_str()) {
        if (c == '{' || c == '}') out_ += c;
        out_ += c;
      }
  }
}

void Unparser::formatted_value(const FormattedValue& node) {
  Unparser inner(/*avoid_backslashes=*/true, frames_ + kFramesPerNode);
  inner.traverse(*node.value, tighter(kTest));
  if (inner.failed()) {
    Error error = inner.take_error();
    return fail(error.kind, std::move(error.message));
  }
  const std::string& text = inner.out();
  if (text.find('\\') != std::string::npos) {
    return fail("ValueError", "Unable to avoid backslash in f-string expression part");
  }
  write("{");
  if (!text.empty() && text[0] == '{') write(" ");
  write(text);
  if (node.conversion != '\0') {
    out_ += '!';
    out_ += node.conversion;
  }
  if (node.format_spec != nullptr) {
    write(":");
    fstring_inner(*node.format_spec);
  }
  write("}");
}

}  // namespace

Result<std::string> unparse(const Node& node) {
  Unparser unparser;
  unparser.traverse(node);
  if (unparser.failed()) return unparser.take_error();
  return std::move(unparser.out());
}

}  // namespace bfclx::python
