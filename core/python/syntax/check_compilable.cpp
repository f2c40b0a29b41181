#include "core/python/syntax/check_compilable.h"

#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

namespace bfclx::python {
namespace {

// The first keyword whose name occurs again; the number of keywords when there is none. Linear
// where there are many, as a response may have.
std::size_t first_repeated(std::span<const Keyword> keywords) {
  constexpr std::size_t kFew = 16;
  if (keywords.size() <= kFew) return 0;  // perhaps: comparing each with each is as quick
  std::size_t first = keywords.size();
  std::unordered_set<std::string_view> names;
  for (std::size_t i = keywords.size(); i-- > 0;) {
    if (!keywords[i].unpacks() && !names.insert(keywords[i].name).second) first = i;
  }
  return first;
}

// Walks a tree in the order in which CPython's compiler does, up to the first error.
class Checker {
 public:
  Checker(const Tree& tree, std::string_view file_name) : tree_(tree), file_name_(file_name) {}
  Status check(const Node& node);

 private:
  Error fail(const Node& node, std::string message) const {
    return {"SyntaxError", std::move(message) + " (" + std::string(file_name_) + ", line " +
                               std::to_string(tree_.line_of(node)) + ")"};
  }
  Status check_optional(const Node* node) { return node == nullptr ? Status() : check(*node); }
  Status check_all(NodeList nodes) {
    for (const Node* const node : nodes) BFCLX_RETURN_IF_ERROR(check_optional(node));
    return {};
  }
  Status check_items(NodeList nodes);
  Status check_call(const Call& call);
  Status check_lambda(const Lambda& lambda);
  Status check_comprehension(const ComprehensionNode& node);
  Status check_wrapper(const Node& node);
  Status check_operation(const Node& node);

  const Tree& tree_;
  std::string_view file_name_;
  std::size_t lambdas_ = 0;  // around the current node
};

// Elements among which a star has its place.
Status Checker::check_items(NodeList nodes) {
  for (const Node* const node : nodes) {
    const bool starred = node->kind == NodeKind::kStarred;
    BFCLX_RETURN_IF_ERROR(check(starred ? *as<Starred>(*node).value : *node));
  }
  return {};
}

// The names of the keywords come before anything else, the callee too.
Status Checker::check_call(const Call& call) {
  const std::size_t repeated = first_repeated(call.keywords);
  for (std::size_t i = 0; i < call.keywords.size(); ++i) {
    const Keyword& keyword = call.keywords[i];
    if (keyword.unpacks()) continue;
    if (keyword.name == "__debug__") return fail(*keyword.value, "cannot assign to __debug__");
    for (std::size_t j = i + 1; i >= repeated && j < call.keywords.size(); ++j) {
      if (call.keywords[j].name == keyword.name) {
        return fail(*call.keywords[j].value,
                    "keyword argument repeated: " + std::string(keyword.name));
      }
    }
  }
  BFCLX_RETURN_IF_ERROR(check(*call.function));
  BFCLX_RETURN_IF_ERROR(check_items(call.arguments));
  for (const Keyword& keyword : call.keywords) BFCLX_RETURN_IF_ERROR(check(*keyword.value));
  return {};
}

Status Checker::check_lambda(const Lambda& lambda) {
  std::unordered_set<std::string_view> names;
  for (const Parameter& parameter : lambda.parameters) {
    if (names.insert(parameter.name).second) continue;
    return fail(lambda,
                "duplicate argument '" + std::string(parameter.name) + "' in function definition");
  }
  for (const Parameter& parameter : lambda.parameters) {
    BFCLX_RETURN_IF_ERROR(check_optional(parameter.default_value));
  }
  ++lambdas_;
  Status status = check(*lambda.body);
  --lambdas_;
  return status;
}

Status Checker::check_comprehension(const ComprehensionNode& node) {
  for (const Comprehension& generator : node.generators) {
    if (generator.is_async) {
      return fail(node, "asynchronous comprehension outside of an asynchronous function");
    }
    if (generator.target->kind == NodeKind::kStarred) {
      return fail(*generator.target, "starred assignment target must be in a list or tuple");
    }
    BFCLX_RETURN_IF_ERROR(check(*generator.iterable));
    BFCLX_RETURN_IF_ERROR(check_all(generator.conditions));
  }
  BFCLX_RETURN_IF_ERROR(check(*node.element));
  return check_optional(node.value);
}

Status Checker::check_wrapper(const Node& node) {
  switch (node.kind) {
    case NodeKind::kStarred:
      return fail(node, "can't use starred expression here");
    case NodeKind::kAwait:
      return fail(node,
                  lambdas_ > 0 ? "'await' outside async function" : "'await' outside function");
    default:
      if (lambdas_ == 0) return fail(node, "'yield' outside function");
      return check_optional(as_wrapper(node).value);
  }
}

Status Checker::check_operation(const Node& node) {
  switch (node.kind) {
    case NodeKind::kUnaryOp:
      return check(*as<UnaryOp>(node).operand);
    case NodeKind::kBinOp:
      BFCLX_RETURN_IF_ERROR(check(*as<BinOp>(node).left));
      return check(*as<BinOp>(node).right);
    case NodeKind::kBoolOp:
      return check_all(as<BoolOp>(node).values);
    case NodeKind::kCompare:
      BFCLX_RETURN_IF_ERROR(check(*as<Compare>(node).left));
      return check_all(as<Compare>(node).comparators);
    case NodeKind::kIfExp:
      BFCLX_RETURN_IF_ERROR(check(*as<IfExp>(node).test));
      BFCLX_RETURN_IF_ERROR(check(*as<IfExp>(node).body));
      return check(*as<IfExp>(node).orelse);
    default:
      return check(*as<NamedExpr>(node).value);
  }
}

Status Checker::check(const Node& node) {
  switch (node.kind) {
    case NodeKind::kConstant:
    case NodeKind::kName:
      return {};
    case NodeKind::kAttribute:
      return check(*as<Attribute>(node).value);
    case NodeKind::kSubscript:
      BFCLX_RETURN_IF_ERROR(check(*as<Subscript>(node).value));
      return check(*as<Subscript>(node).slice);
    case NodeKind::kCall:
      return check_call(as<Call>(node));
    case NodeKind::kLambda:
      return check_lambda(as<Lambda>(node));
    case NodeKind::kTuple:
    case NodeKind::kList:
    case NodeKind::kSet:
      return check_items(as_sequence(node).elements);
    case NodeKind::kDict:
      for (std::size_t i = 0; i < as<DictNode>(node).keys.size(); ++i) {
        BFCLX_RETURN_IF_ERROR(check_optional(as<DictNode>(node).keys[i]));
        BFCLX_RETURN_IF_ERROR(check(*as<DictNode>(node).values[i]));
      }
      return {};
    case NodeKind::kStarred:
    case NodeKind::kAwait:
    case NodeKind::kYield:
    case NodeKind::kYieldFrom:
      return check_wrapper(node);
    case NodeKind::kSlice:
      BFCLX_RETURN_IF_ERROR(check_optional(as<Slice>(node).lower));
      BFCLX_RETURN_IF_ERROR(check_optional(as<Slice>(node).upper));
      return check_optional(as<Slice>(node).step);
    case NodeKind::kListComp:
    case NodeKind::kSetComp:
    case NodeKind::kDictComp:
    case NodeKind::kGeneratorExp:
      return check_comprehension(as_comprehension(node));
    case NodeKind::kJoinedStr:
      return check_all(as<JoinedStr>(node).values);
    case NodeKind::kFormattedValue:
      BFCLX_RETURN_IF_ERROR(check(*as<FormattedValue>(node).value));
      return check_optional(as<FormattedValue>(node).format_spec);
    default:
      return check_operation(node);
  }
}

}  // namespace

Status check_compilable(const Tree& tree, std::string_view file_name) {
  return Checker(tree, file_name).check(tree.root());
}

}  // namespace bfclx::python
