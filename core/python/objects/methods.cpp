#include "core/python/objects/methods.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/python/evaluate/builtins.h"
#include "core/python/evaluate/callable.h"
#include "core/python/extensions/extensions.h"
#include "core/python/extensions/views.h"
#include "core/python/objects/operators.h"
#include "core/python/objects/range.h"
#include "core/python/objects/str_methods.h"
#include "core/value/bigint.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

// The type that the methods of a value are of: bool has those of int.
std::string owner_of(const Value& value) { return value.is_bool() ? "int" : name_of(value); }

// ---- list, tuple, dict

Result<Value> sequence_index(const Value& value, Arguments& arguments) {
  const List& items = value.items();
  const auto length = static_cast<std::int64_t>(items.size());
  std::int64_t bounds[2] = {0, length};
  for (std::size_t i = 1; i < arguments.positional.size(); ++i) {
    if (!is_integer(arguments.positional[i])) {
      return type_error("slice indices must be integers or have an __index__ method");
    }
    const std::int64_t bound = clipped_index(arguments.positional[i]);
    bounds[i - 1] = bound < 0 ? std::max<std::int64_t>(bound + length, 0) : bound;
  }
  for (std::int64_t i = bounds[0]; i < std::min(bounds[1], length); ++i) {
    if (same_or_equal(items[static_cast<std::size_t>(i)], arguments.positional[0])) {
      return Value::integer(i);
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

using Kind = Value::Kind;
using enum MethodArity;
constexpr MethodRow kMethods[] = {
    {Kind::kList, "copy", list_copy, 0, 0},
    {Kind::kList, "count", sequence_count, 1, 1},
    {Kind::kList, "index", sequence_index, 1, 3, kExpected},
    {Kind::kTuple, "count", sequence_count, 1, 1},
    {Kind::kTuple, "index", sequence_index, 1, 3, kExpected},
    {Kind::kDict, "copy", dict_copy, 0, 0},
    {Kind::kDict, "get", dict_get, 1, 2, kExpected},
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

// Of the types that have methods here.
std::optional<Kind> kind_of_type(std::string_view type) {
  static constexpr std::string_view kTypes[] = {"bool",     "int",  "float", "complex",
                                                "ellipsis", "str",  "bytes", "list",
                                                "tuple",    "dict", "set"};
  const auto* const known = std::find(std::begin(kTypes), std::end(kTypes), type);
  if (known == std::end(kTypes)) return std::nullopt;
  return static_cast<Kind>(known - std::begin(kTypes) + 1);
}

// Whether the type, given by its repr, is known here and has no method of the name.
bool lacks_method(std::string_view repr, std::string_view name) {
  const std::optional<Kind> kind = kind_of_type(type_of(repr));
  if (!kind || name.substr(0, 2) == "__") return false;
  return !has_word(" mro real imag numerator denominator ", name) && !has_method(*kind, name);
}

Status check_arity(const Value& value, const MethodRow& row, std::size_t count) {
  if (count >= row.least && count <= row.most) return {};
  const std::string name(row.name);
  const std::string got = " (" + std::to_string(count) + " given)";
  const bool few = count < row.least;
  const std::size_t bound = few ? row.least : row.most;
  const std::string arguments = std::to_string(bound) + " argument" + (bound == 1 ? "" : "s");
  if (row.arity == MethodArity::kExpected) {
    return type_error(name + " expected " + (few ? "at least " : "at most ") + arguments +
                      ", got " + std::to_string(count));
  }
  if (row.arity == MethodArity::kTakes) {
    return type_error(name + "() takes " + (few ? "at least " : "at most ") + arguments + got);
  }
  return type_error(owner_of(value) + "." + name + "() takes " +
                    (row.most == 0 ? "no arguments" : "exactly one argument") + got);
}

// Puts arguments that are given by name in their places.
Status place_keywords(const Value& value, const MethodRow& row, Arguments& arguments) {
  if (row.keywords == "*" || arguments.keywords.empty()) return {};
  const std::string name(row.name);
  if (row.keywords.empty()) {
    return type_error(owner_of(value) + "." + name + "() takes no keyword arguments");
  }
  const std::size_t count = arguments.positional.size() + arguments.keywords.size();
  BFCLX_RETURN_IF_ERROR(check_arity(value, row, count));
  std::string_view rest = row.keywords;
  std::size_t used = 0;
  for (std::size_t place = 0; place < row.most; ++place) {
    rest.remove_prefix(1);
    const std::string_view parameter = rest.substr(0, rest.find(' '));
    rest.remove_prefix(parameter.size());
    const Value* const found = arguments.keywords.find(parameter);
    if (found == nullptr) continue;
    ++used;
    if (place < arguments.positional.size()) {
      return type_error("argument for " + name + "() given by name ('" + std::string(parameter) +
                        "') and position (" + std::to_string(place + 1) + ")");
    }
    // Of those that were left out, None and -1 are the defaults.
    while (arguments.positional.size() < place) arguments.positional.push_back(Value::none());
    arguments.positional.push_back(*found);
  }
  if (used == arguments.keywords.size()) return {};
  for (const Dict::Entry& entry : arguments.keywords) {
    const std::string_view keyword = entry.key.as_str();
    if (has_word(row.keywords, keyword)) continue;
    return type_error("'" + std::string(keyword) + "' is an invalid keyword argument for " + name +
                      "()");
  }
  return {};
}

const MethodRow* find_method(Kind kind, std::string_view name, const Arguments& arguments) {
  if (kind == Kind::kBool) kind = Kind::kInt;
  const bool text = kind == Kind::kStr;
  if (const MethodRow* const row =
          find_row(text ? str_methods() : std::span<const MethodRow>(kMethods), kind, name)) {
    return row;
  }
  if (arguments.run == nullptr || arguments.run->extensions == nullptr) return nullptr;
  return arguments.run->extensions->find_method(kind, name);
}

// Methods that are called on the type.
constexpr std::string_view kClassMethods = " from_bytes fromhex fromkeys maketrans ";

// Of an opaque object.
Result<Value> opaque_attribute(const Value& value, std::string_view name) {
  const Opaque& object = value.as_opaque();
  const bool dunder = name.substr(0, 2) == "__";
  if (Module* const module = module_in(value)) return module->attribute(name);
  if (object.type_name == "type") {
    const std::string type = type_of(object.repr);
    if (name == "__name__") return Value::str(type);
    if (const std::optional<Kind> kind = kind_of_type(type)) {
      if (has_method(*kind, name) && !has_word(kClassMethods, name)) {
        return method_of_type(*kind, type, name);
      }
    }
    if (lacks_method(object.repr, name)) {
      return Error{"AttributeError",
                   "type object '" + type + "' has no attribute '" + std::string(name) + "'"};
    }
  }
  if (object.type_name == "function" && !dunder) return no_attribute(value, name);
  if (const std::optional<View> view = view_of(value)) {
    if (name == "isdisjoint" && view->like_a_set()) return bound_method(value, name);
    if (!dunder && name != "mapping") return no_attribute(value, name);
  }
  if (const std::optional<Range> range = range_of(value)) {
    if (name == "start") return Value::integer(range->start);
    if (name == "stop") return Value::integer(range->stop);
    if (name == "step") return Value::integer(range->step);
    if (!dunder && name != "count" && name != "index") return no_attribute(value, name);
  }
  if (iterator_in(value) != nullptr && object.type_name != "generator" && !dunder) {
    return no_attribute(value, name);
  }
  return Error{"Limit", "attribute '" + std::string(name) + "' is not supported"};
}

}  // namespace

const MethodRow* find_row(std::span<const MethodRow> rows, Kind kind, std::string_view name) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const MethodRow& row) {
    return row.kind == kind && row.name == name;
  });
  return found == rows.end() ? nullptr : &*found;
}

Result<std::int64_t> index_argument(const Value& value) {
  BFCLX_ASSIGN_OR_RETURN(const Value index, index_of(value));
  if (index.is_small_int()) return index.as_int64();
  return Error{"OverflowError", "Python int too large to convert to C ssize_t"};
}

std::int64_t clipped_index(const Value& value) {
  const Value index = *as_index(value);
  if (index.is_small_int()) return index.as_int64();
  constexpr std::int64_t kFar = std::int64_t{1} << 62;
  return index.as_bigint().negative() ? -kFar : kFar;
}

bool has_method(const Value& value, std::string_view name) {
  return value.kind() != Kind::kOpaque && has_method(value.kind(), name);
}

Result<Value> attribute(const Value& value, std::string_view name) {
  if (name == "__class__") return type_object(type_name(value));
  if (value.kind() == Kind::kOpaque) return opaque_attribute(value, name);
  if (name.substr(0, 2) == "__") {
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
  return bound_method(value, name);
}

Result<Value> call_method(const Value& value, std::string_view name, Arguments& arguments) {
  const MethodRow* const row = find_method(value.kind(), name, arguments);
  if (row == nullptr) return Error{"Limit", "method '" + std::string(name) + "' is not supported"};
  BFCLX_RETURN_IF_ERROR(place_keywords(value, *row, arguments));
  BFCLX_RETURN_IF_ERROR(check_arity(value, *row, arguments.positional.size()));
  return row->call(value, arguments);
}

}  // namespace bfclx::python
