#include "core/python/evaluate/simple_calls.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "core/base/float_text.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

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

// Of a letter or "_", in a set of them; two letters may share one.
constexpr std::uint32_t bit_of(char letter) {
  return std::uint32_t{1} << (static_cast<unsigned char>(letter) % 32U);
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
  // The letters that they begin with, by length.
  static constexpr std::array<std::uint32_t, 11> kBegin = [] {
    std::array<std::uint32_t, 11> begin{};
    for (const std::string_view word : kKeywords) begin[word.size()] |= bit_of(word[0]);
    return begin;
  }();
  const std::size_t size = name.size();
  if (size + 1 >= kFirst.size() || (kBegin[size] & bit_of(name[0])) == 0) return false;
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

  bool call_texts(List& texts) {
    if (!take('[')) return false;
    std::string text;
    return items(']',
                 [&] {
                   text.clear();
                   if (!write_call(text)) return false;
                   texts.push_back(Value::str(text));
                   return true;
                 }) &&
           at_ == end_;
  }

  template <typename Call>  // SimpleCall, PlainCall
  bool call(Call& call) {
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

  // "name=", with blanks where they may stand.
  bool read_keyword(std::string_view& name) {
    if (!read_name(name)) return false;
    skip_blanks();
    if (!take('=')) return false;
    skip_blanks();
    return true;
  }

  bool read_argument(Dict& arguments) {
    std::string_view name;
    if (!read_keyword(name)) return false;
    Value value;
    if (!read_value(value)) return false;
    arguments.set(name, std::move(value));
    return true;
  }

  static void add(Dict& keywords, std::string_view name, Value value) {
    keywords.set(name, std::move(value));
  }
  static void add(std::vector<NamedArgument>& keywords, std::string_view name, Value value) {
    keywords.push_back({name, std::move(value)});
  }
  static bool may_add(const Dict& keywords, std::string_view name) {
    return !keywords.contains(name);
  }
  static bool may_add(const std::vector<NamedArgument>& keywords, std::string_view name) {
    return keywords.size() < PlainCall::kMostNamed &&
           std::none_of(keywords.begin(), keywords.end(),
                        [&](const NamedArgument& other) { return other.name == name; });
  }

  template <typename Call>
  bool read_evaluated_argument(Call& call) {
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
    if (!take('=') || !may_add(call.keywords, name)) return false;
    skip_blanks();
    if (!read_value(value)) return false;
    add(call.keywords, name, std::move(value));
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

  // ---- Calls written again.

  bool write_call(std::string& out) {
    std::string_view callee;
    if (!read_callee(callee)) return false;
    out.append(callee).append("(");
    std::array<std::string_view, PlainCall::kMostNamed> names;
    std::size_t count = 0;
    const bool good = items(')', [&] {
      std::string_view name;
      if (count == names.size() || !read_keyword(name)) return false;
      if (std::find(names.begin(), names.begin() + count, name) != names.begin() + count) {
        return false;
      }
      if (count > 0) out += ", ";
      names[count++] = name;
      out.append(name).append("=");
      return write_value(out);
    });
    out += ')';
    return good;
  }

  bool write_value(std::string& out) {
    if (at_ != end_ && *at_ == '[') return write_list(out);
    Value value;
    if (!read_value(value) || value.is_dict()) return false;
    append_repr(out, value);
    return true;
  }

  bool write_list(std::string& out) {
    if (++depth_ > kMaxNesting) return false;
    ++at_;
    out += '[';
    bool first = true;
    const bool good = items(']', [&] {
      if (!first) out += ", ";
      first = false;
      return write_value(out);
    });
    --depth_;
    out += ']';
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

std::optional<Value> read_simple_call_texts(std::string_view text) {
  List texts;
  if (!Reader(text, Names::kText).call_texts(texts)) return std::nullopt;
  return Value::list(std::move(texts));
}

std::optional<SimpleCall> read_simple_call(std::string_view text) {
  std::optional<SimpleCall> call(std::in_place);
  if (!Reader(text, Names::kRefused).call(*call)) return std::nullopt;
  return call;
}

std::optional<PlainCall> read_plain_call(std::string_view text) {
  std::optional<PlainCall> call(std::in_place);
  if (!Reader(text, Names::kRefused).call(*call)) return std::nullopt;
  return call;
}

}  // namespace bfclx
