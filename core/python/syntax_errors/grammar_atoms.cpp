// Rules of the grammar: what follows a primary, names and literals.
#include "core/python/syntax/parser.h"
#include "core/python/syntax_errors/grammar.h"

namespace bfclx::python {

// What makes a longer primary of one that began at `token`.
const Grammar::Shape* Grammar::trailer(std::uint32_t token) {
  if (attempt([&] { return expect(TokenKind::kDot) && expect(TokenKind::kName); })) {
    return shape(token, NodeKind::kAttribute, "attribute");
  }
  if (genexp()) return shape(token, NodeKind::kCall, "function call");
  const bool called = attempt([&] {
    if (!expect(TokenKind::kLeftParen)) return false;
    (void)arguments();
    return expect(TokenKind::kRightParen);
  });
  if (called) return shape(token, NodeKind::kCall, "function call");
  const bool subscripted = attempt([&] {
    return expect(TokenKind::kLeftBracket) && slices() && expect(TokenKind::kRightBracket);
  });
  return subscripted ? shape(token, NodeKind::kSubscript, "subscript") : nullptr;
}

const Grammar::Shape* Grammar::slices() {
  const Level level(*this, 1);
  const std::uint32_t token = mark_;
  const Shape* const single = attempt([&]() -> const Shape* {
    const Shape* const result = slice();
    return result != nullptr && !peek(TokenKind::kComma) ? result : nullptr;
  });
  if (single != nullptr) return single;
  const std::size_t count = gather([&]() -> const Shape* {
    const Shape* const result = slice();
    return result != nullptr ? result : starred_expression();
  });
  if (count == 0) return nullptr;
  trailing_comma();
  return shape(token, NodeKind::kTuple, "tuple");
}

const Grammar::Shape* Grammar::slice() {
  const Level level(*this, 1);
  const std::uint32_t token = mark_;
  const bool is_slice = attempt([&] {
    (void)expression();
    if (!expect(TokenKind::kColon)) return false;
    (void)expression();
    (void)attempt([&] {
      if (!expect(TokenKind::kColon)) return false;
      (void)expression();
      return true;
    });
    return true;
  });
  if (is_slice) return shape(token, NodeKind::kSlice, "slice");
  return named_expression();
}

const Grammar::Shape* Grammar::atom() {
  const Level level(*this, 1);
  if (!fetch()) return nullptr;
  const std::uint32_t token = mark_;
  switch (tokens_[mark_].kind) {
    case TokenKind::kName:
      ++mark_;
      return shape(token, NodeKind::kName, "name");
    case TokenKind::kTrue:
      ++mark_;
      return shape(token, NodeKind::kConstant, "True");
    case TokenKind::kFalse:
      ++mark_;
      return shape(token, NodeKind::kConstant, "False");
    case TokenKind::kNone:
      ++mark_;
      return shape(token, NodeKind::kConstant, "None");
    case TokenKind::kEllipsis:
      ++mark_;
      return shape(token, NodeKind::kConstant, "ellipsis");
    case TokenKind::kString:
      return strings();
    case TokenKind::kNumber:
      return number();
    case TokenKind::kLeftParen:
      return parenthesized();
    case TokenKind::kLeftBracket:
      return bracketed();
    case TokenKind::kLeftBrace:
      return braced();
    default:
      return nullptr;
  }
}

const Grammar::Shape* Grammar::strings() {
  return memoized(kStrings, [&]() -> const Shape* {
    const std::uint32_t token = mark_;
    while (expect(TokenKind::kString)) {
    }
    if (failed_) return nullptr;
    Tree scratch;
    Parser parser(source_, list_, scratch);
    const Node* const node = parser.parse_strings_at(token);
    if (node != nullptr) {
      return node->kind == NodeKind::kJoinedStr
                 ? shape(token, NodeKind::kJoinedStr, "f-string expression")
                 : shape(token, NodeKind::kConstant, "literal");
    }
    if (parser.outcome() == Parser::Outcome::kTooDeep) {
      raise("maximum recursion depth exceeded during ast construction", 0, "RecursionError");
      return nullptr;
    }
    const LiteralError& error = parser.literal_error();
    const std::string_view prefix = is_field_ && !error.in_field ? "f-string: " : "";
    raise(std::string(prefix) + error.message, error.line != 0 ? error.line : line_of(last_token()),
          error.kind);
    return nullptr;
  });
}

const Grammar::Shape* Grammar::number() {
  const std::uint32_t token = mark_++;
  Tree scratch;
  Parser parser(source_, list_, scratch);
  if (parser.parse_number_at(token)) return shape(token, NodeKind::kConstant, "literal");
  const LiteralError& error = parser.literal_error();
  raise(error.message, error.line, error.kind);
  return nullptr;
}

}  // namespace bfclx::python
