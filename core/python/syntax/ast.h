// The syntax tree of a Python expression.
//
// Nodes are small structs, one for each class of CPython's `ast` module, allocated one behind the
// other in the arena of their Tree and freed with it. They never change after parsing.
//
//   switch (node.kind) {
//     case NodeKind::kName: use(as<Name>(node).id);
//   }
#ifndef BFCLX_CORE_PYTHON_SYNTAX_AST_H_
#define BFCLX_CORE_PYTHON_SYNTAX_AST_H_

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/python/syntax/arena.h"
#include "core/value/value.h"

namespace bfclx::python {

enum class NodeKind : std::uint8_t {
  kConstant,
  kName,
  kAttribute,
  kSubscript,
  kCall,
  kUnaryOp,
  kBinOp,
  kBoolOp,
  kCompare,
  kIfExp,
  kLambda,
  kNamedExpr,
  kTuple,
  kList,
  kSet,
  kDict,
  kStarred,
  kSlice,
  kListComp,
  kSetComp,
  kDictComp,
  kGeneratorExp,
  kAwait,
  kYield,
  kYieldFrom,
  kJoinedStr,
  kFormattedValue,
};
// Name of the class in CPython's `ast` module: "BinOp".
std::string_view class_name(NodeKind kind);

enum class BinaryOperator : std::uint8_t {
  kAdd,
  kSub,
  kMult,
  kMatMult,
  kDiv,
  kMod,
  kPow,
  kLShift,
  kRShift,
  kBitOr,
  kBitXor,
  kBitAnd,
  kFloorDiv,
};
enum class UnaryOperator : std::uint8_t { kInvert, kNot, kUAdd, kUSub };
enum class BoolOperator : std::uint8_t { kAnd, kOr };
enum class CompareOperator : std::uint8_t {
  kEq,
  kNotEq,
  kLt,
  kLtE,
  kGt,
  kGtE,
  kIs,
  kIsNot,
  kIn,
  kNotIn,
};

struct Node {
  NodeKind kind;
  // Levels of nodes below and including this one; at most kMaxHeight in a finished tree.
  std::uint16_t height = 1;
  // Where the node begins, in bytes of the source (after translation of "\r\n" and "\r" to "\n").
  std::uint32_t offset = 0;
};
// CPython converts at most about three times its recursion limit of nested nodes; deeper trees are
// refused with its RecursionError, which also bounds the recursion of everything that walks a tree.
inline constexpr std::size_t kMaxHeight = 2900;

using NodeList = std::span<const Node* const>;

struct Constant : Node {
  static constexpr NodeKind kKind = NodeKind::kConstant;
  Value value;
  bool unicode_prefix = false;     // u'...'
  const Constant* next = nullptr;  // all constants of a tree, for its destructor
};
struct Name : Node {
  static constexpr NodeKind kKind = NodeKind::kName;
  std::string_view id;
};
struct Attribute : Node {
  static constexpr NodeKind kKind = NodeKind::kAttribute;
  const Node* value;
  std::string_view attr;
};
struct Subscript : Node {
  static constexpr NodeKind kKind = NodeKind::kSubscript;
  const Node* value;
  const Node* slice;
};
struct Keyword {
  std::string_view name;  // empty for `**value`
  const Node* value;
  bool unpacks() const { return name.empty(); }
};
struct Call : Node {
  static constexpr NodeKind kKind = NodeKind::kCall;
  const Node* function;
  NodeList arguments;  // Starred for `*value`
  std::span<const Keyword> keywords;
};
struct UnaryOp : Node {
  static constexpr NodeKind kKind = NodeKind::kUnaryOp;
  UnaryOperator op;
  const Node* operand;
};
struct BinOp : Node {
  static constexpr NodeKind kKind = NodeKind::kBinOp;
  BinaryOperator op;
  const Node* left;
  const Node* right;
};
struct BoolOp : Node {
  static constexpr NodeKind kKind = NodeKind::kBoolOp;
  BoolOperator op;
  NodeList values;
};
struct Compare : Node {
  static constexpr NodeKind kKind = NodeKind::kCompare;
  const Node* left;
  std::span<const CompareOperator> ops;
  NodeList comparators;
};
struct IfExp : Node {
  static constexpr NodeKind kKind = NodeKind::kIfExp;
  const Node* test;
  const Node* body;
  const Node* orelse;
};
struct Parameter {
  enum class Kind : std::uint8_t {
    kPositionalOnly,
    kPlain,
    kVarPositional,
    kKeywordOnly,
    kVarKeyword
  };
  Kind kind;
  std::string_view name;
  const Node* default_value;  // nullptr when there is none
};
struct Lambda : Node {
  static constexpr NodeKind kKind = NodeKind::kLambda;
  std::span<const Parameter> parameters;
  const Node* body;
};
struct NamedExpr : Node {
  static constexpr NodeKind kKind = NodeKind::kNamedExpr;
  const Node* target;
  const Node* value;
};
// Tuple, List and Set.
struct Sequence : Node {
  NodeList elements;
};
struct Tuple : Sequence {
  static constexpr NodeKind kKind = NodeKind::kTuple;
};
struct ListNode : Sequence {
  static constexpr NodeKind kKind = NodeKind::kList;
};
struct SetNode : Sequence {
  static constexpr NodeKind kKind = NodeKind::kSet;
};
struct DictNode : Node {
  static constexpr NodeKind kKind = NodeKind::kDict;
  NodeList keys;  // nullptr for `**value`
  NodeList values;
};
// Starred, Await, Yield and YieldFrom; `value` is nullptr for a bare `yield`.
struct Wrapper : Node {
  const Node* value;
};
struct Starred : Wrapper {
  static constexpr NodeKind kKind = NodeKind::kStarred;
};
struct Await : Wrapper {
  static constexpr NodeKind kKind = NodeKind::kAwait;
};
struct Yield : Wrapper {
  static constexpr NodeKind kKind = NodeKind::kYield;
};
struct YieldFrom : Wrapper {
  static constexpr NodeKind kKind = NodeKind::kYieldFrom;
};
struct Slice : Node {
  static constexpr NodeKind kKind = NodeKind::kSlice;
  const Node* lower;  // nullptr where left out
  const Node* upper;
  const Node* step;
};
struct Comprehension {
  const Node* target;
  const Node* iterable;
  NodeList conditions;
  bool is_async;
};
// ListComp, SetComp, DictComp (with `value`) and GeneratorExp.
struct ComprehensionNode : Node {
  const Node* element;  // the key of a DictComp
  const Node* value;    // DictComp only
  std::span<const Comprehension> generators;
};
struct JoinedStr : Node {
  static constexpr NodeKind kKind = NodeKind::kJoinedStr;
  NodeList values;  // Constant (str) and FormattedValue
};
struct FormattedValue : Node {
  static constexpr NodeKind kKind = NodeKind::kFormattedValue;
  const Node* value;
  char conversion;          // 's', 'r', 'a', or '\0'
  const Node* format_spec;  // JoinedStr, or nullptr
};

template <typename T>
const T& as(const Node& node) {
  assert(node.kind == T::kKind);
  return static_cast<const T&>(node);
}
inline const Sequence& as_sequence(const Node& node) {
  assert(node.kind == NodeKind::kTuple || node.kind == NodeKind::kList ||
         node.kind == NodeKind::kSet);
  return static_cast<const Sequence&>(node);
}
inline const Wrapper& as_wrapper(const Node& node) {
  assert(node.kind == NodeKind::kStarred || node.kind == NodeKind::kAwait ||
         node.kind == NodeKind::kYield || node.kind == NodeKind::kYieldFrom);
  return static_cast<const Wrapper&>(node);
}
inline const ComprehensionNode& as_comprehension(const Node& node) {
  assert(node.kind >= NodeKind::kListComp && node.kind <= NodeKind::kGeneratorExp);
  return static_cast<const ComprehensionNode&>(node);
}

// The body of an `ast.Expression`, and the memory of all its nodes.
class Tree {
 public:
  Tree() = default;
  Tree(Tree&& other) noexcept { swap(other); }
  Tree& operator=(Tree&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Tree();

  const Node& root() const { return *root_; }
  // 1 for the first line, as `lineno` of CPython's nodes.
  std::size_t line_of(const Node& node) const;

 private:
  friend class Parser;
  friend class FormatString;
  void swap(Tree& other) noexcept {
    std::swap(arena_, other.arena_);
    std::swap(root_, other.root_);
    std::swap(constants_, other.constants_);
    std::swap(source_, other.source_);
  }

  Arena arena_;
  const Node* root_ = nullptr;
  const Constant* constants_ = nullptr;
  std::string_view source_;  // newlines translated
};

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_AST_H_
