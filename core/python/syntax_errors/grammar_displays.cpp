// The rules for what stands in brackets, and for comprehensions.
#include "core/python/syntax_errors/grammar.h"

namespace bfclx::python {

const Grammar::Shape* Grammar::parenthesized() {
  const Level level(*this, 1);
  if (const Shape* const result = tuple()) return result;
  if (const Shape* const result = group()) return result;
  return genexp();
}

const Grammar::Shape* Grammar::bracketed() {
  const Level level(*this, 1);
  if (const Shape* const result = list()) return result;
  return listcomp();
}

const Grammar::Shape* Grammar::braced() {
  const Level level(*this, 1);
  if (const Shape* const result = dict()) return result;
  if (const Shape* const result = set()) return result;
  if (const Shape* const result = dictcomp()) return result;
  return setcomp();
}

const Grammar::Shape* Grammar::tuple() {
  const Level level(*this, 2);
  return attempt([&]() -> const Shape* {
    const std::uint32_t token = mark_;
    Shapes items;
    if (!expect(TokenKind::kLeftParen)) return nullptr;
    (void)attempt([&] {
      const Shape* const first = star_named_expression();
      if (first == nullptr || !expect(TokenKind::kComma)) return false;
      items.push_back(first);
      (void)star_named_expressions(items);
      return true;
    });
    return expect(TokenKind::kRightParen) ? collection(token, NodeKind::kTuple, "tuple", items)
                                          : nullptr;
  });
}

const Grammar::Shape* Grammar::group() {
  const Level level(*this, 1);
  const Shape* const result = attempt([&]() -> const Shape* {
    if (!expect(TokenKind::kLeftParen)) return nullptr;
    const Shape* inner = yield_expr();
    if (inner == nullptr) inner = named_expression();
    return inner != nullptr && expect(TokenKind::kRightParen) ? inner : nullptr;
  });
  if (result == nullptr && invalid_rules_) invalid_group();
  return result;
}

// assignment_expression | expression !':='
const Grammar::Shape* Grammar::unparenthesized_genexp_element() {
  if (const Shape* const result = assignment_expression()) return result;
  return attempt([&]() -> const Shape* {
    const Shape* const result = expression();
    return result != nullptr && !peek(TokenKind::kColonAssign) ? result : nullptr;
  });
}

const Grammar::Shape* Grammar::genexp() {
  const Level level(*this, 1);
  const Shape* const result = attempt([&]() -> const Shape* {
    const std::uint32_t token = mark_;
    if (expect(TokenKind::kLeftParen) && unparenthesized_genexp_element() && for_if_clauses() &&
        expect(TokenKind::kRightParen)) {
      return shape(token, NodeKind::kGeneratorExp, "generator expression");
    }
    return nullptr;
  });
  if (result == nullptr && invalid_rules_) invalid_comprehension();
  return result;
}

const Grammar::Shape* Grammar::list() {
  const Level level(*this, 1);
  return attempt([&]() -> const Shape* {
    const std::uint32_t token = mark_;
    Shapes items;
    if (!expect(TokenKind::kLeftBracket)) return nullptr;
    (void)star_named_expressions(items);
    return expect(TokenKind::kRightBracket) ? collection(token, NodeKind::kList, "list", items)
                                            : nullptr;
  });
}

const Grammar::Shape* Grammar::listcomp() {
  const Level level(*this, 1);
  const Shape* const result = attempt([&]() -> const Shape* {
    const std::uint32_t token = mark_;
    if (expect(TokenKind::kLeftBracket) && named_expression() && for_if_clauses() &&
        expect(TokenKind::kRightBracket)) {
      return shape(token, NodeKind::kListComp, "list comprehension");
    }
    return nullptr;
  });
  if (result == nullptr && invalid_rules_) invalid_comprehension();
  return result;
}

const Grammar::Shape* Grammar::dict() {
  const Level level(*this, 1);
  const std::uint32_t token = mark_;
  const bool matched = attempt([&] {
    if (!expect(TokenKind::kLeftBrace)) return false;
    if (gather([&] { return double_starred_kvpair(); }) > 0) trailing_comma();
    return expect(TokenKind::kRightBrace);
  });
  if (matched) return shape(token, NodeKind::kDict, "dict literal");
  // CPython runs this rule in both passes.
  (void)attempt([&] {
    if (expect(TokenKind::kLeftBrace)) invalid_double_starred_kvpairs();
    return false;
  });
  return nullptr;
}

bool Grammar::double_starred_kvpair() {
  const Level level(*this, 1);
  if (attempt([&] { return expect(TokenKind::kDoubleStar) && bitwise_or(); })) return true;
  return kvpair();
}

bool Grammar::kvpair() {
  const Level level(*this, 1);
  return attempt([&] { return expression() && expect(TokenKind::kColon) && expression(); });
}

const Grammar::Shape* Grammar::set() {
  const Level level(*this, 1);
  return attempt([&]() -> const Shape* {
    const std::uint32_t token = mark_;
    Shapes items;
    if (expect(TokenKind::kLeftBrace) && star_named_expressions(items) &&
        expect(TokenKind::kRightBrace)) {
      return shape(token, NodeKind::kSet, "set display");
    }
    return nullptr;
  });
}

const Grammar::Shape* Grammar::dictcomp() {
  const Level level(*this, 1);
  const Shape* const result = attempt([&]() -> const Shape* {
    const std::uint32_t token = mark_;
    if (expect(TokenKind::kLeftBrace) && kvpair() && for_if_clauses() &&
        expect(TokenKind::kRightBrace)) {
      return shape(token, NodeKind::kDictComp, "dict comprehension");
    }
    return nullptr;
  });
  if (result == nullptr && invalid_rules_) invalid_dict_comprehension();
  return result;
}

const Grammar::Shape* Grammar::setcomp() {
  const Level level(*this, 1);
  const Shape* const result = attempt([&]() -> const Shape* {
    const std::uint32_t token = mark_;
    if (expect(TokenKind::kLeftBrace) && named_expression() && for_if_clauses() &&
        expect(TokenKind::kRightBrace)) {
      return shape(token, NodeKind::kSetComp, "set comprehension");
    }
    return nullptr;
  });
  if (result == nullptr && invalid_rules_) invalid_comprehension();
  return result;
}

bool Grammar::for_if_clauses() {
  const Level level(*this, 2);
  return repeat([&] { return for_if_clause(); }) > 0 && !failed_;
}

bool Grammar::for_if_clause() {
  const Level level(*this, 1);
  bool committed = false;  // behind `in` there is no way back
  const bool matched = attempt([&] {
    (void)expect(TokenKind::kAsync);
    if (!expect(TokenKind::kFor) || !star_targets() || !expect(TokenKind::kIn)) return false;
    committed = true;
    if (!disjunction()) return false;
    repeat([&] { return expect(TokenKind::kIf) && disjunction(); });
    return true;
  });
  if (!matched && !committed && invalid_rules_) invalid_for_target();
  return matched;
}

}  // namespace bfclx::python
