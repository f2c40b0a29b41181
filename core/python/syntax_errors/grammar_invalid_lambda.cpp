// The rules that exist for the error messages of lambdas; see grammar_invalid.cpp.
#include "core/python/syntax_errors/grammar.h"

namespace bfclx::python {

void Grammar::invalid_lambda_parameters() {
  const auto no_default = [&] { return lambda_param_no_default(); };
  const auto with_default = [&] { return lambda_param_with_default(); };
  std::uint32_t at = mark_;
  if (alternative(
          [&] {
            repeat(no_default);
            if (!lambda_slash_with_default() && repeat(with_default) == 0) return false;
            at = mark_;
            return lambda_param_no_default();
          },
          [&] { raise_at(at, "non-default argument follows default argument"); })) {
    return;
  }
  if (alternative(
          [&] {
            repeat(no_default);
            at = mark_;
            if (!expect(TokenKind::kLeftParen)) return false;
            if (gather([&] { return lambda_param(); }) == 0) return false;
            trailing_comma();
            return expect(TokenKind::kRightParen);
          },
          [&] { raise_at(at, "Lambda expression parameters cannot be parenthesized"); })) {
    return;
  }
  invalid_lambda_slash();
}

// What is wrong with a slash.
void Grammar::invalid_lambda_slash() {
  const auto maybe_default = [&] { return lambda_param_maybe_default(); };
  const auto slash = [&] { return lambda_slash_no_default() || lambda_slash_with_default(); };
  std::uint32_t at = mark_;
  if (alternative(
          [&] {
            at = mark_;
            return expect(TokenKind::kSlash) && expect(TokenKind::kComma);
          },
          [&] { raise_at(at, "at least one argument must precede /"); })) {
    return;
  }
  if (alternative(
          [&] {
            if (!slash()) return false;
            repeat(maybe_default);
            at = mark_;
            return expect(TokenKind::kSlash);
          },
          [&] { raise_at(at, "/ may appear only once"); })) {
    return;
  }
  if (alternative(
          [&] {
            (void)slash();
            repeat(maybe_default);
            if (!expect(TokenKind::kStar)) return false;
            if (!expect(TokenKind::kComma) && !lambda_param_no_default()) return false;
            repeat(maybe_default);
            at = mark_;
            return expect(TokenKind::kSlash);
          },
          [&] { raise_at(at, "/ must be ahead of *"); })) {
    return;
  }
  (void)alternative(
      [&] {
        if (repeat(maybe_default) == 0 || !expect(TokenKind::kSlash)) return false;
        at = mark_;
        return expect(TokenKind::kStar);
      },
      [&] { raise_at(at, "expected comma between / and *"); });
}

void Grammar::invalid_lambda_star_etc() {
  std::uint32_t at = mark_;
  const auto no_default_or_comma = [&] {
    return lambda_param_no_default() || expect(TokenKind::kComma);
  };
  if (alternative(
          [&] {
            if (!expect(TokenKind::kStar)) return false;
            if (expect(TokenKind::kColon)) return true;
            return expect(TokenKind::kComma) &&
                   (expect(TokenKind::kColon) || expect(TokenKind::kDoubleStar));
          },
          [&] { raise_here("named arguments must follow bare *"); })) {
    return;
  }
  if (alternative(
          [&] {
            if (!expect(TokenKind::kStar) || !lambda_param()) return false;
            at = mark_;
            return expect(TokenKind::kAssign);
          },
          [&] { raise_at(at, "var-positional argument cannot have default value"); })) {
    return;
  }
  (void)alternative(
      [&] {
        if (!expect(TokenKind::kStar) || !no_default_or_comma()) return false;
        repeat([&] { return lambda_param_maybe_default(); });
        at = mark_;
        return expect(TokenKind::kStar) && no_default_or_comma();
      },
      [&] { raise_at(at, "* argument may appear only once"); });
}

void Grammar::invalid_lambda_kwds() {
  std::uint32_t at = mark_;
  if (alternative(
          [&] {
            if (!expect(TokenKind::kDoubleStar) || !lambda_param()) return false;
            at = mark_;
            return expect(TokenKind::kAssign);
          },
          [&] { raise_at(at, "var-keyword argument cannot have default value"); })) {
    return;
  }
  (void)alternative(
      [&] {
        if (!expect(TokenKind::kDoubleStar) || !lambda_param() || !expect(TokenKind::kComma)) {
          return false;
        }
        at = mark_;
        return lambda_param() || expect(TokenKind::kStar) || expect(TokenKind::kDoubleStar) ||
               expect(TokenKind::kSlash);
      },
      [&] { raise_at(at, "arguments cannot follow var-keyword argument"); });
}

}  // namespace bfclx::python
