// A reader over text of the plain form (simple_calls.h), for whoever makes something of it while it
// is read (internal to the core).
//
// Each method returns false where the plain form ends; what has been read by then is thrown away.
#ifndef BFCLX_CORE_PYTHON_EVALUATE_PLAIN_READER_H_
#define BFCLX_CORE_PYTHON_EVALUATE_PLAIN_READER_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/value/value.h"

namespace bfclx {

namespace plain_form {

enum : std::uint8_t {
  kNameStart = 1,
  kNameMore = 2,
  kDigit = 4,
  kBlank = 8,
  kEndOfValue = 16,
  kOddInText = 32,  // an escape, or what a literal in quotes cannot hold
};

constexpr std::array<std::uint8_t, 256> character_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = kNameStart | kNameMore;
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = kNameStart | kNameMore;
  for (int c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = kNameMore | kDigit;
  classes['_'] = kNameStart | kNameMore;
  for (const char c : {',', ')', ']', '}', ':'}) {
    classes[static_cast<unsigned char>(c)] = kEndOfValue;
  }
  classes[' '] = classes['\n'] = classes['\t'] = kBlank;
  // The last may begin a surrogate.
  for (const char c : {'\\', '\n', '\r', '\0', '\xed'}) {
    classes[static_cast<unsigned char>(c)] |= kOddInText;
  }
  return classes;
}
inline constexpr std::array<std::uint8_t, 256> kClasses = character_classes();

inline bool has_class(char c, std::uint8_t wanted) {
  return (kClasses[static_cast<unsigned char>(c)] & wanted) != 0;
}

// Of a letter or "_", in a set of them; two letters may share one.
constexpr std::uint32_t bit_of(char letter) {
  return std::uint32_t{1} << (static_cast<unsigned char>(letter) % 32U);
}

// Words that are no names, or cannot be assigned to, by length; where each length begins, and the
// letters that they begin with.
inline constexpr std::array<std::string_view, 36> kKeywords = {
    "as",      "if",       "in",       "is",       "or",     "and",    "def",    "del",
    "for",     "not",      "try",      "None",     "True",   "elif",   "else",   "from",
    "pass",    "with",     "False",    "async",    "await",  "break",  "class",  "raise",
    "while",   "yield",    "assert",   "except",   "global", "import", "lambda", "return",
    "finally", "continue", "nonlocal", "__debug__"};
inline constexpr std::array<std::uint8_t, 11> kFirst = {0, 0, 0, 5, 11, 18, 26, 32, 33, 35, 36};
inline constexpr std::array<std::uint32_t, 11> kBegin = [] {
  std::array<std::uint32_t, 11> begin{};
  for (const std::string_view word : kKeywords) begin[word.size()] |= bit_of(word[0]);
  return begin;
}();

inline bool is_keyword(std::string_view name) {
  const std::size_t size = name.size();
  if (size + 1 >= kFirst.size() || (kBegin[size] & bit_of(name[0])) == 0) return false;
  return std::find(kKeywords.begin() + kFirst[size], kKeywords.begin() + kFirst[size + 1], name) !=
         kKeywords.begin() + kFirst[size + 1];
}

// The escapes that responses have; 0 for all others.
inline char escaped_character(char c) {
  switch (c) {
    case '\\':
    case '\'':
    case '"':
      return c;
    case 'n':
      return '\n';
    case 't':
      return '\t';
    default:
      return '\0';
  }
}

inline constexpr std::size_t kMaxDigits = 18;  // of an int that fits in 64 bits whatever they are

}  // namespace plain_form

class PlainReader {
 public:
  // What a bare name among the arguments is.
  enum class Names : std::uint8_t { kText, kRefused };

  PlainReader(std::string_view text, Names names)
      : at_(text.data()), end_(at_ + text.size()), names_(names) {}

  bool at_end() const { return at_ == end_; }
  // The next character; NUL at the end.
  char next() const { return at_ != end_ ? *at_ : '\0'; }

  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }

  void skip_blanks() {
    while (at_ != end_ && plain_form::has_class(*at_, plain_form::kBlank)) ++at_;
  }

  // Items between commas up to `close`, which is taken; a comma may stand behind the last.
  template <typename ReadItem>
  bool items(char close, const ReadItem& read_item) {
    while (true) {
      skip_blanks();
      if (take(close)) return true;
      if (!read_item()) return false;
      skip_blanks();
      if (take(close)) return true;
      if (!take(',')) return false;
    }
  }

  // A name that is no keyword of Python; a part of the text.
  bool read_name(std::string_view& name) {
    const char* begin = at_;
    if (at_ == end_ || !plain_form::has_class(*at_, plain_form::kNameStart)) return false;
    while (at_ != end_ && plain_form::has_class(*at_, plain_form::kNameMore)) ++at_;
    name = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
    return !plain_form::is_keyword(name);
  }

  // A dotted name and the bracket behind it.
  bool read_callee(std::string_view& name) {
    const char* begin = at_;
    std::string_view part;
    do {
      if (!read_name(part)) return false;
    } while (take('.'));
    name = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
    return take('(');
  }

  // "name=", with blanks where they may stand.
  bool read_keyword(std::string_view& name) {
    if (!read_name(name)) return false;
    skip_blanks();
    if (!take('=')) return false;
    skip_blanks();
    return true;
  }

  // A literal in quotes, with what follows decided: `text` is a part of the text, or of `unescaped`
  // (empty before) where it has escapes.
  bool read_text(std::string_view& text, std::string& unescaped);
  // Any value, with what follows decided.
  bool read_value(Value& value);
  // The items of a list or a dict.
  bool enter() {
    ++at_;
    return ++depth_ <= kMaxNesting;
  }
  void leave() { --depth_; }

  // What follows a value decides whether it was all of it: a string may go on with another, a name
  // with a bracket, anything with an operator.
  bool at_end_of_value() {
    skip_blanks();
    return at_ != end_ && plain_form::has_class(*at_, plain_form::kEndOfValue);
  }

 protected:
  const char* at_;
  const char* end_;

 private:
  static constexpr std::size_t kMaxNesting = 32;
  void skip_digits() {
    while (at_ != end_ && plain_form::has_class(*at_, plain_form::kDigit)) ++at_;
  }
  bool read_string(Value& value);
  bool read_number(Value& value);
  bool read_float(const char* begin, bool negative, Value& value);
  bool read_word(Value& value);
  bool read_list(Value& value);
  bool read_dict(Value& value);

  const Names names_;
  std::size_t depth_ = 0;
};

// What every call is made of is inlined where it is read: it is most of the time of a right
// response.

inline bool PlainReader::read_value(Value& value) {
  if (at_ == end_) return false;
  const char c = *at_;
  if (c == '\'' || c == '"') return read_string(value);
  if (c == '[') return read_list(value);
  if (c == '{') return read_dict(value);
  if (c == '-' || plain_form::has_class(c, plain_form::kDigit)) return read_number(value);
  return read_word(value);
}

inline bool PlainReader::read_text(std::string_view& text, std::string& unescaped) {
  const char quote = *at_++;
  const char* begin = at_;  // of what is not yet in `unescaped`
  for (; at_ != end_ && *at_ != quote; ++at_) {
    const char c = *at_;
    if (!plain_form::has_class(c, plain_form::kOddInText)) continue;
    if (c != '\\') return false;
    unescaped.append(begin, at_);
    if (++at_ == end_) return false;
    const char meant = plain_form::escaped_character(*at_);
    if (meant == '\0') return false;
    unescaped.push_back(meant);
    begin = at_ + 1;
  }
  if (at_ == end_) return false;
  text = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
  if (!unescaped.empty()) text = unescaped.append(text);
  ++at_;
  if (text.empty() && at_ != end_ && *at_ == quote) return false;  // three quotes
  return at_end_of_value();
}

inline bool PlainReader::read_string(Value& value) {
  std::string_view text;
  std::string unescaped;
  if (!read_text(text, unescaped)) return false;
  value = Value::str(text);
  return true;
}

inline bool PlainReader::read_number(Value& value) {
  const bool negative = take('-');
  const char* begin = at_;
  skip_digits();
  const auto digits = static_cast<std::size_t>(at_ - begin);
  if (digits == 0 || digits > plain_form::kMaxDigits || (digits > 1 && *begin == '0')) return false;
  if (at_ != end_ && (*at_ == '.' || *at_ == 'e' || *at_ == 'E')) {
    return read_float(begin, negative, value);
  }
  if (at_ != end_ && plain_form::has_class(*at_, plain_form::kNameMore)) return false;
  std::int64_t number = 0;
  for (const char* digit = begin; digit != at_; ++digit) number = number * 10 + (*digit - '0');
  value = Value::integer(negative ? -number : number);
  return at_end_of_value();
}

}  // namespace bfclx

#endif  // BFCLX_CORE_PYTHON_EVALUATE_PLAIN_READER_H_
