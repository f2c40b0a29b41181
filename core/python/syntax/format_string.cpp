#include "core/python/syntax/format_string.h"

#include <algorithm>

#include "core/base/utf8.h"
#include "core/python/syntax_errors/diagnose.h"

namespace bfclx::python {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\f'; }

char opening_of(char bracket) { return bracket == ')' ? '(' : bracket == ']' ? '[' : '{'; }

}  // namespace

std::nullptr_t FormatString::fail(std::string message, std::size_t line) {
  if (parser_.outcome_ == Parser::Outcome::kParsed) {
    parser_.literal_error_ = {"SyntaxError", std::move(message), line, false};
    parser_.fail(Parser::Outcome::kLiteralError);
  }
  return nullptr;
}

const Node* FormatString::parse() {
  std::string text;
  bool is_bytes = false, is_format = false;
  const std::size_t base = parser_.nodes_.size();
  const std::string_view source = parser_.source_;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const Token& token = tokens_[i];
    const StringToken parts =
        split_string_token(source.substr(token.begin, token.end - token.begin));
    if (!parts.is_format && !append_plain(parts, token, text)) return nullptr;
    if (i > 0 && parts.is_bytes != is_bytes) {
      return fail("cannot mix bytes and nonbytes literals");
    }
    is_bytes = parts.is_bytes;
    if (parts.is_format) {
      is_format = true;
      Reader reader{parts.body, 0, parts.is_raw, 0};
      if (!append_format(reader, text)) return nullptr;
    }
  }
  const std::size_t offset = tokens_.front().begin;
  if (is_format) return joined(base, text, offset);
  if (is_bytes) return parser_.constant(offset, Value::bytes(text));
  return constant(text);
}

// Appends a literal that is no f-string to what stands before it.
bool FormatString::append_plain(const StringToken& parts, const Token& token, std::string& text) {
  if (parts.is_bytes && !is_ascii(parts.body)) {
    fail("bytes can only contain ASCII literal characters",
         line_number(parser_.source_, token.begin));
    return false;
  }
  if (parts.is_raw || !token.special) {
    text += parts.body;
    return true;
  }
  const Status status = parts.is_bytes ? append_unescaped_bytes(text, parts.body)
                                       : append_unescaped(text, parts.body);
  if (!status.ok()) fail(status.error());
  return status.ok();
}

// All constants of one literal have the prefix of its first token.
const Node* FormatString::constant(std::string_view text) {
  const bool unicode_prefix = parser_.source_[tokens_.front().begin] == 'u';
  return parser_.constant(tokens_.front().begin, Value::str(text), unicode_prefix);
}

void FormatString::flush(std::string& text) {
  if (text.empty()) return;
  parser_.nodes_.push(constant(text));
  text.clear();
}

const Node* FormatString::joined(std::size_t base, std::string& text, std::size_t offset) {
  flush(text);
  JoinedStr* const node = parser_.make<JoinedStr>(offset);
  node->values = parser_.take_nodes(base, node);
  return parser_.finish(node);
}

// Reads up to the end, or inside a format spec up to a closing brace.
bool FormatString::append_format(Reader& reader, std::string& text) {
  for (;;) {
    bool doubled = false;
    if (!append_literal(reader, text, doubled)) return false;
    if (doubled) continue;
    if (reader.done() || reader.at() == '}') return true;
    const Node* const value = field(reader, text);
    if (value == nullptr) return false;
    parser_.nodes_.push(value);
  }
}

// Text up to a brace. A doubled brace at the top level is one brace of text (`doubled`).
bool FormatString::append_literal(Reader& reader, std::string& text, bool& doubled) {
  const std::string_view body = reader.body;
  const std::size_t begin = reader.position;
  std::size_t end = begin;
  while (end < body.size()) {
    char c = body[end++];
    if (!reader.is_raw && c == '\\' && end < body.size()) {
      c = body[end++];
      if (c == 'N') {
        // The braces of \N{name} are no field.
        if (end < body.size() && body[end++] == '{') {
          while (end < body.size() && body[end++] != '}') {
          }
        }
        continue;
      }
    }
    if (c != '{' && c != '}') continue;
    if (reader.level == 0) {
      if (end < body.size() && body[end] == c) {
        doubled = true;
        break;
      }
      if (c == '}') {
        fail("f-string: single '}' is not allowed");
        return false;
      }
    }
    --end;
    break;
  }
  reader.position = doubled ? end + 1 : end;
  const std::string_view literal = body.substr(begin, end - begin);
  if (reader.is_raw || literal.find('\\') == std::string_view::npos) {
    text += literal;
    return true;
  }
  const Status status = append_unescaped(text, literal);
  if (!status.ok()) fail(status.error());
  return status.ok();
}

// One replacement field, from its opening brace to behind its closing one.
const Node* FormatString::field(Reader& reader, std::string& text) {
  if (reader.level >= 2) return fail("f-string: expressions nested too deeply");
  const std::size_t brace = reader.position++;
  if (!find_field_end(reader)) return nullptr;
  if (reader.done()) return fail("f-string: expecting '}'");
  const Node* const value = field_expression(reader, brace);
  if (value == nullptr) return nullptr;

  char conversion = '\0';
  bool self_documenting = false;
  if (reader.at() == '=') {
    ++reader.position;
    while (!reader.done() && (is_blank(reader.at()) || reader.at() == '\v')) ++reader.position;
    if (reader.done()) return fail("f-string: expecting '}'");
    text += reader.body.substr(brace + 1, reader.position - brace - 1);
    self_documenting = true;
  }
  if (reader.at() == '!') {
    ++reader.position;
    if (reader.done()) return fail("f-string: expecting '}'");
    conversion = reader.at();
    ++reader.position;
    if (conversion != 's' && conversion != 'r' && conversion != 'a') {
      return fail("f-string: invalid conversion character: expected 's', 'r', or 'a'");
    }
  }
  // What follows belongs to the field, what stands before it comes first.
  flush(text);
  const Node* spec = nullptr;
  if (reader.done()) return fail("f-string: expecting '}'");
  if (reader.at() == ':') {
    ++reader.position;
    if (reader.done()) return fail("f-string: expecting '}'");
    spec = format_spec(reader);
    if (spec == nullptr) return nullptr;
  }
  if (reader.done() || reader.at() != '}') return fail("f-string: expecting '}'");
  ++reader.position;
  if (self_documenting && spec == nullptr && conversion == '\0') conversion = 'r';

  const auto offset = static_cast<std::size_t>(reader.body.data() - parser_.source_.data());
  FormattedValue* const node = parser_.make<FormattedValue>(offset + brace);
  node->value = value;
  node->conversion = conversion;
  node->format_spec = spec;
  Parser::contain(node, value);
  Parser::contain(node, spec);
  return parser_.finish(node);
}

// Moves to the character that ends the expression: '!', ':', '=' or '}' outside of brackets.
bool FormatString::find_field_end(Reader& reader) {
  const std::string_view body = reader.body;
  char quote = '\0';
  std::size_t quotes = 0;
  std::string open;
  const auto is_triple = [&](char c) {
    return reader.position + 2 < body.size() && body[reader.position + 1] == c &&
           body[reader.position + 2] == c;
  };
  for (; !reader.done(); ++reader.position) {
    const char c = reader.at();
    if (c == '\\') {
      fail("f-string expression part cannot include a backslash");
      return false;
    }
    if (quote != '\0') {
      if (c != quote || (quotes == 3 && !is_triple(c))) continue;
      if (quotes == 3) reader.position += 2;
      quote = '\0';
    } else if (c == '\'' || c == '"') {
      quotes = is_triple(c) ? 3 : 1;
      if (quotes == 3) reader.position += 2;
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      if (open.size() >= kMaxBrackets) {
        fail("f-string: too many nested parenthesis");
        return false;
      }
      open += c;
    } else if (c == '#') {
      fail("f-string expression part cannot include '#'");
      return false;
    } else if (open.empty() && std::string_view("!:}=<>").find(c) != std::string_view::npos) {
      if (is_comparison(reader)) {
        ++reader.position;
      } else if (c != '<' && c != '>') {
        break;
      }
    } else if (c == ')' || c == ']' || c == '}') {
      if (!close_bracket(c, open)) return false;
    }
  }
  if (quote != '\0') {
    fail("f-string: unterminated string");
    return false;
  }
  if (!open.empty()) {
    fail(std::string("f-string: unmatched '") + open.back() + "'");
    return false;
  }
  return true;
}

// At "!=", "==", "<=" or ">=".
bool FormatString::is_comparison(const Reader& reader) const {
  const char c = reader.at();
  return c != ':' && c != '}' && reader.position + 1 < reader.body.size() &&
         reader.body[reader.position + 1] == '=';
}

bool FormatString::close_bracket(char bracket, std::string& open) {
  if (open.empty()) {
    fail(std::string("f-string: unmatched '") + bracket + "'");
    return false;
  }
  const char opening = open.back();
  open.pop_back();
  if (opening == opening_of(bracket)) return true;
  fail(std::string("f-string: closing parenthesis '") + bracket +
       "' does not match opening parenthesis '" + opening + "'");
  return false;
}

// The expression between the brace and the reader's position.
const Node* FormatString::field_expression(const Reader& reader, std::size_t brace) {
  const std::string_view expression = reader.body.substr(brace + 1, reader.position - brace - 1);
  if (std::all_of(expression.begin(), expression.end(), is_blank)) {
    const char end = reader.at();
    if (end == '!' || end == ':' || end == '=') {
      return fail(std::string("f-string: expression required before '") + end + "'");
    }
    return fail("f-string: empty expression not allowed");
  }
  const auto offset = static_cast<std::size_t>(reader.body.data() - parser_.source_.data()) + brace;
  const std::string_view source = parser_.tree_.arena_.copy("(" + std::string(expression) + ")");
  TokenList tokens;
  tokenize(source, tokens);
  Parser field(source, tokens, parser_.tree_, parser_.base_offset_ + offset);
  field.depth_ = parser_.depth_;
  const Node* const node = field.parse_field();
  if (node != nullptr) return node;
  if (field.outcome_ == Parser::Outcome::kTooDeep) return parser_.fail(field.outcome_);
  Diagnosis diagnosis = diagnose(source, tokens, /*is_field=*/true);
  parser_.literal_error_ = {diagnosis.kind, std::move(diagnosis.message),
                            line_number(parser_.source_, offset) + diagnosis.line - 1, true};
  return parser_.fail(Parser::Outcome::kLiteralError);
}

// Up to the closing brace of the field.
const Node* FormatString::format_spec(Reader& reader) {
  Reader inner{reader.body, reader.position, reader.is_raw, reader.level + 1};
  const std::size_t base = parser_.nodes_.size();
  std::string text;
  if (!append_format(inner, text)) return nullptr;
  if (inner.done()) return fail("f-string: expecting '}'");
  reader.position = inner.position;
  return joined(base, text, tokens_.front().begin);
}

}  // namespace bfclx::python
