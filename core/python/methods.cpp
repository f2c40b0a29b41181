// Attributes and methods of the builtin types.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/text_search.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/python/builtins.h"
#include "core/python/operators.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

using Method = Result<Value> (*)(const Value&, Arguments&);

Error value_error(std::string message) { return {"ValueError", std::move(message)}; }
std::string name_of(const Value& value) { return std::string(type_name(value)); }

bool is_ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// ---- str

Result<Value> str_upper(const Value& value, Arguments&) {
  return Value::str(upper(value.as_str()));
}
Result<Value> str_lower(const Value& value, Arguments&) {
  return Value::str(lower(value.as_str()));
}

std::vector<std::string_view> code_points_of(std::string_view text) {
  std::vector<std::string_view> points;
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t begin = offset;
    next_code_point(text, offset);
    points.push_back(text.substr(begin, offset - begin));
  }
  return points;
}

enum class Side { kLeft, kRight, kBoth };

template <Side kSide>
Result<Value> str_strip(const Value& value, Arguments& arguments) {
  const std::string_view text = value.as_str();
  if (arguments.positional.empty() || arguments.positional[0].is_none()) {
    return Value::str(kSide == Side::kLeft    ? lstrip(text)
                      : kSide == Side::kRight ? rstrip(text)
                                              : strip(text));
  }
  const Value& chars = arguments.positional[0];
  if (!chars.is_str()) {
    constexpr std::string_view kName = kSide == Side::kLeft    ? "lstrip"
                                       : kSide == Side::kRight ? "rstrip"
                                                               : "strip";
    return type_error(std::string(kName) + " arg must be None or str");
  }
  const std::vector<std::string_view> points = code_points_of(text);
  std::vector<std::string_view> set = code_points_of(chars.as_str());
  std::sort(set.begin(), set.end());
  const auto stripped = [&](std::string_view point) {
    return std::binary_search(set.begin(), set.end(), point);
  };
  std::size_t begin = 0, end = points.size();
  if (kSide != Side::kRight) {
    while (begin < end && stripped(points[begin])) ++begin;
  }
  if (kSide != Side::kLeft) {
    while (end > begin && stripped(points[end - 1])) --end;
  }
  std::string result;
  for (; begin < end; ++begin) result += points[begin];
  return Value::str(result);
}

Result<Value> str_replace(const Value& value, Arguments& arguments) {
  for (std::size_t i = 0; i < 2; ++i) {
    if (!arguments.positional[i].is_str()) {
      return type_error("replace() argument " + std::to_string(i + 1) + " must be str, not " +
                        name_of(arguments.positional[i]));
    }
  }
  if (arguments.positional.size() > 2) return Error{"Limit", "a count is not supported"};
  const std::string_view from = arguments.positional[0].as_str();
  const std::string_view to = arguments.positional[1].as_str();
  if (from.empty()) return Error{"Limit", "replacing nothing is not supported"};
  const std::size_t size = value.as_str().size();
  if (to.size() > from.size() && size / from.size() * to.size() > arguments.max_bytes) {
    return Error{"Limit", "result is too large"};
  }
  return Value::str(replace_all(value.as_str(), from, to));
}

Result<Value> str_split(const Value& value, Arguments& arguments) {
  if (arguments.positional.size() > 1 || !arguments.keywords.empty()) {
    return Error{"Limit", "a maximum is not supported"};
  }
  const std::string_view text = value.as_str();
  List pieces;
  if (arguments.positional.empty() || arguments.positional[0].is_none()) {
    for (std::string_view rest = lstrip(text); !rest.empty();) {
      std::size_t end = 0;
      for (std::size_t offset = 0; offset < rest.size(); end = offset) {
        if (is_space(next_code_point(rest, offset))) break;
      }
      pieces.push_back(Value::str(rest.substr(0, end)));
      rest = lstrip(rest.substr(end));
    }
    return Value::list(std::move(pieces));
  }
  const Value& separator = arguments.positional[0];
  if (!separator.is_str()) return type_error("must be str or None, not " + name_of(separator));
  if (separator.as_str().empty()) return value_error("empty separator");
  for (std::size_t begin = 0;;) {
    const std::size_t end = find_text(text, separator.as_str(), begin);
    pieces.push_back(Value::str(text.substr(begin, end - begin)));
    if (end == std::string_view::npos) break;
    begin = end + separator.as_str().size();
  }
  return Value::list(std::move(pieces));
}

Result<Value> str_join(const Value& value, Arguments& arguments) {
  if (!is_iterable(arguments.positional[0])) return type_error("can only join an iterable");
  BFCLX_ASSIGN_OR_RETURN(const List items, iterate(arguments.positional[0]));
  std::string result;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!items[i].is_str()) {
      return type_error("sequence item " + std::to_string(i) + ": expected str instance, " +
                        name_of(items[i]) + " found");
    }
    if (i > 0) result += value.as_str();
    result += items[i].as_str();
    if (result.size() > arguments.max_bytes) return Error{"Limit", "result is too large"};
  }
  return Value::str(result);
}

template <bool kStart>
Result<Value> str_starts_or_ends(const Value& value, Arguments& arguments) {
  if (arguments.positional.size() > 1) return Error{"Limit", "bounds are not supported"};
  const Value& wanted = arguments.positional[0];
  const auto matches = [&](std::string_view part) {
    const std::string_view text = value.as_str();
    if (part.size() > text.size()) return false;
    return (kStart ? text.substr(0, part.size()) : text.substr(text.size() - part.size())) == part;
  };
  const std::string name = kStart ? "startswith" : "endswith";
  if (wanted.is_str()) return Value::boolean(matches(wanted.as_str()));
  if (!wanted.is_tuple()) {
    return type_error(name + " first arg must be str or a tuple of str, not " + name_of(wanted));
  }
  for (const Value& item : wanted.items()) {
    if (!item.is_str()) {
      return type_error("tuple for " + name + " must only contain str, not " + name_of(item));
    }
    if (matches(item.as_str())) return Value::boolean(true);
  }
  return Value::boolean(false);
}

template <bool kRaises>
Result<Value> str_find(const Value& value, Arguments& arguments) {
  const Value& wanted = arguments.positional[0];
  if (!wanted.is_str()) return type_error("must be str, not " + name_of(wanted));
  if (arguments.positional.size() > 1) return Error{"Limit", "bounds are not supported"};
  const std::size_t found = find_text(value.as_str(), wanted.as_str());
  if (found == std::string_view::npos) {
    if (kRaises) return value_error("substring not found");
    return Value::integer(-1);
  }
  return Value::integer(
      static_cast<std::int64_t>(count_code_points(value.as_str().substr(0, found))));
}

Result<Value> str_count(const Value& value, Arguments& arguments) {
  const Value& wanted = arguments.positional[0];
  if (!wanted.is_str()) return type_error("must be str, not " + name_of(wanted));
  if (arguments.positional.size() > 1) return Error{"Limit", "bounds are not supported"};
  const std::string_view text = value.as_str();
  const std::string_view part = wanted.as_str();
  if (part.empty()) {
    return Value::integer(static_cast<std::int64_t>(count_code_points(text) + 1));
  }
  std::int64_t count = 0;
  for (std::size_t at = find_text(text, part); at != std::string_view::npos;
       at = find_text(text, part, at + part.size())) {
    ++count;
  }
  return Value::integer(count);
}

// isdigit and the like, for ASCII text only.
template <bool (*kTest)(char)>
Result<Value> str_all(const Value& value, Arguments&) {
  const std::string_view text = value.as_str();
  if (!is_ascii(text)) return Error{"Limit", "this test of non-ASCII text is not supported"};
  return Value::boolean(!text.empty() && std::all_of(text.begin(), text.end(), kTest));
}
bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_letter(char c) {
  const char letter = static_cast<char>(c | 0x20);
  return letter >= 'a' && letter <= 'z';
}
bool is_ascii_alphanumeric(char c) { return is_ascii_digit(c) || is_ascii_letter(c); }

// ---- list, tuple, dict

Result<Value> sequence_index(const Value& value, Arguments& arguments) {
  if (arguments.positional.size() > 1) return Error{"Limit", "bounds are not supported"};
  const List& items = value.items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].same_object(arguments.positional[0]) || equal(items[i], arguments.positional[0])) {
      return Value::integer(static_cast<std::int64_t>(i));
    }
  }
  if (value.is_tuple()) return value_error("tuple.index(x): x not in tuple");
  return value_error(repr(arguments.positional[0]) + " is not in list");
}

Result<Value> sequence_count(const Value& value, Arguments& arguments) {
  return Value::integer(
      std::count_if(value.items().begin(), value.items().end(), [&](const Value& item) {
        return item.same_object(arguments.positional[0]) || equal(item, arguments.positional[0]);
      }));
}

Result<Value> list_copy(const Value& value, Arguments&) { return Value::list(value.items()); }
Result<Value> dict_copy(const Value& value, Arguments&) { return Value::dict(value.as_dict()); }

Result<Value> dict_get(const Value& value, Arguments& arguments) {
  BFCLX_RETURN_IF_ERROR(check_hashable(arguments.positional[0]));
  const Value* const found = value.as_dict().find(arguments.positional[0]);
  if (found != nullptr) return *found;
  return arguments.positional.size() > 1 ? arguments.positional[1] : Value::none();
}

struct MethodRow {
  Value::Kind kind;
  std::string_view name;
  Method method;
  std::size_t least;
  std::size_t most;
};
using Kind = Value::Kind;
constexpr MethodRow kMethods[] = {
    {Kind::kStr, "count", str_count, 1, 3},
    {Kind::kStr, "endswith", str_starts_or_ends<false>, 1, 3},
    {Kind::kStr, "find", str_find<false>, 1, 3},
    {Kind::kStr, "index", str_find<true>, 1, 3},
    {Kind::kStr, "isalnum", str_all<is_ascii_alphanumeric>, 0, 0},
    {Kind::kStr, "isalpha", str_all<is_ascii_letter>, 0, 0},
    {Kind::kStr, "isdigit", str_all<is_ascii_digit>, 0, 0},
    {Kind::kStr, "isspace", str_all<is_ascii_space>, 0, 0},
    {Kind::kStr, "join", str_join, 1, 1},
    {Kind::kStr, "lower", str_lower, 0, 0},
    {Kind::kStr, "lstrip", str_strip<Side::kLeft>, 0, 1},
    {Kind::kStr, "replace", str_replace, 2, 3},
    {Kind::kStr, "rstrip", str_strip<Side::kRight>, 0, 1},
    {Kind::kStr, "split", str_split, 0, 2},
    {Kind::kStr, "startswith", str_starts_or_ends<true>, 1, 3},
    {Kind::kStr, "strip", str_strip<Side::kBoth>, 0, 1},
    {Kind::kStr, "upper", str_upper, 0, 0},
    {Kind::kList, "copy", list_copy, 0, 0},
    {Kind::kList, "count", sequence_count, 1, 1},
    {Kind::kList, "index", sequence_index, 1, 3},
    {Kind::kTuple, "count", sequence_count, 1, 1},
    {Kind::kTuple, "index", sequence_index, 1, 3},
    {Kind::kDict, "copy", dict_copy, 0, 0},
    {Kind::kDict, "get", dict_get, 1, 2},
};

// The public attributes of each type that are methods.
struct MethodNames {
  Value::Kind kind;
  std::string_view names;  // each between spaces
};
constexpr MethodNames kMethodNames[] = {
    {Kind::kBool, " as_integer_ratio bit_count bit_length conjugate from_bytes to_bytes "},
    {Kind::kInt, " as_integer_ratio bit_count bit_length conjugate from_bytes to_bytes "},
    {Kind::kFloat, " as_integer_ratio conjugate fromhex hex is_integer "},
    {Kind::kComplex, " conjugate "},
    {Kind::kStr,
     " capitalize casefold center count encode endswith expandtabs find format format_map index "
     "isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace "
     "istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix "
     "replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip "
     "swapcase title translate upper zfill "},
    {Kind::kBytes,
     " capitalize center count decode endswith expandtabs find fromhex hex index isalnum isalpha "
     "isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans partition "
     "removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split "
     "splitlines startswith strip swapcase title translate upper zfill "},
    {Kind::kList, " append clear copy count extend index insert pop remove reverse sort "},
    {Kind::kTuple, " count index "},
    {Kind::kDict, " clear copy fromkeys get items keys pop popitem setdefault update values "},
    {Kind::kSet,
     " add clear copy difference difference_update discard intersection intersection_update "
     "isdisjoint issubset issuperset pop remove symmetric_difference symmetric_difference_update "
     "union update "},
};

bool has_word(std::string_view words, std::string_view word) {
  return words.find(" " + std::string(word) + " ") != std::string_view::npos;
}

bool has_method(Kind kind, std::string_view name) {
  for (const MethodNames& row : kMethodNames) {
    if (row.kind == kind) return has_word(row.names, name);
  }
  return false;
}

// Of "<class 'list'>" list.
std::string type_of(std::string_view repr) {
  constexpr std::size_t kBefore = std::string_view("<class '").size();
  constexpr std::size_t kAround = kBefore + std::string_view("'>").size();
  return repr.size() > kAround ? std::string(repr.substr(kBefore, repr.size() - kAround)) : "";
}

// Whether the type, given by its repr, is known here and has no method of the name.
bool lacks_method(std::string_view repr, std::string_view name) {
  struct Type {
    std::string_view name;
    Kind kind;
  };
  static constexpr Type kTypes[] = {
      {"bool", Kind::kBool},   {"int", Kind::kInt},     {"float", Kind::kFloat},
      {"str", Kind::kStr},     {"bytes", Kind::kBytes}, {"list", Kind::kList},
      {"tuple", Kind::kTuple}, {"dict", Kind::kDict},   {"set", Kind::kSet}};
  const std::string type = type_of(repr);
  const auto* const known = std::find_if(std::begin(kTypes), std::end(kTypes),
                                         [&](const Type& row) { return row.name == type; });
  if (known == std::end(kTypes)) return false;
  return !has_word(" mro real imag numerator denominator ", name) && !has_method(known->kind, name);
}

Error no_attribute(const Value& value, std::string_view name) {
  return {"AttributeError",
          "'" + name_of(value) + "' object has no attribute '" + std::string(name) + "'"};
}

Status check_arity(const Value& value, const MethodRow& row, const Arguments& arguments) {
  const std::size_t given = arguments.positional.size();
  if (given >= row.least && given <= row.most) return {};
  const std::string name(row.name);
  const std::string qualified = name_of(value) + "." + name;
  if (row.most == 0) {
    return type_error(qualified + "() takes no arguments (" + std::to_string(given) + " given)");
  }
  if (row.least == 1 && row.most == 1) {
    return type_error(qualified + "() takes exactly one argument (" + std::to_string(given) +
                      " given)");
  }
  const bool few = given < row.least;
  const std::size_t bound = few ? row.least : row.most;
  return type_error(name + " expected " + (few ? "at least " : "at most ") + std::to_string(bound) +
                    " argument" + (bound == 1 ? "" : "s") + ", got " + std::to_string(given));
}

}  // namespace

Result<Value> attribute(const Value& value, std::string_view name) {
  const bool dunder = name.substr(0, 2) == "__";
  if (!dunder && value.kind() == Kind::kOpaque && value.as_opaque().type_name == "type" &&
      lacks_method(value.as_opaque().repr, name)) {
    return Error{"AttributeError", "type object '" + type_of(value.as_opaque().repr) +
                                       "' has no attribute '" + std::string(name) + "'"};
  }
  if (value.kind() == Kind::kOpaque || dunder) {
    return Error{"Limit", "attribute '" + std::string(name) + "' is not supported"};
  }
  const bool integer = is_integer(value);
  if (integer && (name == "real" || name == "numerator")) return *as_index(value);
  if (integer && name == "imag") return Value::integer(0);
  if (integer && name == "denominator") return Value::integer(1);
  if (value.is_float() && name == "real") return value;
  if (value.is_float() && name == "imag") return Value::real(0);
  if (value.kind() == Kind::kComplex && name == "real") return Value::real(value.as_complex().real);
  if (value.kind() == Kind::kComplex && name == "imag") return Value::real(value.as_complex().imag);
  if (!has_method(value.kind(), name)) return no_attribute(value, name);
  const std::string text =
      "<built-in method " + std::string(name) + " of " + name_of(value) + " object>";
  return Value::opaque({"builtin_function_or_method", text, text});
}

Result<Value> call_method(const Value& value, std::string_view name, Arguments& arguments) {
  for (const MethodRow& row : kMethods) {
    if (row.kind != value.kind() || row.name != name) continue;
    if (!arguments.keywords.empty()) {
      return Error{"Limit", "keyword arguments of methods are not supported"};
    }
    BFCLX_RETURN_IF_ERROR(check_arity(value, row, arguments));
    return row.method(value, arguments);
  }
  BFCLX_ASSIGN_OR_RETURN(const Value bound, attribute(value, name));
  if (bound.kind() != Kind::kOpaque) {
    return type_error("'" + name_of(bound) + "' object is not callable");
  }
  return Error{"Limit", "method '" + std::string(name) + "' is not supported"};
}

}  // namespace bfclx::python
