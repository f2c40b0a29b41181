#include "core/check/java_types.h"

#include <optional>
#include <string>
#include <utility>

#include "core/base/float_text.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/check/findings.h"
#include "core/check/literal_text.h"
#include "core/value/dict.h"
#include "core/value/number_text.h"

namespace bfclx {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr NumberShape kIntShape{};
constexpr NumberShape kLongShape{.suffixes = "lL"};
constexpr NumberShape kFloatShape{.fraction = true, .exponent = true, .suffixes = "fF"};
constexpr NumberShape kDoubleShape{.fraction = true, .exponent = true};

Value real_of(std::string_view digits) {
  const Result<double> number = python_float(digits);  // the shape admits nothing that fails
  return number.ok() ? Value::real(number.value()) : Value::str(digits);
}

// parse_java_value: a literal whose type nobody has told.
Result<Value> untyped_value(std::string_view text) {
  if (text == "true") return Value::boolean(true);
  if (text == "false") return Value::boolean(false);
  if (is_enclosed(text, '"', '"')) return Value::str(without_ends(text));
  if (const auto digits = match_number(text, kLongShape)) return python_int(*digits);
  if (const auto digits = match_number(text, kFloatShape)) return real_of(*digits);
  if (std::optional<Value> number = int_or_float(text)) return std::move(*number);
  return Value::str(text);
}

Result<Value> typed_or_untyped(std::string_view text, std::string_view type) {
  return type.empty() ? untyped_value(text) : java_value(text, type, {});
}

// Element of an ArrayList: of texts and characters the first and the last character go, whatever
// they are.
Result<Value> list_element(std::string_view text, std::string_view type) {
  if (type == "char" || type == "String") return Value::str(without_ends(text));
  return typed_or_untyped(text, type);
}

// Finds `new\s+<name>` from `at` on; gives the place behind it and moves `at` behind `new`.
std::optional<std::size_t> next_new(std::string_view text, std::size_t& at, std::string_view name) {
  constexpr std::string_view kNew = "new";
  while (true) {
    const std::size_t found = text.find(kNew, at);
    if (found == kNone) return std::nullopt;
    at = found + kNew.size();
    const std::size_t after_space = skip_space(text, at);
    if (after_space == at) continue;
    if (const auto end = skip_text(text, after_space, name)) return end;
  }
}

// Behind `new\s+ArrayList<\w*><rest>`, at the first place where it matches and `accept` (given that
// place) does not refuse.
template <typename Accept>
bool search_array_list(std::string_view text, std::string_view rest, Accept accept) {
  std::size_t at = 0;
  while (const auto type = next_new(text, at, "ArrayList<")) {
    const auto end = skip_text(text, skip_word(text, *type), rest);
    if (end && accept(*end)) return true;
  }
  return false;
}

// new\s+ArrayList<\w*>\(Arrays\.asList\((.+?)\)\)
std::optional<std::string_view> as_list_elements(std::string_view text) {
  NextOccurrence closing(text, "))");
  NextOccurrence line_feed(text, "\n");
  std::string_view elements;
  const bool found = search_array_list(text, ">(Arrays.asList(", [&](std::size_t begin) {
    const std::size_t end = closing.from(begin + 1);
    if (end == kNone || line_feed.from(begin) < end) return false;
    elements = text.substr(begin, end - begin);
    return true;
  });
  return found ? std::optional(elements) : std::nullopt;
}

// new\s+ArrayList<\w*>\(\)\s*\{\{\s*(.+?)\s*\}\}, where . is any character
std::optional<std::string_view> initializer_body(std::string_view text) {
  NextOccurrence closing(text, "}}");
  std::string_view body;
  const bool found = search_array_list(text, ">()", [&](std::size_t after) {
    const auto open = skip_text(text, skip_space(text, after), "{{");
    if (!open) return false;
    const std::size_t begin = skip_space(text, *open);
    const std::size_t end = closing.from(begin + 1);
    if (end != kNone) {
      // The body has one character at least, even where that is a brace.
      std::size_t first_end = begin;
      next_code_point(text, first_end);
      body = text.substr(begin, space_before(text, first_end, end) - begin);
      return true;
    }
    // Nothing but white space between the braces: its last character is the body.
    if (begin == *open || !skip_text(text, begin, "}}")) return false;
    const std::size_t last = code_point_begin(text, begin - 1);
    body = text.substr(last, begin - last);
    return true;
  });
  return found ? std::optional(body) : std::nullopt;
}

// add\((.+?)\) for each match in turn, not across lines.
Result<Value> added_elements(std::string_view body, std::string_view nested_type) {
  constexpr std::string_view kAdd = "add(";
  NextOccurrence closing(body, ")");
  NextOccurrence line_feed(body, "\n");
  List elements;
  std::size_t at = 0;
  while (true) {
    const std::size_t found = body.find(kAdd, at);
    if (found == kNone) return Value::list(std::move(elements));
    const std::size_t begin = found + kAdd.size();
    const std::size_t end = closing.from(begin + 1);
    if (end == kNone) return Value::list(std::move(elements));
    if (line_feed.from(begin) < end) {
      at = begin;
      continue;
    }
    BFCLX_ASSIGN_OR_RETURN(Value element,
                           list_element(strip(body.substr(begin, end - begin)), nested_type));
    elements.push_back(std::move(element));
    at = end + 1;
  }
}

Result<Value> array_list(std::string_view text, std::string_view nested_type) {
  if (const auto listed = as_list_elements(text)) {
    List elements;
    for (const std::string_view part : split_on_commas(*listed)) {
      BFCLX_ASSIGN_OR_RETURN(Value element, list_element(part, nested_type));
      elements.push_back(std::move(element));
    }
    return Value::list(std::move(elements));
  }
  if (const auto body = initializer_body(text)) return added_elements(*body, nested_type);
  if (search_array_list(text, ">()", [](std::size_t) { return true; })) return Value::list();
  return Value::str(text);
}

// new\s+\w+\[\]\s*\{(.*?)\}
std::optional<std::string_view> array_elements(std::string_view text) {
  NextOccurrence closing(text, "}");
  NextOccurrence line_feed(text, "\n");
  std::size_t at = 0;
  while (const auto name = next_new(text, at, "")) {
    const std::size_t name_end = skip_word(text, *name);
    if (name_end == *name) continue;
    const auto brackets = skip_text(text, name_end, "[]");
    if (!brackets) continue;
    const auto begin = skip_text(text, skip_space(text, *brackets), "{");
    if (!begin) continue;
    const std::size_t end = closing.from(*begin);
    if (end == kNone) return std::nullopt;
    if (line_feed.from(*begin) < end) continue;
    return text.substr(*begin, end - *begin);
  }
  return std::nullopt;
}

Result<Value> array(std::string_view text, std::string_view nested_type) {
  const auto listed = array_elements(text);
  if (!listed) return Value::str(text);
  List elements;
  for (const std::string_view part : split_on_commas(*listed)) {
    if (part.empty()) continue;
    BFCLX_ASSIGN_OR_RETURN(Value element, typed_or_untyped(part, nested_type));
    elements.push_back(std::move(element));
  }
  return Value::list(std::move(elements));
}

// Behind `>\s*\(\)` at the first `>` from `at` up to `limit` that it follows.
std::optional<std::size_t> type_arguments_end(std::string_view text, std::size_t at,
                                              std::size_t limit, std::string_view rest) {
  for (std::size_t close = text.find('>', at); close < limit; close = text.find('>', close + 1)) {
    auto end = skip_text(text, skip_space(text, close + 1), "()");
    if (end && !rest.empty()) end = skip_text(text, skip_space(text, *end), rest);
    if (end) return end;
  }
  return std::nullopt;
}

// new\s+HashMap<.*?>\s*\(\)\s*\{\s*\{?\s*(.*?)\s*\}?\s*\}, where . is any character. Where the
// first `new HashMap<` finds no `> () {` with a brace behind it, no later one does.
std::optional<std::string_view> hash_map_body(std::string_view text) {
  std::size_t at = 0;
  const auto arguments = next_new(text, at, "HashMap<");
  if (!arguments) return std::nullopt;
  const auto open = type_arguments_end(text, *arguments, kNone, "{");
  if (!open) return std::nullopt;
  std::size_t begin = skip_space(text, *open);
  if (const auto second = skip_text(text, begin, "{")) begin = skip_space(text, *second);
  const std::size_t brace = text.find('}', begin);
  if (brace == kNone) return std::nullopt;
  return text.substr(begin, space_before(text, begin, brace) - begin);
}

// new\s+HashMap<.*?>\s*\(\), where . stays in its line
bool has_empty_hash_map(std::string_view text) {
  std::size_t at = 0;
  while (const auto arguments = next_new(text, at, "HashMap<")) {
    const std::size_t line_end = text.find('\n', *arguments);
    if (type_arguments_end(text, *arguments, line_end, {})) return true;
    if (line_end == kNone) return false;
    at = line_end;  // a later one in this line has the same brackets before it, or fewer
  }
  return false;
}

// put\("(.*?)",\s*(.*?)\) at successive places.
class PutScanner {
 public:
  explicit PutScanner(std::string_view body)
      : body_(body), key_end_(body, kKeyEnd), closing_(body, ")"), line_feed_(body, "\n") {}

  struct Pair {
    std::string_view key;
    std::string_view value;
  };

  std::optional<Pair> next() {
    constexpr std::string_view kPut = "put(\"";
    while (true) {
      const std::size_t found = body_.find(kPut, at_);
      if (found == kNone) return std::nullopt;
      const std::size_t begin = found + kPut.size();
      const std::size_t line_end = line_feed_.from(begin);
      if (const auto pair = match(begin, line_end)) return pair;
      if (line_end == kNone) return std::nullopt;
      // A later put in this line has the same quotes to end its key at, or fewer.
      at_ = line_end;
    }
  }

 private:
  // The key ends at the first `",` from which the value reaches a parenthesis within its line.
  std::optional<Pair> match(std::size_t begin, std::size_t line_end) {
    for (std::size_t quote = key_end_.from(begin); quote < line_end;
         quote = key_end_.from(quote + 1)) {
      const std::size_t value = skip_space(body_, quote + kKeyEnd.size());
      const std::size_t end = closing_.from(value);
      if (end == kNone) return std::nullopt;
      if (line_feed_.from(value) < end) continue;
      at_ = end + 1;
      return Pair{body_.substr(begin, quote - begin), strip(body_.substr(value, end - value))};
    }
    return std::nullopt;
  }

  static constexpr std::string_view kKeyEnd = "\",";

  std::string_view body_;
  NextOccurrence key_end_;
  NextOccurrence closing_;
  NextOccurrence line_feed_;
  std::size_t at_ = 0;
};

Result<Value> hash_map(std::string_view text) {
  Dict entries;
  const auto body = hash_map_body(text);
  if (!body) return has_empty_hash_map(text) ? Value::dict() : Value::str(text);
  PutScanner puts(*body);
  while (const auto pair = puts.next()) {
    BFCLX_ASSIGN_OR_RETURN(Value value, untyped_value(pair->value));
    entries.set(pair->key, std::move(value));
  }
  return Value::dict(std::move(entries));
}

Result<Value> integer(std::string_view text, std::string_view) {
  if (const auto digits = match_number(text, kIntShape)) return python_int(*digits);
  return Value::str(text);
}

Result<Value> long_integer(std::string_view text, std::string_view) {
  if (const auto digits = match_number(text, kLongShape)) return python_int(*digits);
  return Value::str(text);
}

Result<Value> single_float(std::string_view text, std::string_view) {
  const auto digits = match_number(text, kFloatShape);
  return digits ? real_of(*digits) : Value::str(text);
}

Result<Value> double_float(std::string_view text, std::string_view) {
  const auto digits = match_number(text, kDoubleShape);
  return digits ? real_of(*digits) : Value::str(text);
}

Result<Value> boolean(std::string_view text, std::string_view) {
  if (text == "true" || text == "false") return Value::boolean(text == "true");
  return Value::str(text);
}

// Also a char, which keeps its quotes.
Result<Value> plain_text(std::string_view text, std::string_view) { return Value::str(text); }

Result<Value> hash_map_of(std::string_view text, std::string_view) { return hash_map(text); }

struct Converter {
  std::string_view type;
  Result<Value> (*convert)(std::string_view text, std::string_view nested_type);
  std::string_view not_implemented = {};  // the text of NotImplementedError
};

constexpr Converter kConverters[] = {
    {"String", plain_text},
    {"any", plain_text},
    {"integer", integer},
    {"boolean", boolean},
    {"float", single_float},
    {"Array", array},
    {"HashMap", hash_map_of},
    {"long", long_integer},
    {"ArrayList", array_list},
    {"double", double_float},
    {"char", plain_text},
    {"byte", integer},
    {"short", integer},
    {"Set", nullptr, "Set conversion is not implemented"},
    {"Hashtable", nullptr, "Set conversion is not implemented"},
    {"Queue", nullptr, "Queue conversion is not implemented"},
    {"Stack", nullptr, "Stack conversion is not implemented"},
};

}  // namespace

Result<Value> java_value(std::string_view text, std::string_view type,
                         std::string_view nested_type) {
  for (const Converter& converter : kConverters) {
    if (converter.type != type) continue;
    if (converter.convert != nullptr) return converter.convert(text, nested_type);
    return Error{"NotImplementedError", std::string(converter.not_implemented)};
  }
  return Error{"ValueError", concat({"Unsupported type: ", type})};
}

}  // namespace bfclx
