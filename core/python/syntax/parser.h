// The parser proper: one pass of recursive descent over the tokens, which says yes or no. What
// CPython has to say about a text that is no expression is found by diagnose.h, when it is needed.
#ifndef BFCLX_CORE_PYTHON_SYNTAX_PARSER_H_
#define BFCLX_CORE_PYTHON_SYNTAX_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/python/syntax/ast.h"
#include "core/python/syntax/lexer.h"

namespace bfclx::python {

// A vector whose first items need no heap; for lists that are being collected, one upon another.
template <typename T, std::size_t kInline>
class Stack {
 public:
  Stack() = default;
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;
  ~Stack() {
    if (data_ != inline_data()) ::operator delete(data_);
  }
  std::size_t size() const { return size_; }
  const T* from(std::size_t begin) const { return data_ + begin; }
  T& operator[](std::size_t index) { return data_[index]; }
  void shrink(std::size_t size) { size_ = size; }
  void push(const T& item) {
    if (size_ == capacity_) grow();
    data_[size_++] = item;
  }

 private:
  static_assert(std::is_trivially_copyable_v<T>);
  T* inline_data() { return reinterpret_cast<T*>(inline_); }
  void grow() {
    T* const larger = static_cast<T*>(::operator new(sizeof(T) * capacity_ * 2));
    std::memcpy(static_cast<void*>(larger), data_, sizeof(T) * size_);
    if (data_ != inline_data()) ::operator delete(data_);
    data_ = larger;
    capacity_ *= 2;
  }

  alignas(T) char inline_[sizeof(T) * kInline];
  T* data_ = inline_data();
  std::size_t size_ = 0;
  std::size_t capacity_ = kInline;
};

// What went wrong while a string literal was made: the message of the SyntaxError.
struct LiteralError {
  std::string_view kind = "SyntaxError";
  std::string message;
  // 0: the line of the last token that the parser has fetched, as for most errors of CPython.
  std::size_t line = 0;
  bool in_field = false;  // comes from what stands in the braces of an f-string
};

class Parser {
 public:
  // `source` as for tokenize(); its texts must outlive `tree`. `base_offset`: where it lies in the
  // source of the tree.
  Parser(std::string_view source, const TokenList& tokens, Tree& tree, std::size_t base_offset = 0)
      : source_(source), tokens_(tokens.tokens.data()), tree_(tree), base_offset_(base_offset) {}

  enum class Outcome { kParsed, kNoExpression, kTooDeep, kLiteralError };

  // A whole source: the tree's root on success.
  Outcome parse_source();
  // What stands in the braces of an f-string, in parentheses that were put around it.
  const Node* parse_field();
  // The literal that the string tokens from `first` on make; nullptr and literal_error() when they
  // make none. For diagnose.h, which finds the tokens itself.
  const Node* parse_strings_at(std::size_t first);
  const Node* parse_number_at(std::size_t position) {
    position_ = position;
    return number();
  }

  Outcome outcome() const { return outcome_; }
  LiteralError& literal_error() { return literal_error_; }

  static Tree make_tree(std::string_view source, std::size_t expected_bytes);
  static Arena& arena_of(Tree& tree) { return tree.arena_; }
  static void set_source(Tree& tree, std::string_view source) { tree.source_ = source; }

 private:
  friend class FormatString;

  const Token& token() const { return tokens_[position_]; }
  TokenKind kind() const { return tokens_[position_].kind; }
  TokenKind next_kind() const { return tokens_[position_ + 1].kind; }
  bool take(TokenKind wanted) {
    if (kind() != wanted) return false;
    ++position_;
    return true;
  }

  const Node* fail(Outcome outcome) {
    if (outcome_ == Outcome::kParsed) outcome_ = outcome;
    return nullptr;
  }
  const Node* no_expression() { return fail(Outcome::kNoExpression); }

  template <typename T>
  T* make(std::size_t offset, NodeKind kind = T::kKind) {
    T* const node = tree_.arena_.make<T>();
    node->kind = kind;
    node->offset = static_cast<std::uint32_t>(base_offset_ + offset);
    return node;
  }
  static void contain(Node* node, const Node* child) {
    if (child != nullptr && child->height >= node->height) {
      node->height = static_cast<std::uint16_t>(child->height + 1);
    }
  }
  // Finishes a node: too high a tree fails.
  const Node* finish(const Node* node) {
    return node->height > kMaxHeight ? fail(Outcome::kTooDeep) : node;
  }
  NodeList take_nodes(std::size_t begin, Node* parent);
  std::string_view name_text(const Token& token);
  const Node* constant(std::size_t offset, Value value, bool unicode_prefix = false);

  const Node* expressions();
  const Node* expression();
  const Node* disjunction();
  const Node* conjunction();
  const Node* inversion();
  const Node* comparison();
  const Node* bitwise_or() { return binary(1); }
  const Node* binary(int lowest);
  const Node* factor();
  const Node* power();
  const Node* primary();
  const Node* trailers(const Node* node, std::size_t begin);
  const Node* atom();
  const Node* name();
  const Node* number();
  const Node* strings();

  const Node* lambda();
  bool lambda_parameters();
  const Node* named_expression();
  const Node* star_named_expression();
  const Node* yield_expression();
  const Node* parenthesized();
  const Node* list_display();
  const Node* brace_display();
  const Node* dict_display(std::size_t begin, const Node* first_key);
  bool dict_item();
  bool key_and_value();
  const Node* comprehension(NodeKind kind, std::size_t begin, const Node* element,
                            const Node* value, TokenKind close);
  bool clause(Node* parent);
  const Node* targets();
  const Node* target();
  static bool is_target(const Node& node, bool may_be_starred);

  const Node* call(const Node* function, std::size_t begin);
  bool arguments(const Node*& generator);
  const Node* subscript(const Node* value, std::size_t begin);
  const Node* slice();

  struct DepthGuard;

  std::string_view source_;
  const Token* tokens_;
  Tree& tree_;
  std::size_t base_offset_;
  std::size_t position_ = 0;
  std::size_t depth_ = 0;
  Outcome outcome_ = Outcome::kParsed;
  LiteralError literal_error_;
  Stack<const Node*, 32> nodes_;
  Stack<Keyword, 12> keywords_;
  Stack<Comprehension, 2> clauses_;
  Stack<Parameter, 4> parameters_;
};

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_PARSER_H_
