#include "core/python/syntax/parse_expression.h"

#include <algorithm>
#include <cstring>

#include "core/base/encodable.h"
#include "core/python/syntax/lexer.h"
#include "core/python/syntax/parser.h"
#include "core/python/syntax_errors/diagnose.h"

namespace bfclx::python {
namespace {

// Offsets of tokens and nodes are 32 bits wide.
constexpr std::size_t kMaxSource = std::size_t{1} << 30;

std::string translate_newlines(std::string_view source) {
  std::string result;
  result.reserve(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] != '\r') {
      result += source[i];
      continue;
    }
    result += '\n';
    if (i + 1 < source.size() && source[i + 1] == '\n') ++i;
  }
  return result;
}

Error located(std::string_view kind, std::string message, std::size_t line,
              std::string_view file_name) {
  if (kind == "SyntaxError" || kind == "IndentationError" || kind == "TabError") {
    message += " (";
    message += file_name;
    message += ", line " + std::to_string(line) + ")";
  }
  return {kind, std::move(message)};
}

Error parse_error(std::string_view source, const TokenList& tokens, Parser& parser,
                  std::string_view file_name) {
  if (parser.outcome() == Parser::Outcome::kLiteralError &&
      parser.literal_error().kind == "Limit") {
    return {"Limit", parser.literal_error().message};
  }
  Diagnosis diagnosis = diagnose(source, tokens);
  if (diagnosis.kind.empty()) {
    // It parses, but the tree is too high.
    return {"RecursionError", "maximum recursion depth exceeded during ast construction"};
  }
  return located(diagnosis.kind, std::move(diagnosis.message), diagnosis.line, file_name);
}

}  // namespace

Result<Tree> parse_expression(std::string_view source, std::string_view file_name) {
  if (source.size() > kMaxSource) return Error{"Limit", "source is too long"};
  BFCLX_RETURN_IF_ERROR(check_encodable(source));
  if (source.find('\0') != std::string_view::npos) {
    return Error{"ValueError", "source code string cannot contain null bytes"};
  }
  // About what the nodes of calls take; longer texts are mostly strings.
  Tree tree = Parser::make_tree(source, std::min<std::size_t>(source.size() * 12 + 256, 1 << 16));
  if (source.find('\r') != std::string_view::npos) {
    source = Parser::arena_of(tree).copy(translate_newlines(source));
    Parser::set_source(tree, source);
  }
  TokenList tokens;
  tokenize(source, tokens);
  Parser parser(source, tokens, tree);
  if (parser.parse_source() == Parser::Outcome::kParsed) return tree;
  return parse_error(source, tokens, parser, file_name);
}

}  // namespace bfclx::python
