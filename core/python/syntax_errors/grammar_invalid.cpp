// The rules of CPython's grammar that exist for their error messages.
//
// An alternative that matches ends its rule even when its action has nothing to say: that is how
// CPython's generated parser behaves.
#include "core/python/syntax_errors/grammar.h"

namespace bfclx::python {
namespace {

constexpr std::string_view kMaybeMeant =
    "invalid syntax. Maybe you meant '==' or ':=' instead of '='?";
constexpr std::string_view kGenexpParentheses = "Generator expression must be parenthesized";
constexpr std::string_view kStarredDictValue =
    "cannot use a starred expression in a dictionary value";
constexpr std::string_view kDictValueExpected = "expression expected after dictionary key and ':'";

}  // namespace

bool Grammar::is_legacy_statement(const Shape& name) const {
  if (name.kind != NodeKind::kName) return false;
  const std::string_view text = text_of(name.token);
  return text == "print" || text == "exec";
}

void Grammar::invalid_expression() {
  const std::uint32_t begin = mark_;
  // CPython compares as many characters as the name has, so that the beginnings count too.
  const auto is_soft_keyword = [&] {
    const std::string_view text = text_of(mark_);
    return text == "_" || std::string_view("case").substr(0, text.size()) == text ||
           std::string_view("match").substr(0, text.size()) == text;
  };
  const Shape* a = nullptr;
  bool matched = false;
  // A name before a string is most likely a bad prefix, and soft keywords begin statements.
  const bool excluded =
      peek(TokenKind::kName) &&
      (ahead([&] { return expect(TokenKind::kName) && peek(TokenKind::kString); }) ||
       is_soft_keyword());
  if (!excluded) {
    matched =
        alternative([&] { return (a = disjunction()) != nullptr && expression_without_invalid(); },
                    [&] {
                      if (is_legacy_statement(*a) || tokens_[mark_ - 1].level == 0) return;
                      raise_at(begin, "invalid syntax. Perhaps you forgot a comma?");
                    });
  }
  if (matched) return;
  (void)alternative(
      [&] {
        return disjunction() && expect(TokenKind::kIf) && disjunction() &&
               !peek(TokenKind::kElse) && !peek(TokenKind::kColon);
      },
      [&] { raise_at(begin, "expected 'else' after 'if' expression"); });
}

const Grammar::Shape* Grammar::expression_without_invalid() {
  const bool previous = invalid_rules_;
  invalid_rules_ = false;
  const Shape* const result = expression_body();
  invalid_rules_ = previous;
  return result;
}

void Grammar::invalid_legacy_expression() {
  const std::uint32_t begin = mark_;
  (void)alternative(
      [&] {
        return expect(TokenKind::kName) && !peek(TokenKind::kLeftParen) && star_expressions();
      },
      [&] {
        const std::string name(text_of(begin));
        if (name != "print" && name != "exec") return;
        raise_at(begin,
                 "Missing parentheses in call to '" + name + "'. Did you mean " + name + "(...)?");
      });
}

void Grammar::invalid_named_expression() {
  (void)memoized(kInvalidNamedExpression, [&]() -> const Shape* {
    const std::uint32_t begin = mark_;
    const Shape* a = nullptr;
    const auto no_more_assignment = [&] {
      return !peek(TokenKind::kAssign) && !peek(TokenKind::kColonAssign);
    };
    if (alternative(
            [&] {
              return (a = expression()) != nullptr && expect(TokenKind::kColonAssign) &&
                     expression();
            },
            [&] {
              raise_at(begin, "cannot use assignment expressions with " + std::string(a->name));
            })) {
      return nullptr;
    }
    if (alternative(
            [&] {
              return expect(TokenKind::kName) && expect(TokenKind::kAssign) && bitwise_or() &&
                     no_more_assignment();
            },
            [&] { raise_at(begin, kMaybeMeant); })) {
      return nullptr;
    }
    const bool excluded = ahead([&] { return list(); }) || ahead([&] { return tuple(); }) ||
                          ahead([&] { return genexp(); }) || peek(TokenKind::kTrue) ||
                          peek(TokenKind::kNone) || peek(TokenKind::kFalse);
    if (excluded) return nullptr;
    (void)alternative(
        [&] {
          return (a = bitwise_or()) != nullptr && expect(TokenKind::kAssign) && bitwise_or() &&
                 no_more_assignment();
        },
        [&] {
          raise_at(begin, "cannot assign to " + std::string(a->name) +
                              " here. Maybe you meant '==' instead of '='?");
        });
    return nullptr;
  });
}

void Grammar::invalid_group() {
  const std::uint32_t begin = mark_;
  if (alternative(
          [&] {
            return expect(TokenKind::kLeftParen) && starred_expression() &&
                   expect(TokenKind::kRightParen);
          },
          [&] { raise_at(begin + 1, "cannot use starred expression here"); })) {
    return;
  }
  (void)alternative(
      [&] {
        return expect(TokenKind::kLeftParen) && expect(TokenKind::kDoubleStar) && expression() &&
               expect(TokenKind::kRightParen);
      },
      [&] { raise_at(begin + 1, "cannot use double starred expression here"); });
}

void Grammar::invalid_comprehension() {
  const std::uint32_t begin = mark_;
  const auto open = [&] {
    return expect(TokenKind::kLeftBracket) || expect(TokenKind::kLeftBrace);
  };
  if (alternative(
          [&] {
            return (open() || expect(TokenKind::kLeftParen)) && starred_expression() &&
                   for_if_clauses();
          },
          [&] { raise_at(begin + 1, "iterable unpacking cannot be used in comprehension"); })) {
    return;
  }
  const auto forgot = [&] {
    raise_at(begin + 1, "did you forget parentheses around the comprehension target?");
  };
  Shapes items;
  if (alternative(
          [&] {
            return open() && star_named_expression() && expect(TokenKind::kComma) &&
                   star_named_expressions(items) && for_if_clauses();
          },
          forgot)) {
    return;
  }
  (void)alternative(
      [&] {
        return open() && star_named_expression() && expect(TokenKind::kComma) && for_if_clauses();
      },
      forgot);
}

void Grammar::invalid_dict_comprehension() {
  const std::uint32_t begin = mark_;
  (void)alternative(
      [&] {
        return expect(TokenKind::kLeftBrace) && expect(TokenKind::kDoubleStar) && bitwise_or() &&
               for_if_clauses() && expect(TokenKind::kRightBrace);
      },
      [&] { raise_at(begin + 1, "dict unpacking cannot be used in dict comprehension"); });
}

// Behind the brace.
void Grammar::invalid_double_starred_kvpairs() {
  const std::uint32_t begin = mark_;
  if (gather([&] { return double_starred_kvpair(); }) > 0 && expect(TokenKind::kComma)) {
    invalid_kvpair();
  }
  mark_ = begin;
  invalid_dict_value();
}

// The two alternatives about what stands behind the colon.
void Grammar::invalid_dict_value() {
  std::uint32_t at = 0;
  if (alternative(
          [&] {
            if (!expression() || !expect(TokenKind::kColon)) return false;
            at = mark_;
            return expect(TokenKind::kStar) && bitwise_or();
          },
          [&] { raise_at(at, kStarredDictValue); })) {
    return;
  }
  (void)alternative(
      [&] {
        if (!expression()) return false;
        at = mark_;
        return expect(TokenKind::kColon) &&
               (peek(TokenKind::kRightBrace) || peek(TokenKind::kComma));
      },
      [&] { raise_at(at, kDictValueExpected); });
}

void Grammar::invalid_kvpair() {
  const std::uint32_t begin = mark_;
  if (alternative([&] { return expression() && !peek(TokenKind::kColon); },
                  [&] { raise_at(begin, "':' expected after dictionary key"); })) {
    return;
  }
  invalid_dict_value();
}

// What is no target in what stands between `for` and `in`, nullptr when all of it is.
const Grammar::Shape* Grammar::invalid_target(const Shape* target) const {
  switch (target->kind) {
    case NodeKind::kName:
    case NodeKind::kSubscript:
    case NodeKind::kAttribute:
      return nullptr;
    case NodeKind::kTuple:
    case NodeKind::kList:
      for (const Shape* const item : target->items) {
        if (const Shape* const found = invalid_target(item)) return found;
      }
      return nullptr;
    case NodeKind::kStarred:
      return invalid_target(target->child);
    case NodeKind::kCompare:
      // `a in b` of `for a in b` was read as a comparison.
      return target->in_comparison ? invalid_target(target->child) : nullptr;
    default:
      return target;
  }
}

void Grammar::invalid_for_target() {
  const Shape* a = nullptr;
  (void)alternative(
      [&] {
        (void)expect(TokenKind::kAsync);
        return expect(TokenKind::kFor) && (a = star_expressions()) != nullptr;
      },
      [&] {
        const Shape* const found = invalid_target(a);
        if (found != nullptr) {
          raise_at(found->token, "cannot assign to " + std::string(found->name));
        }
      });
}

void Grammar::invalid_arguments() {
  const std::uint32_t begin = mark_;
  Arguments a{};
  Arguments ignored{};
  std::uint32_t at = begin;
  if (alternative([&] { return args(a) && expect(TokenKind::kComma) && expect(TokenKind::kStar); },
                  [&] {
                    raise_at(begin,
                             "iterable argument unpacking follows keyword argument unpacking");
                  })) {
    return;
  }
  if (alternative(
          [&] {
            if (!expression() || !for_if_clauses() || !expect(TokenKind::kComma)) return false;
            if (!args(ignored)) (void)attempt([&] { return expression() && for_if_clauses(); });
            return true;
          },
          [&] { raise_at(begin, kGenexpParentheses); })) {
    return;
  }
  if (alternative([&] { return name_and_value() && for_if_clauses(); },
                  [&] { raise_at(begin, kMaybeMeant); })) {
    return;
  }
  if (alternative([&] { return args(a) && for_if_clauses(); },
                  [&] {
                    if (a.positional > 1) raise_at(a.last_positional->token, kGenexpParentheses);
                  })) {
    return;
  }
  if (alternative(
          [&] {
            if (!args(ignored) || !expect(TokenKind::kComma)) return false;
            at = mark_;
            return expression() && for_if_clauses();
          },
          [&] { raise_at(at, kGenexpParentheses); })) {
    return;
  }
  (void)alternative([&] { return args(a) && expect(TokenKind::kComma) && args(ignored); },
                    [&] {
                      raise_here(a.unpacks_keywords
                                     ? "positional argument follows keyword argument unpacking"
                                     : "positional argument follows keyword argument");
                    });
}

void Grammar::invalid_kwarg() {
  const std::uint32_t begin = mark_;
  if (alternative(
          [&] {
            return (expect(TokenKind::kTrue) || expect(TokenKind::kFalse) ||
                    expect(TokenKind::kNone)) &&
                   expect(TokenKind::kAssign);
          },
          [&] { raise_at(begin, "cannot assign to " + std::string(text_of(begin))); })) {
    return;
  }
  if (alternative([&] { return name_and_value() && for_if_clauses(); },
                  [&] { raise_at(begin, kMaybeMeant); })) {
    return;
  }
  if (ahead([&] { return expect(TokenKind::kName) && expect(TokenKind::kAssign); })) return;
  (void)alternative(
      [&] { return expression() && expect(TokenKind::kAssign); },
      [&] { raise_at(begin, "expression cannot contain assignment, perhaps you meant \"==\"?"); });
}

void Grammar::invalid_default() {
  const std::uint32_t begin = mark_;
  (void)alternative(
      [&] {
        return expect(TokenKind::kAssign) &&
               (peek(TokenKind::kRightParen) || peek(TokenKind::kComma));
      },
      [&] { raise_at(begin, "expected default value expression"); });
}

}  // namespace bfclx::python
