// CPython 3.11's expression grammar as a backtracking recogniser, see diagnose.h.
//
// Each member function is one rule. It gives nullptr (or false) and leaves the position alone when
// the rule does not match. Rules that are memoized in CPython are memoized here, because a memoized
// failure also hides the error that a second try would have raised.
#ifndef BFCLX_CORE_PYTHON_SYNTAX_ERRORS_GRAMMAR_H_
#define BFCLX_CORE_PYTHON_SYNTAX_ERRORS_GRAMMAR_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/python/syntax/arena.h"
#include "core/python/syntax/ast.h"
#include "core/python/syntax/lexer.h"
#include "core/python/syntax_errors/diagnose.h"

namespace bfclx::python {

class Grammar {
 public:
  Grammar(std::string_view source, const TokenList& tokens, bool is_field)
      : source_(source),
        list_(tokens),
        tokens_(tokens.tokens.data()),
        is_field_(is_field),
        memos_(tokens.tokens.size(), nullptr) {}

  // One pass; true when the text parses.
  bool pass(bool with_invalid_rules);
  bool failed() const { return failed_; }
  Diagnosis take_diagnosis() { return std::move(diagnosis_); }
  // The token that was read last.
  const Token& last_token() const { return tokens_[fill_ - 1]; }
  std::size_t line_of(const Token& token) const { return line_number(source_, token.begin); }
  bool lexer_failed() const { return lexer_failed_; }

 private:
  // What is known of an expression that was recognised.
  struct Shape {
    std::string_view name;  // as in "cannot assign to literal"
    NodeKind kind;
    bool in_comparison;                   // a Compare whose first operator is `in`
    std::uint32_t token;                  // where it begins
    const Shape* child;                   // value of a Starred, left side of a Compare
    std::span<const Shape* const> items;  // of a Tuple or a List
  };
  // Arguments of a call, without parentheses.
  struct Arguments {
    std::uint32_t token;
    std::size_t positional;  // how many, `*x` included
    const Shape* last_positional;
    bool unpacks_keywords;
  };
  using Shapes = std::vector<const Shape*>;

  enum Rule : std::uint8_t {
    kExpression,
    kStarExpression,
    kDisjunction,
    kConjunction,
    kInversion,
    kBitwiseOr,
    kBitwiseXor,
    kBitwiseAnd,
    kShift,
    kSum,
    kTerm,
    kFactor,
    kAwaitPrimary,
    kPrimary,
    kStrings,
    kArguments,
    kStarTarget,
    kTargetWithStarAtom,
    kTPrimary,
    kInvalidNamedExpression,
    kRules,
  };
  // What is known of rules at a token. Most give what the one before them gave, and share it.
  struct Memo {
    const Shape* shape;  // nullptr: no match
    std::uint32_t end;
    std::uint32_t rules;  // a bit for each
    Memo* next;           // more of the same token
  };
  static_assert(kRules <= 32);
  struct Level;
  // CPython's MAXSTACK: nested rules before its parser gives up.
  static constexpr std::size_t kMaxLevel = 6000;
  // Functions of ours that these rules may nest: fewer where the workers of browsers have 500 KB of
  // stack.
#ifdef __EMSCRIPTEN__
  static constexpr std::size_t kMaxFrames = 1500;
#else
  static constexpr std::size_t kMaxFrames = kMaxLevel;
#endif

  // ---- Tokens, memory, errors.
  bool fetch();
  bool expect(TokenKind kind);
  bool peek(TokenKind kind) { return fetch() && tokens_[mark_].kind == kind; }
  // Token of a shape that begins at the position.
  std::string_view text_of(std::uint32_t token) const {
    return source_.substr(tokens_[token].begin, tokens_[token].end - tokens_[token].begin);
  }
  const Shape* shape(std::uint32_t token, NodeKind kind, std::string_view name);
  const Shape* collection(std::uint32_t token, NodeKind kind, std::string_view name,
                          const Shapes& items);
  const Shape* starred(std::uint32_t token, const Shape* value);

  template <typename F>
  auto attempt(F&& alternative) -> decltype(alternative()) {
    const std::uint32_t mark = mark_;
    auto result = alternative();
    if (!result || failed_) {
      mark_ = mark;
      return {};
    }
    return result;
  }
  // Whether the alternative would match here.
  template <typename F>
  bool ahead(F&& alternative) {
    const std::uint32_t mark = mark_;
    const bool result = static_cast<bool>(alternative());
    mark_ = mark;
    return result;
  }
  template <typename F>
  const Shape* memoized(Rule rule, F&& alternative) {
    if (!fetch()) return nullptr;
    const std::uint32_t mark = mark_;
    for (const Memo* memo = memos_[mark]; memo != nullptr; memo = memo->next) {
      if ((memo->rules >> rule & 1) == 0) continue;
      mark_ = memo->end;
      return memo->shape;
    }
    const Shape* const result = attempt(alternative);
    if (!failed_) remember(mark, rule, result);
    return result;
  }
  // That the rule, tried at `mark`, gave the shape and came to the position.
  void remember(std::uint32_t mark, Rule rule, const Shape* shape);
  template <typename F>
  std::size_t repeat(F&& element) {
    std::size_t count = 0;
    while (attempt(element)) ++count;
    return count;
  }
  // element (',' element)*
  template <typename F>
  std::size_t gather(F&& element) {
    if (!attempt(element)) return 0;
    return 1 + repeat([&] { return expect(TokenKind::kComma) && element(); });
  }
  void trailing_comma() { (void)expect(TokenKind::kComma); }

  void raise(std::string_view message, std::size_t line, std::string_view kind = "SyntaxError");
  // At the token where something begins; at the token that was read last.
  void raise_at(std::uint32_t token, std::string_view message);
  void raise_here(std::string_view message);
  void raise_too_deep();
  void raise_lexer_error();

  // ---- Expressions.
  bool eval();
  const Shape* expressions();
  const Shape* expression();
  const Shape* expression_body();
  const Shape* yield_expr();
  const Shape* star_expressions();
  const Shape* star_expression();
  const Shape* star_named_expression();
  bool star_named_expressions(Shapes& items);
  const Shape* assignment_expression();
  const Shape* named_expression();
  const Shape* disjunction();
  const Shape* conjunction();
  const Shape* inversion();
  const Shape* comparison();
  TokenKind comparison_operator();
  const Shape* bitwise_or() { return binary(0); }
  const Shape* binary(std::size_t rank);
  const Shape* factor();
  const Shape* power();
  const Shape* await_primary();
  const Shape* primary();
  const Shape* trailer(std::uint32_t token);
  const Shape* slices();
  const Shape* slice();
  const Shape* atom();
  const Shape* strings();
  const Shape* number();
  const Shape* parenthesized();
  const Shape* bracketed();
  const Shape* braced();
  const Shape* tuple();
  const Shape* group();
  const Shape* genexp();
  const Shape* unparenthesized_genexp_element();
  const Shape* list();
  const Shape* listcomp();
  const Shape* dict();
  const Shape* set();
  const Shape* dictcomp();
  const Shape* setcomp();
  bool double_starred_kvpair();
  bool kvpair();
  bool for_if_clauses();
  bool for_if_clause();

  // ---- Lambda.
  const Shape* lambdef();
  bool lambda_params();
  bool lambda_parameters();
  bool lambda_slash_no_default();
  bool lambda_slash_with_default();
  bool lambda_slash();
  bool lambda_star_etc();
  bool lambda_kwds();
  bool lambda_param();
  bool lambda_param_end();
  bool lambda_default();
  bool lambda_param_no_default();
  bool lambda_param_with_default();
  bool lambda_param_maybe_default();

  // ---- Calls.
  bool arguments();
  bool args(Arguments& result);
  const Shape* positional_argument();
  bool kwargs(Arguments& result);
  bool kwarg_or_starred(Arguments& result);
  bool kwarg_or_double_starred(Arguments& result);
  bool name_and_value();
  const Shape* starred_expression();

  // ---- Targets.
  const Shape* star_targets();
  const Shape* star_target();
  const Shape* target_with_star_atom();
  const Shape* star_atom();
  const Shape* t_primary();
  const Shape* t_trailer(const Shape* value);
  bool t_lookahead();

  // ---- Rules that only raise errors (grammar_invalid.cpp).
  void invalid_expression();
  void invalid_legacy_expression();
  const Shape* expression_without_invalid();
  void invalid_named_expression();
  void invalid_group();
  void invalid_comprehension();
  void invalid_dict_comprehension();
  void invalid_double_starred_kvpairs();
  void invalid_dict_value();
  void invalid_kvpair();
  void invalid_for_target();
  void invalid_arguments();
  void invalid_kwarg();
  void invalid_lambda_parameters();
  void invalid_lambda_slash();
  void invalid_lambda_star_etc();
  void invalid_lambda_kwds();
  void invalid_default();
  bool is_legacy_statement(const Shape& name) const;
  const Shape* invalid_target(const Shape* target) const;
  // Runs an alternative of an invalid rule: its action when it matches. True when it matched.
  template <typename F, typename Action>
  bool alternative(F&& match, Action&& action) {
    if (failed_) return true;
    const std::uint32_t mark = mark_;
    const bool matched = static_cast<bool>(match()) && !failed_;
    if (matched) action();
    mark_ = mark;
    return matched || failed_;
  }

  std::string_view source_;
  const TokenList& list_;
  const Token* tokens_;
  bool is_field_;
  bool invalid_rules_ = false;
  bool failed_ = false;
  bool lexer_failed_ = false;
  std::uint32_t mark_ = 0;
  std::uint32_t fill_ = 0;
  std::size_t level_ = 0;
  std::size_t frames_ = 0;
  std::vector<Memo*> memos_;  // of each token
  Arena arena_;
  Diagnosis diagnosis_;
};

// Counts nested rules as CPython does; `weight` is how many of its rules the function stands for.
struct Grammar::Level {
  Level(Grammar& grammar, std::size_t weight)
      : level(grammar.level_), frames(grammar.frames_), weight_(weight) {
    level += weight;
    ++frames;
    if (level > kMaxLevel || frames > kMaxFrames) grammar.raise_too_deep();
  }
  ~Level() {
    level -= weight_;
    --frames;
  }
  std::size_t& level;
  std::size_t& frames;
  std::size_t weight_;
};

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_ERRORS_GRAMMAR_H_
