#include "core/languages/plain_call.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

#include "core/languages/plain_tokens.h"
#include "core/value/dict.h"

namespace bfclx::languages {
namespace {

// Above it nothing is plain, so that no bound of the full way can be passed.
constexpr std::size_t kMostBytes = 4096;
constexpr int kMostNested = 16;
// A Java call without a semicolon is one with the semicolon missing to tree-sitter, unless it is so
// short that it costs less to take all of it for an error: up to ten bytes.
constexpr std::size_t kShortestJava = 16;
constexpr std::size_t kUsualArguments = 4;

// kCreation: of Java, whose text is not that of the source.
enum class ValueKind { kNone, kText, kCreation, kOther };

class PlainCallReader {
 public:
  PlainCallReader(std::string_view source, Syntax syntax)
      : tokens_(source, syntax), is_java_(syntax == Syntax::kJava) {}

  std::optional<Value> read() {
    tokens_.skip_space();
    const char* const begin = tokens_.at();
    // A text alone is no call.
    if (!tokens_.text().empty()) {
      if (!ends(begin)) return std::nullopt;
      return is_java_ ? Value::dict() : Value::none();
    }
    if (path() != Path::kNames || !tokens_.take('(')) return std::nullopt;
    const std::string_view name = from(begin, 1);
    Dict arguments;
    arguments.reserve(kUsualArguments);
    if (!items(')', [&] { return argument(arguments); }) || !ends(begin)) return std::nullopt;
    Dict call;
    call.reserve(1);
    call.set(name, Value::dict(std::move(arguments)));
    return Value::list({Value::dict(std::move(call))});
  }

 private:
  std::string_view from(const char* begin, std::size_t without = 0) const {
    return {begin, static_cast<std::size_t>(tokens_.at() - begin) - without};
  }

  // Whether the source ends behind the statement that begins at `begin`.
  bool ends(const char* begin) {
    const std::size_t length = from(begin).size();
    tokens_.skip_space();
    const bool ended = tokens_.take(';');
    tokens_.skip_space();
    return tokens_.at_end() && (!is_java_ || ended || length >= kShortestJava);
  }

  // What names between dots are. kDirective: one name, a Word::kDirective.
  enum class Path { kNone, kNames, kClass, kWord, kDirective };

  // `a` (`single`), `a.b.c`, in Java `a.b.class`, or a word like `true`.
  Path path(bool* single = nullptr) {
    std::string_view name = tokens_.name();
    if (name.empty()) return Path::kNone;
    switch (word_kind(name, tokens_.syntax())) {
      case Word::kValue:
        return Path::kWord;
      case Word::kDirective:
        return Path::kDirective;
      case Word::kKeyword:
        return Path::kNone;
      case Word::kName:
        break;
    }
    if (single != nullptr) *single = tokens_.next() != '.';
    while (tokens_.take('.')) {
      name = tokens_.name();
      if (name.empty()) return Path::kNone;
      if (is_java_ && name == "class") return Path::kClass;
      const Word word = word_kind(name, tokens_.syntax());
      if (word != Word::kName && word != Word::kDirective) return Path::kNone;
    }
    return Path::kNames;
  }

  // Items between commas up to `close`, which is taken.
  template <typename ReadItem>
  bool items(char close, const ReadItem& read_item) {
    tokens_.skip_space();
    if (tokens_.take(close)) return true;
    while (true) {
      if (!read_item()) return false;
      tokens_.skip_space();
      if (tokens_.take(close)) return true;
      if (!tokens_.take(',')) return false;
      tokens_.skip_space();
    }
  }

  // A name with a value, or a value alone, which counts only as a bare name: under None.
  bool argument(Dict& arguments) {
    const char* const begin = tokens_.at();
    bool single = false;
    const Path names = path(&single);
    if ((names == Path::kNames && single) || names == Path::kDirective) {
      const std::string_view name = from(begin);
      tokens_.skip_space();
      if (!tokens_.take('=')) {
        if (names == Path::kDirective) return false;
        if (tokens_.next() == ',' || tokens_.next() == ')') {
          if (arguments.contains(Value::none())) return false;
          arguments.set(Value::none(), Value::str(name));
          return true;
        }
        return tokens_.at() == name.data() + name.size() && call_behind();
      }
      tokens_.skip_space();
      const char* const value_begin = tokens_.at();
      std::string creation;
      const ValueKind kind = value(creation);
      if (kind == ValueKind::kNone || arguments.contains(name)) return false;
      std::string_view text = from(value_begin);
      if (kind == ValueKind::kText) text = text.substr(1, text.size() - 2);
      if (kind == ValueKind::kCreation) text = creation;
      arguments.set(name, Value::str(text));
      return true;
    }
    if (names == Path::kNames) return tokens_.next() != '(' || call_behind();
    // `true` counts in JavaScript, a class in Java.
    if (names != Path::kNone) return false;
    return tokens_.at() == begin && skip_value();
  }

  bool skip_value() {
    std::string creation;
    return value(creation) != ValueKind::kNone;
  }

  // The arguments of a call whose name is taken; what they hold has no names.
  bool call_behind() {
    if (!tokens_.take('(') || ++depth_ > kMostNested) return false;
    const bool plain = items(')', [&] { return skip_value(); });
    --depth_;
    return plain;
  }

  ValueKind value(std::string& creation) {
    const char c = tokens_.next();
    if (c == '"' || c == '\'') {
      return tokens_.text().empty() ? ValueKind::kNone : ValueKind::kText;
    }
    if (is_java_ && c == 'n' && tokens_.take_word("new")) {
      return append_creation(creation) ? ValueKind::kCreation : ValueKind::kNone;
    }
    if (plain::has_class(c, plain::kNameStart)) {
      switch (path()) {
        case Path::kNone:
          return ValueKind::kNone;
        case Path::kNames:
          if (tokens_.next() != '(') return ValueKind::kOther;
          return call_behind() ? ValueKind::kOther : ValueKind::kNone;
        case Path::kDirective:
          return ValueKind::kNone;
        default:
          return ValueKind::kOther;
      }
    }
    if (is_java_ || (c != '[' && c != '{')) {
      return tokens_.number().empty() ? ValueKind::kNone : ValueKind::kOther;
    }
    tokens_.skip();
    if (++depth_ > kMostNested) return ValueKind::kNone;
    const bool plain =
        c == '[' ? items(']', [&] { return skip_value(); }) : items('}', [&] { return pair(); });
    --depth_;
    return plain ? ValueKind::kOther : ValueKind::kNone;
  }

  // Behind `new`: `String[]{"a", "b"}` or `Viewer<String>(a, 1)`, without the blanks between.
  bool append_creation(std::string& out) {
    if (++depth_ > kMostNested) return false;
    out += "new ";
    tokens_.skip_space();
    bool is_array = false;
    if (!append_type(out, is_array)) return false;
    out += is_array ? "[]{" : "(";
    const std::string_view separator = is_array ? "," : ", ";
    const char close = is_array ? '}' : ')';
    const auto append_item = [&] {
      if (out.back() != '{' && out.back() != '(') out += separator;
      const char* const begin = tokens_.at();
      std::string creation;
      const ValueKind kind = value(creation);
      out += kind == ValueKind::kCreation ? std::string_view(creation) : from(begin);
      return kind != ValueKind::kNone;
    };
    if (!items(close, append_item)) return false;
    out += close;
    --depth_;
    return true;
  }

  // With the bracket behind it, which tells whether it is the type of an array.
  bool append_type(std::string& out, bool& is_array) {
    constexpr std::string_view kElements[] = {"int",   "long", "double", "boolean",
                                              "float", "char", "byte",   "short"};
    const char* const begin = tokens_.at();
    const bool of_elements =
        std::any_of(std::begin(kElements), std::end(kElements),
                    [&](std::string_view word) { return tokens_.take_word(word); });
    if (!of_elements && path() != Path::kNames) return false;
    out += from(begin);
    if (!of_elements && tokens_.take('<')) {
      out += '<';
      const auto append_name = [&] {
        if (out.back() != '<') out += ',';
        const std::string_view name = tokens_.name();
        out += name;
        return !name.empty() && word_kind(name, Syntax::kJava) == Word::kName;
      };
      if (!items('>', append_name)) return false;
      out += '>';
      return tokens_.take('(');
    }
    is_array = tokens_.take('[');
    if (!is_array) return !of_elements && tokens_.take('(');
    if (!tokens_.take(']')) return false;
    tokens_.skip_space();
    return tokens_.take('{');
  }

  // `key: value` of an object.
  bool pair() {
    const std::string_view name = tokens_.name();
    if (name.empty()) {
      if (tokens_.text().empty()) return false;
    } else if (word_kind(name, tokens_.syntax()) != Word::kName) {
      return false;
    }
    tokens_.skip_space();
    if (!tokens_.take(':')) return false;
    tokens_.skip_space();
    return skip_value();
  }

  TokenScanner tokens_;
  bool is_java_;
  int depth_ = 0;
};

std::optional<Value> read_plain_call(std::string_view source, Syntax syntax) {
  if (source.size() > kMostBytes) return std::nullopt;
  return PlainCallReader(source, syntax).read();
}

}  // namespace

bool is_plain_call_inside(std::string_view source, Syntax syntax) {
  if (source.find(';') != std::string_view::npos) return false;
  const std::optional<Value> calls = read_plain_call(source, syntax);
  if (!calls || !calls->is_list()) return false;
  const Dict::Entry& call = calls->items()[0].as_dict().entry(0);
  const Dict& arguments = call.value.as_dict();
  return call.key.as_str().find('.') != std::string_view::npos ||
         (!arguments.empty() && arguments.entry(0).key.is_str());
}

std::optional<Value> read_plain_java_call(std::string_view source) {
  return read_plain_call(source, Syntax::kJava);
}

std::optional<Value> read_plain_javascript_call(std::string_view source) {
  return read_plain_call(source, Syntax::kJavaScript);
}

}  // namespace bfclx::languages
