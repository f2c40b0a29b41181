#include "core/python/syntax/lexer.h"

#include <algorithm>
#include <cstring>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/python/syntax/char_classes.h"
#include "core/python/syntax/number_scanner.h"
#include "core/python/syntax/token_tables.h"

namespace bfclx::python {
namespace {

void append_code_point_label(std::string& out, char32_t c) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  out += "U+";
  for (int shift = c > 0xFFFFF ? 20 : c > 0xFFFF ? 16 : 12; shift >= 0; shift -= 4) {
    out += kDigits[(c >> shift) & 15];
  }
}

class Lexer {
 public:
  Lexer(std::string_view source, TokenList& out) : source_(source), out_(out) {}

  void run() {
    bool going = start_line();
    while (going) going = next();
    finish();
  }

 private:
  struct OpenBracket {
    std::uint32_t offset;
    char character;
  };

  int at(std::size_t offset) const {
    return offset < source_.size() ? static_cast<unsigned char>(source_[offset]) : kEof;
  }
  int current() const { return at(position_); }

  void push(TokenKind kind, std::size_t begin, bool special = false) {
    out_.tokens.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(position_),
                           kind, static_cast<std::uint8_t>(level_), special});
  }

  // Both return false, which ends the run.
  bool fail(LexError::Kind kind) {
    out_.error.kind = kind;
    out_.error.line = line_number(source_, position_);
    push(TokenKind::kError, position_);
    return false;
  }
  bool fail(std::string message) {
    out_.error.message = std::move(message);
    return fail(LexError::Kind::kSyntax);
  }

  void finish() {
    if (level_ > 0) {
      out_.open_bracket = brackets_[level_ - 1].character;
      out_.open_offset = brackets_[level_ - 1].offset;
    }
  }

  bool next();
  bool start_line();
  bool indent(std::size_t column, std::size_t alternative_column);
  bool continue_line();
  bool word();
  bool verify_identifier(std::size_t begin);
  bool string(std::size_t begin);
  bool number();
  bool open(char bracket, TokenKind kind);
  bool close(char bracket, char opening, TokenKind kind);
  bool punctuation();

  std::string_view source_;
  TokenList& out_;
  std::size_t position_ = 0;
  std::size_t level_ = 0;
  bool blank_line_ = false;
  std::array<OpenBracket, kMaxBrackets> brackets_;
  // Columns of the open blocks, by tabs of 8 and of 1; filled up to indents_.
  std::array<std::uint32_t, kMaxIndents> columns_;
  std::array<std::uint32_t, kMaxIndents> alternative_columns_;
  std::size_t indents_ = 0;
};

bool Lexer::next() {
  while (has_class(current(), kBlank)) ++position_;
  const int c = current();
  if (c == '#') {
    while (current() != '\n' && current() != kEof) ++position_;
    return true;
  }
  if (c == kEof) {
    if (level_ > 0) return fail(LexError::Kind::kEndOfFile);
    push(TokenKind::kEnd, position_);
    return false;
  }
  if (has_class(c, kIdentifierStart)) return word();
  if (c == '\n') {
    const std::size_t begin = position_++;
    if (!blank_line_ && level_ == 0) push(TokenKind::kNewline, begin);
    return start_line();
  }
  if (is_digit(c)) return number();
  switch (c) {
    case '"':
    case '\'':
      return string(position_);
    case '(':
      return open('(', TokenKind::kLeftParen);
    case '[':
      return open('[', TokenKind::kLeftBracket);
    case '{':
      return open('{', TokenKind::kLeftBrace);
    case ')':
      return close(')', '(', TokenKind::kRightParen);
    case ']':
      return close(']', '[', TokenKind::kRightBracket);
    case '}':
      return close('}', '{', TokenKind::kRightBrace);
    case '.':
      if (!is_digit(at(position_ + 1))) return punctuation();
      return number();
    case '\\':
      return continue_line();
    default:
      return punctuation();
  }
}

bool Lexer::start_line() {
  blank_line_ = false;
  std::size_t column = 0;
  std::size_t alternative_column = 0;
  std::size_t continued_column = 0;
  for (;; ++position_) {
    const int c = current();
    if (c == ' ') {
      ++column;
      ++alternative_column;
    } else if (c == '\t') {
      column = (column / 8 + 1) * 8;
      ++alternative_column;
    } else if (c == '\f') {
      column = alternative_column = 0;
    } else if (c == '\\') {
      // The column of the first of several joined lines counts.
      if (continued_column == 0) continued_column = column;
      if (!continue_line()) return false;
      --position_;
    } else {
      break;
    }
  }
  blank_line_ = current() == '#' || current() == '\n';
  if (blank_line_ || level_ > 0) return true;
  if (continued_column != 0) column = alternative_column = continued_column;
  if (column == 0 && indents_ == 0) return true;
  return indent(column, alternative_column);
}

bool Lexer::indent(std::size_t column, std::size_t alternative_column) {
  const auto top = [this](const std::array<std::uint32_t, kMaxIndents>& stack) -> std::size_t {
    return indents_ == 0 ? 0 : stack[indents_ - 1];
  };
  if (column == top(columns_)) {
    return alternative_column == top(alternative_columns_) || fail(LexError::Kind::kTabs);
  }
  if (column > top(columns_)) {
    if (indents_ + 1 >= kMaxIndents) return fail(LexError::Kind::kTooDeep);
    if (alternative_column <= top(alternative_columns_)) return fail(LexError::Kind::kTabs);
    columns_[indents_] = static_cast<std::uint32_t>(column);
    alternative_columns_[indents_] = static_cast<std::uint32_t>(alternative_column);
    ++indents_;
    push(TokenKind::kIndent, position_);
    return true;
  }
  std::size_t dedents = 0;
  while (indents_ > 0 && column < top(columns_)) {
    --indents_;
    ++dedents;
  }
  if (column != top(columns_)) return fail(LexError::Kind::kDedent);
  if (alternative_column != top(alternative_columns_)) return fail(LexError::Kind::kTabs);
  for (; dedents > 0; --dedents) push(TokenKind::kDedent, position_);
  return true;
}

// At a backslash: moves behind the newline that must follow it.
bool Lexer::continue_line() {
  ++position_;
  if (current() != '\n') return fail(LexError::Kind::kLineContinuation);
  ++position_;
  if (current() == kEof) return fail(LexError::Kind::kEndOfFile);
  return true;
}

bool Lexer::word() {
  const std::size_t begin = position_;
  bool saw_b = false, saw_u = false, saw_r = false, saw_f = false;
  // Up to two letters may be the prefix of a string.
  for (;;) {
    const int c = current() | 0x20;
    if (c == 'b' && !(saw_b || saw_u || saw_f)) {
      saw_b = true;
    } else if (c == 'u' && !(saw_b || saw_u || saw_r || saw_f)) {
      saw_u = true;
    } else if (c == 'r' && !(saw_r || saw_u)) {
      saw_r = true;
    } else if (c == 'f' && !(saw_f || saw_b || saw_u)) {
      saw_f = true;
    } else {
      break;
    }
    ++position_;
    if (current() == '"' || current() == '\'') return string(begin);
  }
  unsigned char bits = 0;
  for (; is_identifier_char(current()); ++position_) bits |= static_cast<unsigned char>(current());
  if (bits >= 0x80) {
    if (!verify_identifier(begin)) return false;
    push(TokenKind::kName, begin, true);
    return true;
  }
  const std::string_view text = source_.substr(begin, position_ - begin);
  push(word_kind(text), begin);
  return true;
}

bool Lexer::verify_identifier(std::size_t begin) {
  for (std::size_t offset = begin; offset < position_;) {
    const std::size_t here = offset;
    const char32_t c = next_code_point(source_, offset);
    if (here == begin ? is_id_start(c) : is_id_continue(c)) continue;
    position_ = here;
    std::string message;
    if (is_printable(c)) {
      message = "invalid character '";
      append_utf8(message, c);
      message += "' (";
      append_code_point_label(message, c);
      message += ")";
    } else {
      message = "invalid non-printable character ";
      append_code_point_label(message, c);
    }
    return fail(std::move(message));
  }
  return true;
}

// At the opening quote; `begin` is where the prefix begins.
bool Lexer::string(std::size_t begin) {
  const std::size_t quote_begin = position_;
  const int quote = current();
  bool has_backslash = false;
  std::size_t quote_size = 1;
  if (at(position_ + 1) == quote) {
    if (at(position_ + 2) != quote) {  // empty
      position_ += 2;
      push(TokenKind::kString, begin);
      return true;
    }
    quote_size = 3;
  }
  position_ += quote_size;
  for (std::size_t closing = 0; closing != quote_size;) {
    const int c = current();
    if (c == kEof || (c == '\n' && quote_size == 1)) {
      const std::size_t last_line = line_number(source_, position_);
      position_ = quote_begin;
      return fail(std::string(quote_size == 3 ? "unterminated triple-quoted string literal"
                                              : "unterminated string literal") +
                  " (detected at line " + std::to_string(last_line) + ")");
    }
    ++position_;
    if (c == quote) {
      ++closing;
      continue;
    }
    closing = 0;
    if (c == '\\') {
      has_backslash = true;
      if (current() != kEof) ++position_;
    }
  }
  push(TokenKind::kString, begin, has_backslash);
  return true;
}

bool Lexer::number() {
  const std::size_t begin = position_;
  std::string message;
  if (!scan_number(source_, position_, message)) return fail(std::move(message));
  push(TokenKind::kNumber, begin);
  return true;
}

bool Lexer::open(char bracket, TokenKind kind) {
  if (level_ >= kMaxBrackets) return fail("too many nested parentheses");
  brackets_[level_++] = {static_cast<std::uint32_t>(position_), bracket};
  out_.max_level = std::max(out_.max_level, level_);
  const std::size_t begin = position_++;
  push(kind, begin);
  return true;
}

bool Lexer::close(char bracket, char opening, TokenKind kind) {
  if (level_ == 0) return fail(std::string("unmatched '") + bracket + "'");
  const OpenBracket& top = brackets_[level_ - 1];
  --level_;
  if (top.character != opening) {
    std::string message = std::string("closing parenthesis '") + bracket +
                          "' does not match opening parenthesis '" + top.character + "'";
    const std::size_t opening_line = line_number(source_, top.offset);
    if (opening_line != line_number(source_, position_)) {
      message += " on line " + std::to_string(opening_line);
    }
    return fail(std::move(message));
  }
  const std::size_t begin = position_++;
  push(kind, begin);
  return true;
}

bool Lexer::punctuation() {
  const int c = current();
  if (c < 0x20 || c == 0x7f) {
    std::string message = "invalid non-printable character ";
    append_code_point_label(message, static_cast<char32_t>(c));
    return fail(std::move(message));
  }
  const std::string_view rest = source_.substr(position_, 3);
  const std::size_t begin = position_;
  for (const Word& op : words_with(kOperators, kOperatorIndex, rest[0])) {
    if (rest.substr(0, op.text.size()) == op.text) {
      position_ += op.text.size();
      push(op.kind, begin);
      return true;
    }
  }
  ++position_;
  push(TokenKind::kUnknown, begin);
  return true;
}

}  // namespace

void tokenize(std::string_view source, TokenList& out) {
  out.tokens.reserve(source.size() / 3 + 8);
  Lexer(source, out).run();
}

std::size_t line_number(std::string_view source, std::size_t offset) {
  const std::string_view before = source.substr(0, std::min(offset, source.size()));
  const auto newlines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const bool at_end = offset >= source.size();
  return newlines + (at_end && (source.empty() || source.back() == '\n') ? 0 : 1);
}

}  // namespace bfclx::python
