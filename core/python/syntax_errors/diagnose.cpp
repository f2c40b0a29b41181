#include "core/python/syntax_errors/diagnose.h"

#include "core/python/syntax_errors/grammar.h"

namespace bfclx::python {
namespace {

// CPython reads the rest of the source before it raises a SyntaxError of the parser: an error of
// the tokenizer goes first, and so does a bracket that is open since an earlier line.
void prefer_lexer_error(std::string_view source, const TokenList& tokens,
                        std::size_t last_token_line, Diagnosis& diagnosis) {
  const LexError& error = tokens.error;
  if (error.kind == LexError::Kind::kSyntax) {
    diagnosis = {"SyntaxError", error.message, error.line};
  } else if (error.kind != LexError::Kind::kNone && tokens.open_bracket != '\0') {
    const std::size_t line = line_number(source, tokens.open_offset);
    if (last_token_line <= line) return;
    diagnosis = {"SyntaxError", std::string("'") + tokens.open_bracket + "' was never closed",
                 line};
  }
}

// Whether CPython's tokenizer has met the end of the source when it has cut this token: it reads
// one character further, but behind strings and "...". Then nothing is left to be read, and CPython
// does not look for open brackets either.
bool read_to_the_end(std::string_view source, const Token& token) {
  return token.end == source.size() && token.kind != TokenKind::kString &&
         token.kind != TokenKind::kEllipsis;
}

}  // namespace

Diagnosis diagnose(std::string_view source, const TokenList& tokens, bool is_field) {
  Grammar grammar(source, tokens, is_field);
  Diagnosis diagnosis;
  const bool parsed = grammar.pass(/*with_invalid_rules=*/false);
  Token last = grammar.last_token();
  if (parsed && !grammar.failed()) return diagnosis;
  if (!grammar.failed()) {
    grammar.pass(/*with_invalid_rules=*/true);
    if (!grammar.failed()) {
      if (last.kind == TokenKind::kIndent || last.kind == TokenKind::kDedent) {
        const bool indent = last.kind == TokenKind::kIndent;
        return {"IndentationError", indent ? "unexpected indent" : "unexpected unindent",
                grammar.line_of(last)};
      }
      diagnosis = {"SyntaxError", is_field ? "f-string: invalid syntax" : "invalid syntax",
                   grammar.line_of(last)};
    }
  }
  const Token& reached = grammar.last_token();
  if (grammar.failed()) {
    diagnosis = grammar.take_diagnosis();
    if (!is_field && read_to_the_end(source, reached)) return diagnosis;
  }
  if (diagnosis.kind == "SyntaxError" && !grammar.lexer_failed()) {
    prefer_lexer_error(source, tokens, grammar.line_of(reached), diagnosis);
  }
  return diagnosis;
}

}  // namespace bfclx::python
