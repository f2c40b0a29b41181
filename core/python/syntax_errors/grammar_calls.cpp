// The rules for lambdas, for the arguments of calls and for the targets of comprehensions.
#include "core/python/syntax_errors/grammar.h"

namespace bfclx::python {

// ---- Lambda.

const Grammar::Shape* Grammar::lambdef() {
  return attempt([&]() -> const Shape* {
    const std::uint32_t token = mark_;
    if (!expect(TokenKind::kLambda)) return nullptr;
    (void)lambda_params();
    return expect(TokenKind::kColon) && expression() ? shape(token, NodeKind::kLambda, "lambda")
                                                     : nullptr;
  });
}

bool Grammar::lambda_params() {
  if (invalid_rules_) invalid_lambda_parameters();
  return lambda_parameters();
}

bool Grammar::lambda_parameters() {
  const auto no_default = [&] { return lambda_param_no_default(); };
  const auto with_default = [&] { return lambda_param_with_default(); };
  const bool with_slash = attempt([&] {
    if (!lambda_slash_no_default()) return false;
    repeat(no_default);
    repeat(with_default);
    (void)lambda_star_etc();
    return true;
  });
  if (with_slash) return true;
  const bool with_default_and_slash = attempt([&] {
    if (!lambda_slash_with_default()) return false;
    repeat(with_default);
    (void)lambda_star_etc();
    return true;
  });
  if (with_default_and_slash) return true;
  const bool plain = attempt([&] {
    if (repeat(no_default) == 0) return false;
    repeat(with_default);
    (void)lambda_star_etc();
    return true;
  });
  if (plain) return true;
  const bool only_defaults = attempt([&] {
    if (repeat(with_default) == 0) return false;
    (void)lambda_star_etc();
    return true;
  });
  return only_defaults || lambda_star_etc();
}

// '/' ',' | '/' &':'
bool Grammar::lambda_slash() {
  if (!expect(TokenKind::kSlash)) return false;
  return expect(TokenKind::kComma) || peek(TokenKind::kColon);
}

bool Grammar::lambda_slash_no_default() {
  return attempt(
      [&] { return repeat([&] { return lambda_param_no_default(); }) > 0 && lambda_slash(); });
}

bool Grammar::lambda_slash_with_default() {
  return attempt([&] {
    repeat([&] { return lambda_param_no_default(); });
    return repeat([&] { return lambda_param_with_default(); }) > 0 && lambda_slash();
  });
}

bool Grammar::lambda_star_etc() {
  if (invalid_rules_) invalid_lambda_star_etc();
  const auto maybe_default = [&] { return lambda_param_maybe_default(); };
  const bool named = attempt([&] {
    if (!expect(TokenKind::kStar) || !lambda_param_no_default()) return false;
    repeat(maybe_default);
    (void)lambda_kwds();
    return true;
  });
  if (named) return true;
  const bool bare = attempt([&] {
    if (!expect(TokenKind::kStar) || !expect(TokenKind::kComma)) return false;
    if (repeat(maybe_default) == 0) return false;
    (void)lambda_kwds();
    return true;
  });
  return bare || lambda_kwds();
}

bool Grammar::lambda_kwds() {
  if (invalid_rules_) invalid_lambda_kwds();
  return attempt([&] { return expect(TokenKind::kDoubleStar) && lambda_param_no_default(); });
}

bool Grammar::lambda_param() { return expect(TokenKind::kName); }

// ',' | &':'
bool Grammar::lambda_param_end() { return expect(TokenKind::kComma) || peek(TokenKind::kColon); }

bool Grammar::lambda_default() {
  if (attempt([&] { return expect(TokenKind::kAssign) && expression(); })) return true;
  if (invalid_rules_) invalid_default();
  return false;
}

bool Grammar::lambda_param_no_default() {
  return attempt([&] { return lambda_param() && lambda_param_end(); });
}

bool Grammar::lambda_param_with_default() {
  return attempt([&] { return lambda_param() && lambda_default() && lambda_param_end(); });
}

bool Grammar::lambda_param_maybe_default() {
  return attempt([&] {
    if (!lambda_param()) return false;
    (void)lambda_default();
    return lambda_param_end();
  });
}

// ---- Calls.

bool Grammar::arguments() {
  return memoized(kArguments, [&]() -> const Shape* {
           const std::uint32_t token = mark_;
           Arguments ignored{};
           const bool matched = attempt([&] {
             if (!args(ignored)) return false;
             trailing_comma();
             return peek(TokenKind::kRightParen);
           });
           if (!matched && invalid_rules_) invalid_arguments();
           return matched ? shape(token, NodeKind::kCall, "") : nullptr;
         }) != nullptr;
}

bool Grammar::args(Arguments& result) {
  result = {mark_, 0, nullptr, false};
  const std::size_t count = gather([&] {
    const Shape* const item = positional_argument();
    if (item != nullptr) {
      ++result.positional;
      result.last_positional = item;
    }
    return item;
  });
  if (count == 0) return kwargs(result);
  (void)attempt([&] { return expect(TokenKind::kComma) && kwargs(result); });
  return !failed_;
}

const Grammar::Shape* Grammar::positional_argument() {
  if (const Shape* const star = starred_expression()) return star;
  return attempt([&]() -> const Shape* {
    const Shape* const result = unparenthesized_genexp_element();
    return result != nullptr && !peek(TokenKind::kAssign) ? result : nullptr;
  });
}

bool Grammar::kwargs(Arguments& result) {
  const Arguments before = result;
  const auto starred = [&] { return kwarg_or_starred(result); };
  const auto double_starred = [&] { return kwarg_or_double_starred(result); };
  const bool both = attempt([&] {
    return gather(starred) > 0 && expect(TokenKind::kComma) && gather(double_starred) > 0;
  });
  if (both) return true;
  result = before;
  if (gather(starred) > 0) return !failed_;
  result = before;
  return gather(double_starred) > 0 && !failed_;
}

bool Grammar::name_and_value() {
  return attempt(
      [&] { return expect(TokenKind::kName) && expect(TokenKind::kAssign) && expression(); });
}

bool Grammar::kwarg_or_starred(Arguments& result) {
  if (invalid_rules_) invalid_kwarg();
  if (name_and_value()) return true;
  const Shape* const star = starred_expression();
  if (star == nullptr) return false;
  ++result.positional;
  result.last_positional = star;
  return true;
}

bool Grammar::kwarg_or_double_starred(Arguments& result) {
  if (invalid_rules_) invalid_kwarg();
  if (name_and_value()) return true;
  if (!attempt([&] { return expect(TokenKind::kDoubleStar) && expression(); })) return false;
  result.unpacks_keywords = true;
  return true;
}

const Grammar::Shape* Grammar::starred_expression() {
  return attempt([&]() -> const Shape* {
    const std::uint32_t token = mark_;
    return expect(TokenKind::kStar) ? starred(token, expression()) : nullptr;
  });
}

// ---- Targets.

const Grammar::Shape* Grammar::star_targets() {
  const std::uint32_t token = mark_;
  const Shape* const first = star_target();
  if (first == nullptr || !peek(TokenKind::kComma)) return first;
  repeat([&] { return expect(TokenKind::kComma) && star_target(); });
  trailing_comma();
  return failed_ ? nullptr : shape(token, NodeKind::kTuple, "tuple");
}

const Grammar::Shape* Grammar::star_target() {
  return memoized(kStarTarget, [&]() -> const Shape* {
    const std::uint32_t token = mark_;
    const Shape* const star = attempt([&]() -> const Shape* {
      if (!expect(TokenKind::kStar) || peek(TokenKind::kStar)) return nullptr;
      return starred(token, star_target());
    });
    return star != nullptr ? star : target_with_star_atom();
  });
}

const Grammar::Shape* Grammar::target_with_star_atom() {
  return memoized(kTargetWithStarAtom, [&]() -> const Shape* {
    const std::uint32_t token = mark_;
    const bool attribute = attempt([&] {
      return t_primary() && expect(TokenKind::kDot) && expect(TokenKind::kName) && !t_lookahead();
    });
    if (attribute) return shape(token, NodeKind::kAttribute, "attribute");
    const bool subscript = attempt([&] {
      return t_primary() && expect(TokenKind::kLeftBracket) && slices() &&
             expect(TokenKind::kRightBracket) && !t_lookahead();
    });
    if (subscript) return shape(token, NodeKind::kSubscript, "subscript");
    return star_atom();
  });
}

const Grammar::Shape* Grammar::star_atom() {
  const std::uint32_t token = mark_;
  if (expect(TokenKind::kName)) return shape(token, NodeKind::kName, "name");
  const bool group = attempt([&] {
    return expect(TokenKind::kLeftParen) && target_with_star_atom() &&
           expect(TokenKind::kRightParen);
  });
  if (group) return shape(token, NodeKind::kName, "name");
  const bool tuple = attempt([&] {
    if (!expect(TokenKind::kLeftParen)) return false;
    (void)attempt([&] {
      if (!star_target() || !expect(TokenKind::kComma)) return false;
      gather([&] { return star_target(); });
      trailing_comma();
      return true;
    });
    return expect(TokenKind::kRightParen);
  });
  if (tuple) return shape(token, NodeKind::kTuple, "tuple");
  const bool list = attempt([&] {
    if (!expect(TokenKind::kLeftBracket)) return false;
    if (gather([&] { return star_target(); }) > 0) trailing_comma();
    return expect(TokenKind::kRightBracket);
  });
  return list ? shape(token, NodeKind::kList, "list") : nullptr;
}

bool Grammar::t_lookahead() {
  return peek(TokenKind::kLeftParen) || peek(TokenKind::kLeftBracket) || peek(TokenKind::kDot);
}

const Grammar::Shape* Grammar::t_primary() {
  return memoized(kTPrimary, [&]() -> const Shape* {
    const Shape* result = attempt([&]() -> const Shape* {
      const Shape* const first = atom();
      return first != nullptr && t_lookahead() ? first : nullptr;
    });
    while (result != nullptr) {
      const Shape* const longer = attempt([&]() -> const Shape* { return t_trailer(result); });
      if (longer == nullptr) break;
      result = longer;
    }
    return failed_ ? nullptr : result;
  });
}

const Grammar::Shape* Grammar::t_trailer(const Shape* value) {
  const bool attribute =
      attempt([&] { return expect(TokenKind::kDot) && expect(TokenKind::kName) && t_lookahead(); });
  if (attribute) return value;
  const bool subscript = attempt([&] {
    return expect(TokenKind::kLeftBracket) && slices() && expect(TokenKind::kRightBracket) &&
           t_lookahead();
  });
  if (subscript) return value;
  if (attempt([&] { return genexp() && t_lookahead(); })) return value;
  const bool called = attempt([&] {
    if (!expect(TokenKind::kLeftParen)) return false;
    (void)arguments();
    return expect(TokenKind::kRightParen) && t_lookahead();
  });
  return called ? value : nullptr;
}

}  // namespace bfclx::python
