#include <algorithm>

#include "core/python/evaluate/builtin_names.h"
#include "core/python/evaluate/builtins.h"
#include "core/python/evaluate/evaluate.h"
#include "core/python/objects/errors.h"
#include "core/python/syntax/check_compilable.h"
#include "core/python/syntax/parse_expression.h"

namespace bfclx::python {
namespace {

// What is evaluated before anything else of the node; nullptr where that is not looked into.
const Node* first_part(const Node& node) {
  switch (node.kind) {
    case NodeKind::kAttribute:
      return as<Attribute>(node).value;
    case NodeKind::kCall:
      return as<Call>(node).function;
    case NodeKind::kBinOp:
      return as<BinOp>(node).left;
    case NodeKind::kList:
    case NodeKind::kTuple: {
      const NodeList elements = as_sequence(node).elements;
      const bool plain = !elements.empty() && elements.front()->kind != NodeKind::kStarred;
      return plain ? elements.front() : nullptr;
    }
    default:
      return nullptr;
  }
}

// The name that evaluation begins with, as that of the first function in calls; nullptr where it
// begins otherwise.
const Name* first_name(const Node& root) {
  const Node* node = &root;
  while (node != nullptr && node->kind != NodeKind::kName) node = first_part(*node);
  return node != nullptr ? &as<Name>(*node) : nullptr;
}

}  // namespace

Result<Value> evaluate_text(std::string_view text, const EvaluateLimits& limits) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  BFCLX_ASSIGN_OR_RETURN(const Tree tree, parse_expression(text.substr(begin), "<string>"));
  BFCLX_RETURN_IF_ERROR(check_compilable(tree));
  // Calls of functions that Python does not know end at the first of them: most texts do.
  if (tree.root().height <= kMaxDepth) {
    const Name* const name = first_name(tree.root());
    if (name != nullptr && !is_builtin(name->id)) return undefined_name(name->id);
  }
  Environment environment;
  return evaluate(tree.root(), environment, limits);
}

}  // namespace bfclx::python
