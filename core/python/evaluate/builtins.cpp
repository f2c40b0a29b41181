#include "core/python/evaluate/builtins.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/python/evaluate/builtin_functions.h"
#include "core/python/evaluate/builtin_names.h"
#include "core/python/extensions/extensions.h"
#include "core/python/objects/errors.h"

namespace bfclx::python {
namespace {

constexpr Builtin kBuiltins[] = {
    {"abs", builtin_abs, 1, 1, Arity::kExactlyOne, "", false},
    {"all", builtin_all, 1, 1, Arity::kExactlyOne, "", false},
    {"any", builtin_any, 1, 1, Arity::kExactlyOne, "", false},
    {"ascii", builtin_ascii, 1, 1, Arity::kExactlyOne, "", false},
    {"bin", builtin_bin, 1, 1, Arity::kExactlyOne, "", false},
    {"bool", builtin_bool, 0, 1, Arity::kExpected, "", true},
    {"chr", builtin_chr, 1, 1, Arity::kExactlyOne, "", false},
    {"dict", builtin_dict, 0, 1, Arity::kExpected, "*", true},
    {"divmod", builtin_divmod, 2, 2, Arity::kExpected, "", false},
    {"float", builtin_float, 0, 1, Arity::kExpected, "", true},
    {"format", builtin_format, 1, 2, Arity::kExpected, "", false},
    {"hex", builtin_hex, 1, 1, Arity::kExactlyOne, "", false},
    {"int", builtin_int, 0, kAnyNumber, Arity::kExpected, " base ", true},
    {"len", builtin_len, 1, 1, Arity::kExactlyOne, "", false},
    {"list", builtin_list, 0, 1, Arity::kExpected, "", true},
    {"max", builtin_max, 1, kAnyNumber, Arity::kExpected, " key default ", false},
    {"min", builtin_min, 1, kAnyNumber, Arity::kExpected, " key default ", false},
    {"oct", builtin_oct, 1, 1, Arity::kExactlyOne, "", false},
    {"ord", builtin_ord, 1, 1, Arity::kExactlyOne, "", false},
    {"pow", builtin_pow, 2, 3, Arity::kNamed, " base exp mod ", false},
    {"print", builtin_print, 0, kAnyNumber, Arity::kExpected, " sep end file flush ", false},
    {"range", builtin_range, 1, 3, Arity::kExpected, "", true},
    {"repr", builtin_repr, 1, 1, Arity::kExactlyOne, "", false},
    {"round", builtin_round, 1, 2, Arity::kNamed, " number ndigits ", false},
    {"set", builtin_set, 0, 1, Arity::kExpected, "", true},
    {"sorted", builtin_sorted, 1, 1, Arity::kExpected, " key reverse ", false},
    {"str", builtin_str, 0, 3, Arity::kExpected, " object encoding errors ", true},
    {"sum", builtin_sum, 1, 2, Arity::kNamed, " - start ", false},
    {"tuple", builtin_tuple, 0, 1, Arity::kExpected, "", true},
};

constexpr bool all_named() {
  for (const Builtin& builtin : kBuiltins) {
    if (!has_word(kSubsetNames, builtin.name)) return false;
  }
  return true;
}
static_assert(all_named(), "builtin_names.h names what stands here");

const OtherObject* find_other_object(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kOtherObjects), std::end(kOtherObjects),
                   [&](const OtherObject& object) { return object.name == name; });
  return found == std::end(kOtherObjects) ? nullptr : found;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(' '); at != std::string_view::npos;
       at = text.find_first_not_of(' ', at)) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

// Python/getargs.c:_PyArg_UnpackKeywords. Parameters that may be left out stand last.
Status place_keywords(const Builtin& builtin, Arguments& arguments) {
  List& given = arguments.positional;
  const std::string call = concat({builtin.name, "()"});
  const std::vector<std::string_view> names = words_of(builtin.keywords);
  const std::size_t by_place = given.size();
  const std::size_t count = by_place + arguments.keywords.size();
  if (count > builtin.most) {
    return type_error(concat({call, " takes at most ", std::to_string(builtin.most),
                              by_place == 0 ? " keyword" : "", " arguments (",
                              std::to_string(count), " given)"}));
  }
  if (names[0] == "-" && by_place == 0) {
    return type_error(concat({call, " takes at least 1 positional argument (0 given)"}));
  }
  for (std::size_t i = by_place; i < names.size(); ++i) {
    const Value* const named = arguments.keywords.find(names[i]);
    if (named == nullptr && i < builtin.least) {
      return type_error(concat(
          {call, " missing required argument '", names[i], "' (pos ", std::to_string(i + 1), ")"}));
    }
    if (named == nullptr) break;
    given.push_back(*named);
  }
  if (given.size() == count) return {};
  for (std::size_t i = 0; i < by_place; ++i) {
    if (!arguments.keywords.contains(names[i])) continue;
    return type_error(concat({"argument for ", call, " given by name ('", names[i],
                              "') and position (", std::to_string(i + 1), ")"}));
  }
  for (const Dict::Entry& entry : arguments.keywords) {
    if (has_word(builtin.keywords, entry.key.as_str())) continue;
    return type_error(
        concat({"'", entry.key.as_str(), "' is an invalid keyword argument for ", call}));
  }
  return {};
}

Status check_arity(const Builtin& builtin, const Arguments& arguments) {
  const std::size_t given = arguments.positional.size();
  const std::string name(builtin.name);
  for (const Dict::Entry& entry : arguments.keywords) {
    const std::string_view keyword = entry.key.as_str();
    if (builtin.keywords == "*") continue;
    if (builtin.keywords.empty()) return type_error(name + "() takes no keyword arguments");
    if (!has_word(builtin.keywords, keyword)) {
      return type_error("'" + std::string(keyword) + "' is an invalid keyword argument for " +
                        name + "()");
    }
  }
  if (given >= builtin.least && given <= builtin.most) return {};
  if (builtin.arity == Arity::kExactlyOne) {
    return type_error(name + "() takes exactly one argument (" + std::to_string(given) + " given)");
  }
  const bool few = given < builtin.least;
  const std::size_t bound = few ? builtin.least : builtin.most;
  const std::string how = builtin.least == builtin.most ? "" : few ? "at least " : "at most ";
  return type_error(name + " expected " + how + std::to_string(bound) + " argument" +
                    (bound == 1 ? "" : "s") + ", got " + std::to_string(given));
}

// Of the functions that no expression here can use: CPython's TypeErrors for calls without what
// they need, which come before anything is done.
struct Refusal {
  std::string_view name;
  std::string_view without_arguments;
  // The one keyword that makes up for a missing argument; "-" when none does, empty when the
  // function takes no keywords at all.
  std::string_view keyword;
};
constexpr Refusal kRefusals[] = {
    {"__build_class__", "__build_class__: not enough arguments", "-"},
    {"__import__", "__import__() missing required argument 'name' (pos 1)", "name"},
    {"aiter", "aiter() takes exactly one argument (0 given)", ""},
    {"anext", "anext expected at least 1 argument, got 0", ""},
    {"callable", "callable() takes exactly one argument (0 given)", ""},
    {"compile", "compile() missing required argument 'source' (pos 1)", "source"},
    {"delattr", "delattr expected 2 arguments, got 0", ""},
    {"eval", "eval expected at least 1 argument, got 0", ""},
    {"exec", "exec() takes at least 1 positional argument (0 given)", "-"},
    {"getattr", "getattr expected at least 2 arguments, got 0", ""},
    {"hasattr", "hasattr expected 2 arguments, got 0", ""},
    {"hash", "hash() takes exactly one argument (0 given)", ""},
    {"id", "id() takes exactly one argument (0 given)", ""},
    {"isinstance", "isinstance expected 2 arguments, got 0", ""},
    {"issubclass", "issubclass expected 2 arguments, got 0", ""},
    {"iter", "iter expected at least 1 argument, got 0", ""},
    {"next", "next expected at least 1 argument, got 0", ""},
    {"open", "open() missing required argument 'file' (pos 1)", "file"},
    {"setattr", "setattr expected 3 arguments, got 0", ""},
};

Error refuse(std::string_view name, const Arguments& arguments) {
  const std::string call = std::string(name) + "()";
  for (const Refusal& row : kRefusals) {
    if (row.name != name) continue;
    if (row.keyword.empty() && !arguments.keywords.empty()) {
      return type_error(call + " takes no keyword arguments");
    }
    if (arguments.positional.empty() && !arguments.keywords.contains(row.keyword)) {
      return type_error(std::string(row.without_arguments));
    }
  }
  return Error{"Limit", call + " is not supported"};
}

// What the reprs of types and of functions begin with.
constexpr std::string_view kClass = "<class '";
constexpr std::string_view kFunction = "<built-in function ";

}  // namespace

const Builtin* find_builtin(std::span<const Builtin> table, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Builtin& builtin) { return builtin.name == name; });
  return found == table.end() ? nullptr : &*found;
}

Value builtin_object(std::string_view name) {
  if (name == "Ellipsis") return Value::ellipsis();
  if (name == "__debug__") return Value::boolean(true);
  const Builtin* const builtin = find_builtin(kBuiltins, name);
  const bool is_type = builtin != nullptr ? builtin->is_type : has_word(kOtherTypes, name);
  if (is_type) return type_object(name);
  std::string type = "builtin_function_or_method";
  std::string text = std::string(kFunction) + std::string(name) + ">";
  if (const OtherObject* const object = find_other_object(name)) {
    type = object->type;
    text = name;
  }
  return Value::opaque({std::move(type), text, text});
}

std::string_view builtin_name(const Value& value) {
  if (value.kind() != Value::Kind::kOpaque) return {};
  const Opaque& object = value.as_opaque();
  const bool is_type = object.type_name == "type";
  if (object.content != nullptr || (!is_type && object.type_name != "builtin_function_or_method")) {
    return {};
  }
  std::string_view text = object.repr;
  text.remove_prefix(std::min(text.size(), is_type ? kClass.size() : kFunction.size()));
  text.remove_suffix(std::min<std::size_t>(text.size(), is_type ? 2 : 1));
  return text;
}

Value type_object(std::string_view name) {
  const std::string text = std::string(kClass) + std::string(name) + "'>";
  return Value::opaque({"type", text, text});
}

Result<Value> call_builtin(std::string_view name, Arguments& arguments) {
  const Builtin* builtin = find_builtin(kBuiltins, name);
  if (builtin == nullptr && arguments.run != nullptr && arguments.run->extensions != nullptr) {
    builtin = arguments.run->extensions->find_builtin(name);
  }
  if (builtin == nullptr) return refuse(name, arguments);
  BFCLX_RETURN_IF_ERROR(builtin->arity == Arity::kNamed ? place_keywords(*builtin, arguments)
                                                        : check_arity(*builtin, arguments));
  return builtin->function(arguments);
}

}  // namespace bfclx::python
