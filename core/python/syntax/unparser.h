// The printer behind unparse(), as CPython 3.11 has it (Lib/ast.py:_Unparser).
#ifndef BFCLX_CORE_PYTHON_SYNTAX_UNPARSER_H_
#define BFCLX_CORE_PYTHON_SYNTAX_UNPARSER_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/python/syntax/ast.h"

namespace bfclx::python {

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
inline int tighter(int precedence) { return std::min<int>(precedence + 1, kAtom); }

// CPython's recursion limit, less what stands on the stack before the printer begins, and the
// Python frames that one level of the printer takes.
inline constexpr int kFrames = 970;
inline constexpr int kFramesPerNode = 3;

class Unparser {
 public:
  explicit Unparser(bool avoid_backslashes = false, int frames = 0)
      : avoid_backslashes_(avoid_backslashes), frames_(frames) {}

  void traverse(const Node& node, int precedence = kTest, int frames = kFramesPerNode);
  bool failed() const { return failed_; }
  Error take_error() { return std::move(error_); }
  std::string& out() { return out_; }

 private:
  void fail(Error error) {
    if (failed_) return;
    failed_ = true;
    error_ = std::move(error);
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
  void visit_attribute(const Attribute& node);
  void visit_unary_op(const UnaryOp& node, int precedence);
  void visit_if_exp(const IfExp& node, int precedence);
  void visit_named_expr(const NamedExpr& node, int precedence);
  void visit_sequence(const Node& node, int precedence);
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

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_UNPARSER_H_
