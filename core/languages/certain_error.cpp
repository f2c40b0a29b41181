#include "core/languages/certain_error.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

#include "core/base/text.h"
#include "core/languages/plain_call.h"
#include "core/languages/syntax_tree.h"

namespace bfclx::languages {
namespace {

// Above these the full parse may pass its bounds, and does for some sources made for it: tests
// count the steps of others.
constexpr std::size_t kMostBytes = 2048;
constexpr std::size_t kMostElementBytes = 32768;  // of an element, whose text is one token
constexpr int kMostBrackets = 24;                 // that open
constexpr int kMostOperators =
    8;  // brackets, colons and what stands in names, texts and prose aside
constexpr std::size_t kNone = std::string_view::npos;

// Printable ASCII, tabs and line feeds, and nothing that a parse could take long for.
bool is_simple(std::string_view source) {
  int brackets = 0;
  int operators = 0;
  for (const char c : source) {
    if (plain::has_class(c, plain::kNameStart | plain::kDigit)) continue;
    if (c == '(' || c == '[' || c == '{') {
      if (++brackets > kMostBrackets) return false;
    } else if (contains("*+&|^%!~?<>@", {&c, 1})) {
      if (++operators > kMostOperators) return false;
    } else if (!plain::has_class(c, plain::kText | plain::kQuote) && c != '\n') {
      return false;
    }
  }
  return true;
}

// A quote that begins no character literal of Java: nothing is in it, or it has no end in its line.
bool is_loose_quote(std::string_view from_quote) {
  const std::string_view behind = from_quote.substr(1);
  const std::size_t end = behind.find_first_of("'\\\n");
  return end == 0 ? behind[0] != '\\' : end == kNone || behind[end] == '\n';
}

// Walks over the tokens of a source up to one that is not plain.
class TokenWalk {
 public:
  TokenWalk(std::string_view source, Syntax syntax)
      : source_(source), tokens_(source, syntax), is_java_(syntax == Syntax::kJava) {}

  bool finds_error() {
    while (true) {
      tokens_.skip_space();
      if (tokens_.at_end()) return ends_badly();
      switch (step()) {
        case Step::kPlain:
          break;
        case Step::kError:
          return true;
        case Step::kOther:
          return false;
      }
    }
  }

 private:
  enum class Step { kPlain, kError, kOther };

  Step step() {
    const char c = tokens_.next();
    if (plain::has_class(c, plain::kNameStart)) {
      const Word word = word_kind(tokens_.name(), tokens_.syntax());
      set_last('a');
      return word == Word::kKeyword ? Step::kOther : Step::kPlain;
    }
    if (c == '"' || c == '\'') {
      set_last('"');
      if (!tokens_.text().empty()) return Step::kPlain;
      const auto at = static_cast<std::size_t>(tokens_.at() - source_.data());
      return is_java_ && c == '\'' && is_loose_quote(source_.substr(at)) ? Step::kError
                                                                         : Step::kOther;
    }
    if (c == '-' || plain::has_class(c, plain::kDigit)) {
      set_last('1');
      return tokens_.number().empty() ? Step::kOther : Step::kPlain;
    }
    tokens_.skip();
    return punctuation(c);
  }

  Step punctuation(char c) {
    const char operand = last_;
    const char before_operand = before_last_;
    set_last(c);
    switch (c) {
      case '[':
        has_comma_ = false;
        return opened(c);
      case '{':
        has_curly_ = true;
        return opened(c);
      case '(':
        return opened(c);
      case ')':
        return closed('(');
      case '}':
        return closed('{');
      case ']':
        // In Java brackets hold one expression at most.
        if (is_java_ && has_comma_ && square_ == 1 && innermost() == '[') {
          return Step::kError;
        }
        return closed('[');
      case ',':
        has_comma_ = innermost() == '[';
        return Step::kPlain;
      case ':':
        return tokens_.next() == ':' ? Step::kOther : colon_behind(operand, before_operand);
      case '=':
        return tokens_.next() == '=' || tokens_.next() == '>' ? Step::kOther : Step::kPlain;
      case '.':
        return tokens_.next() == '.' || plain::has_class(tokens_.next(), plain::kDigit)
                   ? Step::kOther
                   : Step::kPlain;
      case ';':
        return Step::kPlain;
      default:
        return Step::kOther;
    }
  }

  void set_last(char token) { before_last_ = std::exchange(last_, token); }

  Step opened(char c) {
    if (depth_ == std::ssize(open_)) return Step::kOther;
    open_[static_cast<std::size_t>(depth_++)] = c;
    if (c == '[') ++square_;
    return Step::kPlain;
  }

  Step closed(char opening) {
    if (!is_open(opening)) return Step::kError;
    if (open_[static_cast<std::size_t>(--depth_)] != opening) return Step::kOther;
    if (opening == '[') --square_;
    return Step::kPlain;
  }

  // Where there is neither `?` nor `case`, a colon follows a label, or in JavaScript a key in
  // braces.
  Step colon_behind(char operand, char before_operand) const {
    if (operand == 'a') return before_operand == '(' ? Step::kError : Step::kPlain;
    const bool literal = operand == '"' || operand == '1';
    return literal && (is_java_ || !is_open('{')) ? Step::kError : Step::kPlain;
  }

  char innermost() const { return depth_ > 0 ? open_[static_cast<std::size_t>(depth_ - 1)] : '\0'; }
  bool is_open(char opening) const {
    return std::find(open_.begin(), open_.begin() + depth_, opening) != open_.begin() + depth_;
  }

  // A comma ends something only in braces.
  bool ends_badly() const { return last_ == '.' || (is_java_ && last_ == ',' && !has_curly_); }

  std::string_view source_;
  TokenScanner tokens_;
  bool is_java_;
  char last_ = '\0';  // of the last token: itself, or the kind: 'a' name, '1' number, '"' text
  char before_last_ = '\0';
  std::array<char, 32> open_{};  // the brackets that are open
  std::ptrdiff_t depth_ = 0;
  std::size_t square_ = 0;  // those of them that are square
  bool has_curly_ = false;
  bool has_comma_ = false;  // since the last `[`, with no bracket between
};

// Whether a comment, or a text of several lines, may begin in `text`, or a text go on in the next
// line. Where none does, a line begins with a token.
bool may_join_lines(std::string_view text, Syntax syntax) {
  if (contains(text, "/*") || contains(text, "\\")) return true;
  // Of Java's texts all may have line feeds.
  return text.find_first_of(syntax == Syntax::kJava ? "\"" : "`<") != kNone;
}

// "... of the given functions.": behind a dot, or in a text without an end, more than one token is
// missing.
bool ends_as_sentence(std::string_view source) {
  const std::size_t dot = source.find_last_not_of(" \t\n");
  if (dot == kNone || source[dot] != '.') return false;
  const std::string_view text = source.substr(0, dot);
  // The dot is in no comment, and in no number.
  const std::string_view line = text.substr(text.rfind('\n') + 1);
  if (line.find_first_of("/<>#") != kNone) return false;
  std::size_t word = line.size();
  while (word > 0 && is_letter(line[word - 1])) --word;
  if (word == line.size()) return false;
  return word == 0 || contains(" ('\"`*:,", line.substr(word - 1, 1));
}

// "The call:\n\n[f(a=1)" where nothing closes the bracket: no token can be missing in the call, nor
// a bracket at the end.
bool ends_in_open_bracket(std::string_view source, Syntax syntax) {
  const std::size_t line_feed = source.rfind("\n[");
  if (line_feed == kNone) return false;
  const std::string_view before = source.substr(0, line_feed);
  const std::size_t colon = before.find_last_not_of(" \t\n");
  if (colon == kNone || before[colon] != ':' || contains(before, "{")) return false;
  return !may_join_lines(before, syntax) &&
         is_plain_call_inside(source.substr(line_feed + 2), syntax);
}

// "<think>\nThe user wants ..." without an end: in JavaScript the beginning of an element.
bool is_unfinished_element(std::string_view source) {
  if (!source.starts_with('<') || source.size() > kMostElementBytes) return false;
  // Behind a brace the text is code.
  if (source.size() > kMostBytes && contains(source, "{")) return false;
  TokenScanner tokens(source.substr(1), Syntax::kJavaScript);
  if (tokens.name().empty() || !tokens.take('>')) return false;
  return !contains(source, "</") && !contains(source, "/>") && !contains(source, "}") &&
         is_simple(source) && !is_too_long(source);
}

// Prose with an apostrophe, or with code between backticks, where no text or comment can begin
// before.
bool has_no_token(std::string_view source) {
  std::size_t begin = 0;
  while (begin < source.size()) {
    std::size_t end = source.find('\n', begin);
    if (end == kNone) end = source.size();
    const std::string_view line = source.substr(begin, end - begin);
    const std::size_t first = line.find_first_of("'\"`#/");
    if (first != kNone && (line[first] == '`' || line[first] == '#' ||
                           (line[first] == '\'' && is_loose_quote(source.substr(begin + first))))) {
      return !may_join_lines(source.substr(0, begin + first), Syntax::kJava);
    }
    begin = end + 1;
  }
  return false;
}

}  // namespace

bool is_certain_error(std::string_view source, Syntax syntax) {
  if (syntax == Syntax::kJavaScript && is_unfinished_element(source)) return true;
  if (source.size() > kMostBytes || !is_simple(source)) return false;
  return TokenWalk(source, syntax).finds_error() || ends_as_sentence(source) ||
         ends_in_open_bracket(source, syntax) || (syntax == Syntax::kJava && has_no_token(source));
}

}  // namespace bfclx::languages
