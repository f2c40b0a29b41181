#include "core/python/syntax/ast.h"

#include "core/python/syntax/lexer.h"

namespace bfclx::python {

Tree::~Tree() {
  for (const Constant* constant = constants_; constant != nullptr;) {
    const Constant* const next = constant->next;
    constant->~Constant();
    constant = next;
  }
}

std::size_t Tree::line_of(const Node& node) const { return line_number(source_, node.offset); }

std::string_view class_name(NodeKind kind) {
  static constexpr std::string_view kNames[] = {
      "Constant",     "Name",    "Attribute", "Subscript", "Call",      "UnaryOp",       "BinOp",
      "BoolOp",       "Compare", "IfExp",     "Lambda",    "NamedExpr", "Tuple",         "List",
      "Set",          "Dict",    "Starred",   "Slice",     "ListComp",  "SetComp",       "DictComp",
      "GeneratorExp", "Await",   "Yield",     "YieldFrom", "JoinedStr", "FormattedValue"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace bfclx::python
