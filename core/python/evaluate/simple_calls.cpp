#include "core/python/evaluate/simple_calls.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "core/base/float_text.h"
#include "core/value/dict.h"

namespace bfclx {

namespace {

constexpr std::size_t kMaxNesting = 32;
constexpr std::size_t kUsualArguments = 4;
constexpr std::size_t kMaxDigits = 18;  // of an int that fits in 64 bits whatever they are

enum : std::uint8_t { kNameStart = 1, kNameMore = 2, kDigit = 4, kBlank = 8, kEndOfValue = 16 };

constexpr std::array<std::uint8_t, 256> character_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = kNameStart | kNameMore;
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = kNameStart | kNameMore;
  for (int c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = kNameMore | kDigit;
  classes['_'] = kNameStart | kNameMore;
  for (const char c : {',', ')', ']', '}', ':'}) {
    classes[static_cast<std::size_t>(c)] = kEndOfValue;
  }
  classes[' '] = classes['\n'] = classes['\t'] = kBlank;
  return classes;
}
constexpr std::array<std::uint8_t, 256> kClasses = character_classes();

bool has_class(char c, std::uint8_t wanted) {
  return (kClasses[static_cast<unsigned char>(c)] & wanted) != 0;
}

// Words that are no names, or cannot be assigned to.
bool is_keyword(std::string_view name) {
  // By length.
  static constexpr std::array<std::string_view, 36> kKeywords = {
      "as",      "if",       "in",       "is",       "or",     "and",    "def",    "del",
      "for",     "not",      "try",      "None",     "True",   "elif",   "else",   "from",
      "pass",    "with",     "False",    "async",    "await",  "break",  "class",  "raise",
      "while",   "yield",    "assert",   "except",   "global", "import", "lambda", "return",
      "finally", "continue", "nonlocal", "__debug__"};
  static constexpr std::array<std::uint8_t, 11> kFirst = {0, 0, 0, 5, 11, 18, 26, 32, 33, 35, 36};
  const std::size_t size = name.size();
  if (size + 1 >= kFirst.size()) return false;
  return std::find(kKeywords.begin() + kFirst[size], kKeywords.begin() + kFirst[size + 1], name) !=
         kKeywords.begin() + kFirst[size + 1];
}

// What a bare name among the arguments is.
enum class Names : std::uint8_t { kText, kRefused };

// A reader over the text. Each method returns false where the plain form ends; what has been read
// by then is thrown away.
class Reader {
 public:
  Reader(std::string_view text, Names names)
      : at_(text.data()), end_(at_ + text.size()), names_(names) {}

  bool calls(List& calls) {
    if (!take('[')) return false;
    return items(']',
                 [&] {
                   Value call;
                   if (!read_call(call)) return false;
                   calls.push_back(std::move(call));
                   return true;
                 }) &&
           at_ == end_;
  }

  bool call(SimpleCall& call) {
    if (!read_callee(call.name)) return false;
    call.keywords.reserve(kUsualArguments);
    return items(')', [&] { return read_evaluated_argument(call); }) && at_ == end_;
  }

 private:
  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }

  void skip_blanks() {
    while (at_ != end_ && has_class(*at_, kBlank)) ++at_;
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

  bool read_name(std::string_view& name) {
    const char* begin = at_;
    if (at_ == end_ || !has_class(*at_, kNameStart)) return false;
    while (at_ != end_ && has_class(*at_, kNameMore)) ++at_;
    name = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
    return !is_keyword(name);
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

  bool read_call(Value& call) {
    std::string_view name;
    if (!read_callee(name)) return false;
    Dict arguments;
    arguments.reserve(kUsualArguments);
    if (!items(')', [&] { return read_argument(arguments); })) return false;
    Dict named;
    named.set(name, Value::dict(std::move(arguments)));
    call = Value::dict(std::move(named));
    return true;
  }

  bool read_argument(Dict& arguments) {
    std::string_view name;
    if (!read_name(name)) return false;
    skip_blanks();
    if (!take('=')) return false;
    skip_blanks();
    Value value;
    if (!read_value(value)) return false;
    arguments.set(name, std::move(value));
    return true;
  }

  bool read_evaluated_argument(SimpleCall& call) {
    const char* begin = at_;
    std::string_view name;
    Value value;
    if (!read_name(name)) {
      at_ = begin;
      if (!call.keywords.empty() || !read_value(value)) return false;
      call.positional.push_back(std::move(value));
      return true;
    }
    skip_blanks();
    if (!take('=') || call.keywords.contains(name)) return false;
    skip_blanks();
    if (!read_value(value)) return false;
    call.keywords.set(name, std::move(value));
    return true;
  }

  bool read_value(Value& value) {
    if (at_ == end_) return false;
    const char c = *at_;
    if (c == '\'' || c == '"') return read_string(value);
    if (c == '[') return read_list(value);
    if (c == '{') return read_dict(value);
    if (c == '-' || has_class(c, kDigit)) return read_number(value);
    return read_word(value);
  }

  // The escapes that replies have; 0 for all others.
  static char escaped_character(char c) {
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

  // What follows a value decides whether it was all of it: a string may go on with another, a name
  // with a bracket, anything with an operator.
  bool at_end_of_value() {
    skip_blanks();
    return at_ != end_ && has_class(*at_, kEndOfValue);
  }

  bool read_string(Value& value) {
    const char quote = *at_++;
    const char* begin = at_;  // of what is not yet in `unescaped`
    std::string unescaped;
    for (; at_ != end_ && *at_ != quote; ++at_) {
      const char c = *at_;
      if (c == '\n' || c == '\r' || c == '\0') return false;
      if (c == '\xed') return false;  // may begin a surrogate
      if (c != '\\') continue;
      unescaped.append(begin, at_);
      if (++at_ == end_) return false;
      const char meant = escaped_character(*at_);
      if (meant == '\0') return false;
      unescaped.push_back(meant);
      begin = at_ + 1;
    }
    if (at_ == end_) return false;
    std::string_view text(begin, static_cast<std::size_t>(at_ - begin));
    if (!unescaped.empty()) text = unescaped.append(text);
    ++at_;
    if (text.empty() && at_ != end_ && *at_ == quote) return false;  // three quotes
    value = Value::str(text);
    return at_end_of_value();
  }

  bool read_number(Value& value) {
    const bool negative = take('-');
    const char* begin = at_;
    skip_digits();
    const auto digits = static_cast<std::size_t>(at_ - begin);
    if (digits == 0 || digits > kMaxDigits || (digits > 1 && *begin == '0')) return false;
    if (at_ != end_ && (*at_ == '.' || *at_ == 'e' || *at_ == 'E')) {
      return read_float(begin, negative, value);
    }
    if (at_ != end_ && has_class(*at_, kNameMore)) return false;
    std::int64_t number = 0;
    for (const char* digit = begin; digit != at_; ++digit) number = number * 10 + (*digit - '0');
    value = Value::integer(negative ? -number : number);
    return at_end_of_value();
  }

  void skip_digits() {
    while (at_ != end_ && has_class(*at_, kDigit)) ++at_;
  }

  bool read_float(const char* begin, bool negative, Value& value) {
    if (take('.')) {
      const char* fraction = at_;
      skip_digits();
      if (at_ == fraction) return false;
    }
    if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
      ++at_;
      if (at_ != end_ && (*at_ == '+' || *at_ == '-')) ++at_;
      const char* exponent = at_;
      skip_digits();
      if (at_ == exponent) return false;
    }
    if (at_ != end_ && (has_class(*at_, kNameMore) || *at_ == '.')) return false;
    const double number =
        parse_decimal(std::string_view(begin, static_cast<std::size_t>(at_ - begin)));
    value = Value::real(negative ? -number : number);
    return at_end_of_value();
  }

  // True, False, None, or a bare name, which is the str of itself.
  bool read_word(Value& value) {
    const char* begin = at_;
    std::string_view name;
    if (!read_name(name)) {
      name = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
      if (name == "True" || name == "False") {
        value = Value::boolean(name == "True");
      } else if (name == "None") {
        value = Value::none();
      } else {
        return false;
      }
    } else {
      if (names_ == Names::kRefused) return false;
      if (at_ != end_ && (*at_ == '\'' || *at_ == '"')) return false;  // a prefix
      value = Value::str(name);
    }
    return at_end_of_value();
  }

  bool read_list(Value& value) {
    if (++depth_ > kMaxNesting) return false;
    ++at_;
    List list;
    const bool good = items(']', [&] {
      Value item;
      if (!read_value(item)) return false;
      list.push_back(std::move(item));
      return true;
    });
    --depth_;
    value = Value::list(std::move(list));
    return good && at_end_of_value();
  }

  bool read_dict(Value& value) {
    if (++depth_ > kMaxNesting) return false;
    ++at_;
    Dict entries;
    const bool good = items('}', [&] {
      Value key;
      if (!read_value(key) || !take(':')) return false;
      if (key.is_list() || key.is_dict()) return false;  // not hashable
      skip_blanks();
      Value item;
      if (!read_value(item)) return false;
      entries.set(std::move(key), std::move(item));
      return true;
    });
    --depth_;
    value = Value::dict(std::move(entries));
    return good && at_end_of_value();
  }

  const char* at_;
  const char* end_;
  const Names names_;
  std::size_t depth_ = 0;
};

}  // namespace

std::optional<Value> read_simple_calls(std::string_view text) {
  List calls;
  if (!Reader(text, Names::kText).calls(calls)) return std::nullopt;
  return Value::list(std::move(calls));
}

std::optional<SimpleCall> read_simple_call(std::string_view text) {
  std::optional<SimpleCall> call(std::in_place);
  if (!Reader(text, Names::kRefused).call(*call)) return std::nullopt;
  return call;
}

}  // namespace bfclx
