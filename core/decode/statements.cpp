#include "core/decode/statements.h"

#include <cstddef>
#include <string>
#include <utility>

#include "core/decode/python_like.h"
#include "core/python/python.h"

namespace bfclx {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool is_newline(char c) { return c == '\n' || c == '\r'; }

// Without joined lines (a backslash before a newline) and what the tokenizer takes for white space
// at the ends.
std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\f\r\n";
  for (;;) {
    const std::string_view left = python_like::lstrip_chars(text, kBlank);
    const std::string_view both = python_like::rstrip_chars(left, kBlank);
    if (both.size() > 1 && both.front() == '\\' && is_newline(both[1])) {
      text = both.substr(1);
    } else if (!both.empty() && both.back() == '\\' && both.size() < left.size() &&
               is_newline(left[both.size()])) {
      text = both.substr(0, both.size() - 1);
    } else {
      return both;
    }
  }
}

// The marks at bracket depth 0 that make a statement more than an expression.
struct Statement {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t colon = kNone;         // the first ':' (not of ':=') before any '='
  std::vector<std::size_t> assigns;  // each '=' that assigns
  std::size_t operator_length = 0;   // "+" of "+=", of the first assignment
};

// Cuts the text at newlines and semicolons outside brackets and strings, once from left to right.
class StatementScanner {
 public:
  explicit StatementScanner(std::string_view text) : text_(text) {}

  std::optional<std::vector<Statement>> scan() {
    while (begin_line()) {
      if (!scan_line()) return std::nullopt;
    }
    if (failed_) return std::nullopt;
    return std::move(statements_);
  }

 private:
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

  // To the first character of the next logical line; false at the end of the text or on an indent.
  bool begin_line() {
    while (at_ < text_.size()) {
      std::size_t column = 0;
      for (; at_ < text_.size(); ++at_) {
        if (text_[at_] == ' ' || text_[at_] == '\t') {
          ++column;
        } else if (text_[at_] == '\f') {
          column = 0;
        } else if (const std::size_t joined = line_join(at_); joined != 0 && column == 0) {
          at_ += joined - 1;
        } else {
          break;
        }
      }
      if (at(at_) == '#') skip_comment();
      if (at_ >= text_.size()) return false;
      if (!is_newline(text_[at_])) {
        failed_ = column > 0;
        return !failed_;
      }
      ++at_;
    }
    return false;
  }

  // Length of a backslash and the newline behind it; 0 when there is none.
  std::size_t line_join(std::size_t offset) const {
    if (at(offset) != '\\' || !is_newline(at(offset + 1))) return 0;
    return at(offset + 1) == '\r' && at(offset + 2) == '\n' ? 3 : 2;
  }

  void skip_comment() {
    while (at_ < text_.size() && !is_newline(text_[at_])) ++at_;
  }

  // One logical line; false when CPython would refuse it.
  bool scan_line() {
    statement_ = {};
    statement_.begin = at_;
    depth_ = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\'' || c == '"') {
        if (!skip_string()) return false;
      } else if (c == '#') {
        if (depth_ == 0) return end_statement(at_, true);
        skip_comment();
      } else if (const std::size_t joined = line_join(at_); joined != 0) {
        at_ += joined;
      } else if (depth_ == 0 && (is_newline(c) || c == ';')) {
        if (!end_statement(at_, is_newline(c))) return false;
        ++at_;
        if (is_newline(c)) return true;
      } else if (!take_mark(c)) {
        return false;
      }
    }
    return depth_ == 0 && end_statement(at_, true);
  }

  // Adds the statement. Only the one behind a line's last semicolon may be empty.
  bool end_statement(std::size_t end, bool ends_line) {
    const bool first_of_line = statement_.begin == 0 || at(statement_.begin - 1) != ';';
    const bool blank = trim(text_.substr(statement_.begin, end - statement_.begin)).empty();
    if (blank && (first_of_line || !ends_line)) return false;
    statement_.end = end;
    if (!blank) statements_.push_back(std::move(statement_));
    statement_ = {};
    statement_.begin = end + 1;
    return true;
  }

  // A character outside strings and comments.
  bool take_mark(char c) {
    if (c == '(' || c == '[' || c == '{') {
      ++depth_;
    } else if (c == ')' || c == ']' || c == '}') {
      if (depth_ == 0) return false;
      --depth_;
    } else if (depth_ == 0 && c == ':' && at(at_ + 1) == '=') {
      ++at_;
    } else if (depth_ == 0 && c == ':') {
      if (statement_.colon == kNone && statement_.assigns.empty()) statement_.colon = at_;
    } else if (depth_ == 0 && c == '=') {
      take_equals_sign();
    }
    ++at_;
    return true;
  }

  // Tells assignments from the comparisons ==, !=, <= and >=.
  void take_equals_sign() {
    if (at(at_ + 1) == '=') {
      ++at_;
      return;
    }
    const std::string_view before = text_.substr(statement_.begin, at_ - statement_.begin);
    std::size_t length = 0;
    for (const std::string_view mark :
         {"**", "//", ">>", "<<", "+", "-", "*", "/", "%", "@", "&", "|", "^"}) {
      if (before.size() > mark.size() && before.substr(before.size() - mark.size()) == mark) {
        length = mark.size();
        break;
      }
    }
    const char last = before.empty() ? '\0' : before.back();
    if (length == 0 && (last == '!' || last == '<' || last == '>')) return;
    if (statement_.assigns.empty()) statement_.operator_length = length;
    statement_.assigns.push_back(at_);
  }

  // A string literal that begins at the cursor; prefixes make no difference for where it ends.
  bool skip_string() {
    const char quote = text_[at_];
    const bool triple = at(at_ + 1) == quote && at(at_ + 2) == quote;
    at_ += triple ? 3 : 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\\') {
        at_ += at(at_ + 1) == '\r' && at(at_ + 2) == '\n' ? 3 : 2;
      } else if (!triple && is_newline(c)) {
        return false;
      } else if (c == quote && (!triple || (at(at_ + 1) == quote && at(at_ + 2) == quote))) {
        at_ += triple ? 3 : 1;
        return true;
      } else {
        ++at_;
      }
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  bool failed_ = false;
  Statement statement_;
  std::vector<Statement> statements_;
};

enum class TargetPlace { kAssign, kSingle };

bool is_target(const python::Node& node, TargetPlace place) {
  switch (node.kind) {
    case python::NodeKind::kName:
    case python::NodeKind::kAttribute:
    case python::NodeKind::kSubscript:
      return true;
    case python::NodeKind::kStarred:
      return place == TargetPlace::kAssign &&
             is_target(*python::as_wrapper(node).value, TargetPlace::kAssign);
    case python::NodeKind::kTuple:
    case python::NodeKind::kList:
      if (place == TargetPlace::kSingle) return false;
      for (const python::Node* element : python::as_sequence(node).elements) {
        if (!is_target(*element, place)) return false;
      }
      return true;
    default:
      return false;
  }
}

// `a`, `(a.b, *c)`: what stands before the `=` of an assignment. Read as the items of a list,
// because an expression by itself holds no starred ones.
bool parses_as_targets(std::string_view text) {
  if (text.empty()) return false;
  const std::string bracketed = "[" + std::string(text) + "]";
  const auto tree = python::parse_expression(bracketed);
  return tree.ok() && tree->root().kind == python::NodeKind::kList &&
         is_target(tree->root(), TargetPlace::kAssign);
}

// `a`, `a.b`, `(a[0])`: what stands before `+=` or an annotation.
bool parses_as_single_target(std::string_view text) {
  const auto tree = python::parse_expression(text);
  return tree.ok() && is_target(tree->root(), TargetPlace::kSingle);
}

bool parses_as_expression(std::string_view text) { return python::parse_expression(text).ok(); }

// `text` behind the keyword `return`.
std::optional<std::string_view> returned_value(std::string_view text) {
  constexpr std::string_view kReturn = "return";
  if (text.substr(0, kReturn.size()) != kReturn || text.size() == kReturn.size()) {
    return std::nullopt;
  }
  const auto next = static_cast<unsigned char>(text[kReturn.size()]);
  const bool goes_on = next >= 0x80 || next == '_' || (next >= '0' && next <= '9') ||
                       ((next | 0x20) >= 'a' && (next | 0x20) <= 'z');
  if (goes_on) return std::nullopt;
  return trim(text.substr(kReturn.size()));
}

std::optional<std::string_view> value_of(std::string_view module, const Statement& statement) {
  const auto part = [&](std::size_t begin, std::size_t end) {
    return trim(module.substr(begin, end - begin));
  };
  if (statement.assigns.empty()) {
    // `x: t` has no value, and no expression holds a bare colon but a lambda, which is no call.
    const std::string_view whole = part(statement.begin, statement.end);
    if (statement.colon != kNone) return std::nullopt;
    const auto returned = returned_value(whole);
    return returned ? returned : whole;
  }
  const std::size_t first = statement.assigns.front();
  if (statement.colon != kNone || statement.operator_length > 0) {
    if (statement.assigns.size() > 1) return std::nullopt;
    const bool annotated = statement.colon != kNone;
    if (annotated && statement.operator_length > 0) return std::nullopt;
    const std::size_t target_end = annotated ? statement.colon : first - statement.operator_length;
    if (!parses_as_single_target(part(statement.begin, target_end))) {
      return std::nullopt;
    }
    if (annotated && !parses_as_expression(part(statement.colon + 1, first))) return std::nullopt;
    return part(first + 1, statement.end);
  }
  std::size_t begin = statement.begin;
  for (const std::size_t assign : statement.assigns) {
    if (!parses_as_targets(part(begin, assign))) return std::nullopt;
    begin = assign + 1;
  }
  return part(begin, statement.end);
}

}  // namespace

std::optional<std::vector<std::string_view>> statement_values(std::string_view module) {
  const auto statements = StatementScanner(module).scan();
  if (!statements) return std::nullopt;
  std::vector<std::string_view> values;
  values.reserve(statements->size());
  for (const Statement& statement : *statements) {
    const auto value = value_of(module, statement);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

}  // namespace bfclx
