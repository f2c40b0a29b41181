#include "core/python/syntax_errors/grammar.h"

#include <algorithm>
#include <iterator>

namespace bfclx::python {

bool Grammar::pass(bool with_invalid_rules) {
  invalid_rules_ = with_invalid_rules;
  mark_ = 0;
  std::fill(memos_.begin(), memos_.end(), nullptr);
  arena_ = Arena();
  return is_field_ ? star_expressions() != nullptr : eval();
}

// ---- Tokens, memory, errors.

bool Grammar::fetch() {
  if (failed_) return false;
  if (mark_ >= fill_) {
    fill_ = mark_ + 1;
    if (tokens_[mark_].kind == TokenKind::kError) raise_lexer_error();
  }
  return !failed_;
}

bool Grammar::expect(TokenKind kind) {
  if (!peek(kind)) return false;
  ++mark_;
  return true;
}

void Grammar::remember(std::uint32_t mark, Rule rule, const Shape* shape) {
  const std::uint32_t bit = std::uint32_t{1} << rule;
  for (Memo* memo = memos_[mark]; memo != nullptr; memo = memo->next) {
    if (memo->shape != shape || memo->end != mark_) continue;
    memo->rules |= bit;
    return;
  }
  Memo* const memo = arena_.make<Memo>();
  *memo = {shape, mark_, bit, memos_[mark]};
  memos_[mark] = memo;
}

const Grammar::Shape* Grammar::shape(std::uint32_t token, NodeKind kind, std::string_view name) {
  Shape* const result = arena_.make<Shape>();
  result->name = name;
  result->kind = kind;
  result->token = token;
  return result;
}

const Grammar::Shape* Grammar::collection(std::uint32_t token, NodeKind kind, std::string_view name,
                                          const Shapes& items) {
  Shape* const result = const_cast<Shape*>(shape(token, kind, name));
  result->items = arena_.copy(items.data(), items.size());
  return result;
}

const Grammar::Shape* Grammar::starred(std::uint32_t token, const Shape* value) {
  if (value == nullptr) return nullptr;
  Shape* const result = const_cast<Shape*>(shape(token, NodeKind::kStarred, "starred"));
  result->child = value;
  return result;
}

void Grammar::raise(std::string_view message, std::size_t line, std::string_view kind) {
  if (failed_) return;
  failed_ = true;
  diagnosis_ = {kind, std::string(message), line};
}

void Grammar::raise_at(std::uint32_t token, std::string_view message) {
  raise((is_field_ ? "f-string: " : "") + std::string(message), line_of(tokens_[token]));
}

void Grammar::raise_here(std::string_view message) { raise_at(fill_ - 1, message); }

// CPython's own bound; or, where there is less stack than it has, ours before it: then a text whose
// tokens end in an error ("too many nested parentheses") would have come to that.
void Grammar::raise_too_deep() {
  const bool is_early = level_ <= kMaxLevel;
  if (is_early && !list_.tokens.empty() && list_.tokens.back().kind == TokenKind::kError) {
    raise_lexer_error();
  } else {
    raise("", 0, "MemoryError");
  }
}

void Grammar::raise_lexer_error() {
  const LexError& error = list_.error;
  switch (error.kind) {
    case LexError::Kind::kNone:
    case LexError::Kind::kSyntax:
      raise(error.message, error.line);
      break;
    case LexError::Kind::kEndOfFile:
      if (list_.open_bracket != '\0') {
        raise(std::string("'") + list_.open_bracket + "' was never closed",
              line_number(source_, list_.open_offset));
      } else {
        raise("unexpected EOF while parsing", error.line);
      }
      break;
    case LexError::Kind::kLineContinuation:
      raise("unexpected character after line continuation character", error.line);
      break;
    case LexError::Kind::kDedent:
      raise("unindent does not match any outer indentation level", error.line, "IndentationError");
      break;
    case LexError::Kind::kTabs:
      raise("inconsistent use of tabs and spaces in indentation", error.line, "TabError");
      break;
    case LexError::Kind::kTooDeep:
      raise("too many levels of indentation", error.line, "IndentationError");
      break;
  }
  lexer_failed_ = true;
}

// ---- Expressions.

bool Grammar::eval() {
  if (expressions() == nullptr) return false;
  while (expect(TokenKind::kNewline)) {
  }
  return expect(TokenKind::kEnd);
}

const Grammar::Shape* Grammar::expressions() {
  const Level level(*this, 1);
  const std::uint32_t token = mark_;
  const Shape* const first = expression();
  if (first == nullptr || !peek(TokenKind::kComma)) return first;
  repeat([&] { return expect(TokenKind::kComma) && expression(); });
  trailing_comma();
  return failed_ ? nullptr : shape(token, NodeKind::kTuple, "tuple");
}

const Grammar::Shape* Grammar::expression() {
  const Level level(*this, 1);
  return memoized(kExpression, [&] {
    if (invalid_rules_) {
      invalid_expression();
      invalid_legacy_expression();
    }
    return expression_body();
  });
}

// The alternatives of `expression` that are no errors.
const Grammar::Shape* Grammar::expression_body() {
  const std::uint32_t token = mark_;
  const Shape* const conditional = attempt([&]() -> const Shape* {
    if (disjunction() && expect(TokenKind::kIf) && disjunction() && expect(TokenKind::kElse) &&
        expression()) {
      return shape(token, NodeKind::kIfExp, "conditional expression");
    }
    return nullptr;
  });
  if (conditional != nullptr) return conditional;
  if (const Shape* const result = disjunction()) return result;
  return lambdef();
}

const Grammar::Shape* Grammar::yield_expr() {
  const Level level(*this, 1);
  return attempt([&]() -> const Shape* {
    const std::uint32_t token = mark_;
    if (!expect(TokenKind::kYield)) return nullptr;
    const bool from = attempt([&] { return expect(TokenKind::kFrom) && expression(); });
    if (!from) star_expressions();
    return failed_ ? nullptr : shape(token, NodeKind::kYield, "yield expression");
  });
}

const Grammar::Shape* Grammar::star_expressions() {
  const Level level(*this, 1);
  const std::uint32_t token = mark_;
  Shapes items;
  const auto element = [&] {
    const Shape* const item = star_expression();
    if (item != nullptr) items.push_back(item);
    return item;
  };
  if (element() == nullptr) return nullptr;
  if (!peek(TokenKind::kComma)) return failed_ ? nullptr : items[0];
  repeat([&] { return expect(TokenKind::kComma) && element(); });
  trailing_comma();
  return failed_ ? nullptr : collection(token, NodeKind::kTuple, "tuple", items);
}

const Grammar::Shape* Grammar::star_expression() {
  const Level level(*this, 1);
  return memoized(kStarExpression, [&]() -> const Shape* {
    const std::uint32_t token = mark_;
    const Shape* const star = attempt([&]() -> const Shape* {
      return expect(TokenKind::kStar) ? starred(token, bitwise_or()) : nullptr;
    });
    return star != nullptr ? star : expression();
  });
}

const Grammar::Shape* Grammar::star_named_expression() {
  const Level level(*this, 1);
  const std::uint32_t token = mark_;
  const Shape* const star = attempt([&]() -> const Shape* {
    return expect(TokenKind::kStar) ? starred(token, bitwise_or()) : nullptr;
  });
  return star != nullptr ? star : named_expression();
}

bool Grammar::star_named_expressions(Shapes& items) {
  const Level level(*this, 2);
  const std::size_t count = gather([&] {
    const Shape* const item = star_named_expression();
    if (item != nullptr) items.push_back(item);
    return item;
  });
  if (count == 0) return false;
  trailing_comma();
  return !failed_;
}

const Grammar::Shape* Grammar::assignment_expression() {
  const Level level(*this, 1);
  return attempt([&]() -> const Shape* {
    const std::uint32_t token = mark_;
    if (expect(TokenKind::kName) && expect(TokenKind::kColonAssign) && expression()) {
      return shape(token, NodeKind::kNamedExpr, "named expression");
    }
    return nullptr;
  });
}

const Grammar::Shape* Grammar::named_expression() {
  const Level level(*this, 1);
  if (const Shape* const result = assignment_expression()) return result;
  if (invalid_rules_) invalid_named_expression();
  return attempt([&]() -> const Shape* {
    const Shape* const result = expression();
    return result != nullptr && !peek(TokenKind::kColonAssign) ? result : nullptr;
  });
}

const Grammar::Shape* Grammar::disjunction() {
  const Level level(*this, 1);
  return memoized(kDisjunction, [&]() -> const Shape* {
    const std::uint32_t token = mark_;
    const Shape* const first = conjunction();
    if (first == nullptr) return nullptr;
    const std::size_t more = repeat([&] { return expect(TokenKind::kOr) && conjunction(); });
    return more > 0 ? shape(token, NodeKind::kBoolOp, "expression") : first;
  });
}

const Grammar::Shape* Grammar::conjunction() {
  const Level level(*this, 1);
  return memoized(kConjunction, [&]() -> const Shape* {
    const std::uint32_t token = mark_;
    const Shape* const first = inversion();
    if (first == nullptr) return nullptr;
    const std::size_t more = repeat([&] { return expect(TokenKind::kAnd) && inversion(); });
    return more > 0 ? shape(token, NodeKind::kBoolOp, "expression") : first;
  });
}

const Grammar::Shape* Grammar::inversion() {
  const Level level(*this, 1);
  return memoized(kInversion, [&]() -> const Shape* {
    const std::uint32_t token = mark_;
    const bool inverted = attempt([&] { return expect(TokenKind::kNot) && inversion(); });
    return inverted ? shape(token, NodeKind::kUnaryOp, "expression") : comparison();
  });
}

// The operator at the position, which is moved behind it; kUnknown when there is none. Of `not in`
// and `is not`, the first word.
TokenKind Grammar::comparison_operator() {
  if (!fetch()) return TokenKind::kUnknown;
  const TokenKind kind = tokens_[mark_].kind;
  if (kind >= TokenKind::kEqual && kind <= TokenKind::kGreaterEqual) {
    ++mark_;
    return kind;
  }
  if (kind == TokenKind::kNot) {
    const bool not_in = attempt([&] { return expect(TokenKind::kNot) && expect(TokenKind::kIn); });
    return not_in ? kind : TokenKind::kUnknown;
  }
  if (kind == TokenKind::kIn || kind == TokenKind::kIs) {
    ++mark_;
    return kind;
  }
  return TokenKind::kUnknown;
}

const Grammar::Shape* Grammar::comparison() {
  const Level level(*this, 1);
  const std::uint32_t token = mark_;
  const Shape* const left = bitwise_or();
  if (left == nullptr) return nullptr;
  TokenKind first = TokenKind::kUnknown;
  const std::size_t more = repeat([&] {
    const TokenKind kind = comparison_operator();
    if (kind == TokenKind::kUnknown) return false;
    const bool negated =
        kind == TokenKind::kIs && attempt([&] { return expect(TokenKind::kNot) && bitwise_or(); });
    if (!negated && !bitwise_or()) return false;
    if (first == TokenKind::kUnknown) first = kind;
    return true;
  });
  if (failed_ || more == 0) return failed_ ? nullptr : left;
  Shape* const result = const_cast<Shape*>(shape(token, NodeKind::kCompare, "comparison"));
  result->child = left;
  result->in_comparison = first == TokenKind::kIn;
  return result;
}

// The left-recursive rules from bitwise_or to term; rank 6 is factor.
const Grammar::Shape* Grammar::binary(std::size_t rank) {
  static constexpr struct {
    Rule rule;
    TokenKind operators[5];
  } kRanks[] = {
      {kBitwiseOr, {TokenKind::kBar}},
      {kBitwiseXor, {TokenKind::kCaret}},
      {kBitwiseAnd, {TokenKind::kAmpersand}},
      {kShift, {TokenKind::kLeftShift, TokenKind::kRightShift}},
      {kSum, {TokenKind::kPlus, TokenKind::kMinus}},
      {kTerm,
       {TokenKind::kStar, TokenKind::kSlash, TokenKind::kDoubleSlash, TokenKind::kPercent,
        TokenKind::kAt}},
  };
  if (rank == std::size(kRanks)) return factor();
  const Level level(*this, 2);
  return memoized(kRanks[rank].rule, [&]() -> const Shape* {
    const std::uint32_t token = mark_;
    const Shape* const first = binary(rank + 1);
    if (first == nullptr) return nullptr;
    const std::size_t more = repeat([&] {
      for (const TokenKind op : kRanks[rank].operators) {
        if (op != TokenKind::kEnd && expect(op)) return binary(rank + 1) != nullptr;
      }
      return false;
    });
    return more > 0 ? shape(token, NodeKind::kBinOp, "expression") : first;
  });
}

const Grammar::Shape* Grammar::factor() {
  const Level level(*this, 1);
  return memoized(kFactor, [&]() -> const Shape* {
    const std::uint32_t token = mark_;
    for (const TokenKind op : {TokenKind::kPlus, TokenKind::kMinus, TokenKind::kTilde}) {
      if (attempt([&] { return expect(op) && factor(); })) {
        return shape(token, NodeKind::kUnaryOp, "expression");
      }
    }
    return power();
  });
}

const Grammar::Shape* Grammar::power() {
  const Level level(*this, 1);
  const std::uint32_t token = mark_;
  const Shape* const base = await_primary();
  if (base == nullptr) return nullptr;
  const bool powered = attempt([&] { return expect(TokenKind::kDoubleStar) && factor(); });
  if (failed_) return nullptr;
  return powered ? shape(token, NodeKind::kBinOp, "expression") : base;
}

const Grammar::Shape* Grammar::await_primary() {
  const Level level(*this, 1);
  return memoized(kAwaitPrimary, [&]() -> const Shape* {
    const std::uint32_t token = mark_;
    const bool awaited = attempt([&] { return expect(TokenKind::kAwait) && primary(); });
    return awaited ? shape(token, NodeKind::kAwait, "await expression") : primary();
  });
}

const Grammar::Shape* Grammar::primary() {
  const Level level(*this, 2);
  return memoized(kPrimary, [&]() -> const Shape* {
    const std::uint32_t token = mark_;
    const Shape* result = atom();
    while (result != nullptr) {
      const Shape* const longer = attempt([&] { return trailer(token); });
      if (longer == nullptr) break;
      result = longer;
    }
    return failed_ ? nullptr : result;
  });
}

}  // namespace bfclx::python
