#include "core/python/evaluate/builtins.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

#include "core/base/float_text.h"
#include "core/base/utf8.h"
#include "core/python/evaluate/builtin_functions.h"
#include "core/python/evaluate/callable.h"
#include "core/python/evaluate/extensions.h"
#include "core/python/objects/format.h"
#include "core/python/objects/operators.h"
#include "core/python/objects/range.h"
#include "core/python/objects/rounding.h"
#include "core/python/objects/views.h"
#include "core/value/bigint.h"
#include "core/value/number_text.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

Error value_error(std::string message) { return {"ValueError", std::move(message)}; }
std::string name_of(const Value& value) { return std::string(type_name(value)); }
Error unsupported(std::string_view what) {
  return {"Limit", std::string(what) + " is not supported"};
}

// ---- Conversions.

Result<Value> make_int(Arguments& arguments) {
  if (const Value* const base = arguments.keywords.find("base")) {
    arguments.positional.push_back(*base);
  }
  const List& given = arguments.positional;
  if (given.size() > 2) {
    return type_error("int() takes at most 2 arguments (" + std::to_string(given.size()) +
                      " given)");
  }
  if (given.empty()) return Value::integer(0);
  const Value& value = given[0];
  if (given.size() == 2) {
    const std::optional<Value> base = as_index(given[1]);
    if (!base) {
      return type_error("'" + name_of(given[1]) + "' object cannot be interpreted as an integer");
    }
    const std::int64_t number = base->is_small_int() ? base->as_int64() : -1;
    if (number != 0 && (number < 2 || number > 36)) {
      return value_error("int() base must be >= 2 and <= 36, or 0");
    }
    if (!value.is_str()) return type_error("int() can't convert non-string with explicit base");
    return python_int(value.as_str(), static_cast<int>(number));
  }
  if (std::optional<Value> index = as_index(value)) return *std::move(index);
  if (value.is_float()) return truncated(value.as_float());
  if (value.is_str()) return python_int(value.as_str());
  if (value.kind() == Value::Kind::kBytes) return unsupported("int() of bytes");
  return type_error("int() argument must be a string, a bytes-like object or a real number, not '" +
                    name_of(value) + "'");
}

Result<Value> make_float(Arguments& arguments) {
  if (arguments.positional.empty()) return Value::real(0);
  const Value& value = arguments.positional[0];
  if (is_real_number(value)) {
    BFCLX_ASSIGN_OR_RETURN(const double number, number_to_double(value));
    return Value::real(number);
  }
  if (value.is_str()) {
    BFCLX_ASSIGN_OR_RETURN(const double number, python_float(value.as_str()));
    return Value::real(number);
  }
  if (value.is_bytes()) {
    const std::string_view octets = value.as_bytes();
    const Result<double> number = python_float(is_ascii(octets) ? octets : "?");
    if (!number.ok()) return value_error("could not convert string to float: " + repr(value));
    return Value::real(*number);
  }
  return type_error("float() argument must be a string or a real number, not '" + name_of(value) +
                    "'");
}

Result<Value> make_str(Arguments& arguments) {
  for (const std::string_view name : {"encoding", "errors"}) {
    if (arguments.keywords.contains(name)) return unsupported("str() with an encoding");
  }
  if (const Value* const object = arguments.keywords.find("object")) {
    if (!arguments.positional.empty()) {
      return type_error("argument for str() given by name ('object') and position (1)");
    }
    return Value::str(str(*object));
  }
  if (arguments.positional.empty()) return Value::str("");
  if (arguments.positional.size() > 1) return unsupported("str() with an encoding");
  return Value::str(str(arguments.positional[0]));
}

Result<Value> make_bool(Arguments& arguments) {
  return Value::boolean(!arguments.positional.empty() && truthy(arguments.positional[0]));
}

Result<Value> make_list(Arguments& arguments) {
  if (arguments.positional.empty()) return Value::list();
  BFCLX_ASSIGN_OR_RETURN(List items, iterate(arguments.positional[0]));
  return Value::list(std::move(items));
}

Result<Value> make_tuple(Arguments& arguments) {
  if (arguments.positional.empty()) return Value::tuple();
  BFCLX_ASSIGN_OR_RETURN(List items, iterate(arguments.positional[0]));
  return Value::tuple(std::move(items));
}

Result<Value> make_set(Arguments& arguments) {
  Value result = Value::set();
  if (arguments.positional.empty()) return result;
  BFCLX_ASSIGN_OR_RETURN(const List items, iterate(arguments.positional[0]));
  for (const Value& item : items) {
    BFCLX_RETURN_IF_ERROR(check_hashable(item));
    result.mutable_set().insert(item);
  }
  return result;
}

Result<Value> make_dict(Arguments& arguments) {
  Dict result;
  if (!arguments.positional.empty()) {
    const Value& source = arguments.positional[0];
    if (source.is_dict()) {
      result = source.as_dict();
    } else {
      BFCLX_ASSIGN_OR_RETURN(const List items, iterate(source));
      for (std::size_t i = 0; i < items.size(); ++i) {
        if (!is_iterable(items[i])) {
          return type_error("cannot convert dictionary update sequence element #" +
                            std::to_string(i) + " to a sequence");
        }
        BFCLX_ASSIGN_OR_RETURN(const List pair, iterate(items[i]));
        if (pair.size() != 2) {
          return value_error("dictionary update sequence element #" + std::to_string(i) +
                             " has length " + std::to_string(pair.size()) + "; 2 is required");
        }
        BFCLX_RETURN_IF_ERROR(check_hashable(pair[0]));
        result.set(pair[0], pair[1]);
      }
    }
  }
  for (const Dict::Entry& entry : arguments.keywords) result.set(entry.key, entry.value);
  return Value::dict(std::move(result));
}

Result<Value> make_range_object(Arguments& arguments) {
  std::int64_t numbers[3] = {0, 0, 1};
  const List& given = arguments.positional;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::optional<Value> index = as_index(given[i]);
    if (!index) {
      return type_error("'" + name_of(given[i]) + "' object cannot be interpreted as an integer");
    }
    if (!index->is_small_int()) return unsupported("a range of large integers");
    numbers[i] = index->as_int64();
  }
  if (given.size() == 1) std::swap(numbers[0], numbers[1]);
  if (numbers[2] == 0) return value_error("range() arg 3 must not be zero");
  return make_range({numbers[0], numbers[1], numbers[2]});
}

// ---- Numbers.

Result<Value> absolute(Arguments& arguments) {
  const Value& value = arguments.positional[0];
  if (value.kind() == Value::Kind::kComplex) {
    const Complex number = value.as_complex();
    const double result = std::hypot(number.real, number.imag);
    if (std::isinf(result) && std::isfinite(number.real) && std::isfinite(number.imag)) {
      return Error{"OverflowError", "absolute value too large"};
    }
    return Value::real(result);
  }
  if (value.is_float()) return Value::real(std::fabs(value.as_float()));
  const std::optional<Value> index = as_index(value);
  if (!index) return type_error("bad operand type for abs(): '" + name_of(value) + "'");
  const bool negative = compare_integers(*index, Value::integer(0)) < 0;
  return unary_operation(negative ? UnaryOperator::kUSub : UnaryOperator::kUAdd, *index);
}

Result<Value> divmod(Arguments& arguments) {
  return divmod_operation(arguments.positional[0], arguments.positional[1]);
}

Result<Value> power(Arguments& arguments) {
  const List& given = arguments.positional;
  BFCLX_ASSIGN_OR_RETURN(const Value result, binary_operation(BinaryOperator::kPow, given[0],
                                                              given[1], arguments.max_bytes));
  if (given.size() < 3 || given[2].is_none()) return result;
  if (!is_integer(result) || !is_integer(given[2]) ||
      compare_integers(*as_index(given[1]), Value::integer(0)) < 0) {
    return unsupported("pow() of these three arguments");
  }
  if (compare_integers(given[2], Value::integer(0)) == 0) {
    return value_error("pow() 3rd argument cannot be 0");
  }
  return binary_operation(BinaryOperator::kMod, result, given[2], arguments.max_bytes);
}

Result<Value> round_number(Arguments& arguments) {
  if (const Value* const digits = arguments.keywords.find("ndigits")) {
    arguments.positional.push_back(*digits);
  }
  const Value& value = arguments.positional[0];
  if (!is_real_number(value)) {
    return type_error("type " + name_of(value) + " doesn't define __round__ method");
  }
  const bool with_digits = arguments.positional.size() > 1 && !arguments.positional[1].is_none();
  if (!with_digits) {
    return value.is_float() ? round_to_int(value.as_float()) : Result<Value>(*as_index(value));
  }
  const std::optional<Value> digits = as_index(arguments.positional[1]);
  if (!digits) {
    return type_error("'" + name_of(arguments.positional[1]) +
                      "' object cannot be interpreted as an integer");
  }
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
  const std::int64_t count = digits->is_small_int()           ? digits->as_int64()
                             : digits->as_bigint().negative() ? -kHuge
                                                              : kHuge;
  return value.is_float() ? round_float(value.as_float(), count)
                          : round_integer(*as_index(value), count, arguments.max_bytes);
}

// bin, oct, hex.
template <char kType>
Result<Value> in_base(Arguments& arguments) {
  const std::optional<Value> index = as_index(arguments.positional[0]);
  if (!index) {
    return type_error("'" + name_of(arguments.positional[0]) +
                      "' object cannot be interpreted as an integer");
  }
  const char spec[] = {'#', kType};
  BFCLX_ASSIGN_OR_RETURN(const std::string text,
                         format_value(*index, std::string_view(spec, sizeof(spec))));
  return Value::str(text);
}

// ---- Text.

Result<Value> ord(Arguments& arguments) {
  const Value& value = arguments.positional[0];
  if (!value.is_str()) {
    return type_error("ord() expected string of length 1, but " + name_of(value) + " found");
  }
  const std::size_t length = count_code_points(value.as_str());
  if (length != 1) {
    return type_error("ord() expected a character, but string of length " + std::to_string(length) +
                      " found");
  }
  std::size_t offset = 0;
  return Value::integer(static_cast<std::int64_t>(next_code_point(value.as_str(), offset)));
}

Result<Value> chr(Arguments& arguments) {
  const std::optional<Value> index = as_index(arguments.positional[0]);
  if (!index) {
    return type_error("'" + name_of(arguments.positional[0]) +
                      "' object cannot be interpreted as an integer");
  }
  const bool fits =
      index->is_small_int() && index->as_int64() >= 0 && index->as_int64() <= 0x10FFFF;
  if (!fits) return value_error("chr() arg not in range(0x110000)");
  std::string text;
  append_utf8(text, static_cast<char32_t>(index->as_int64()));
  return Value::str(text);
}

Result<Value> repr_of(Arguments& arguments) { return Value::str(repr(arguments.positional[0])); }
Result<Value> ascii(Arguments& arguments) { return Value::str(ascii_of(arguments.positional[0])); }

Result<Value> format_of(Arguments& arguments) {
  std::string_view spec;
  if (arguments.positional.size() > 1) {
    if (!arguments.positional[1].is_str()) {
      return type_error("format() argument 2 must be str, not " + name_of(arguments.positional[1]));
    }
    spec = arguments.positional[1].as_str();
  }
  BFCLX_ASSIGN_OR_RETURN(const std::string text, format_value(arguments.positional[0], spec));
  return Value::str(text);
}

// ---- Containers.

Result<Value> length(Arguments& arguments) {
  const Value& value = arguments.positional[0];
  const auto size = [](std::size_t count) {
    return Value::integer(static_cast<std::int64_t>(count));
  };
  switch (value.kind()) {
    case Value::Kind::kStr:
      return size(count_code_points(value.as_str()));
    case Value::Kind::kBytes:
      return size(value.as_bytes().size());
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return size(value.items().size());
    case Value::Kind::kDict:
      return size(value.as_dict().size());
    case Value::Kind::kSet:
      return size(value.as_set().size());
    default:
      if (const std::optional<Range> range = range_of(value)) return size(range_length(*range));
      if (const std::optional<View> view = view_of(value)) return size(view->dict.as_dict().size());
      return type_error("object of type '" + name_of(value) + "' has no len()");
  }
}

// What is printed goes nowhere.
Result<Value> print(Arguments& /*arguments*/) { return Value::none(); }

// ---- The table.

constexpr std::size_t kAnyNumber = static_cast<std::size_t>(-1);
constexpr Builtin kBuiltins[] = {
    {"abs", absolute, 1, 1, Arity::kExactlyOne, "", false},
    {"all", builtin_all, 1, 1, Arity::kExactlyOne, "", false},
    {"any", builtin_any, 1, 1, Arity::kExactlyOne, "", false},
    {"ascii", ascii, 1, 1, Arity::kExactlyOne, "", false},
    {"bin", in_base<'b'>, 1, 1, Arity::kExactlyOne, "", false},
    {"bool", make_bool, 0, 1, Arity::kExpected, "", true},
    {"chr", chr, 1, 1, Arity::kExactlyOne, "", false},
    {"dict", make_dict, 0, 1, Arity::kExpected, "*", true},
    {"divmod", divmod, 2, 2, Arity::kExpected, "", false},
    {"float", make_float, 0, 1, Arity::kExpected, "", true},
    {"format", format_of, 1, 2, Arity::kExpected, "", false},
    {"hex", in_base<'x'>, 1, 1, Arity::kExactlyOne, "", false},
    {"int", make_int, 0, kAnyNumber, Arity::kExpected, " base ", true},
    {"len", length, 1, 1, Arity::kExactlyOne, "", false},
    {"list", make_list, 0, 1, Arity::kExpected, "", true},
    {"max", builtin_max, 1, kAnyNumber, Arity::kExpected, " key default ", false},
    {"min", builtin_min, 1, kAnyNumber, Arity::kExpected, " key default ", false},
    {"oct", in_base<'o'>, 1, 1, Arity::kExactlyOne, "", false},
    {"ord", ord, 1, 1, Arity::kExactlyOne, "", false},
    {"pow", power, 2, 3, Arity::kExpected, "", false},
    {"print", print, 0, kAnyNumber, Arity::kExpected, " sep end file flush ", false},
    {"range", make_range_object, 1, 3, Arity::kExpected, "", true},
    {"repr", repr_of, 1, 1, Arity::kExactlyOne, "", false},
    {"round", round_number, 1, 2, Arity::kExpected, " ndigits ", false},
    {"set", make_set, 0, 1, Arity::kExpected, "", true},
    {"sorted", builtin_sorted, 1, 1, Arity::kExpected, " key reverse ", false},
    {"str", make_str, 0, 3, Arity::kExpected, " object encoding errors ", true},
    {"sum", builtin_sum, 1, 2, Arity::kExpected, " start ", false},
    {"tuple", make_tuple, 0, 1, Arity::kExpected, "", true},
};

// Names that mean something and that no expression here can use, each between spaces.
constexpr std::string_view kOtherFunctions =
    " __build_class__ __import__ aiter anext breakpoint callable compile delattr dir eval exec "
    "getattr globals hasattr hash id input isinstance issubclass iter locals next open setattr "
    "vars ";
constexpr std::string_view kOtherTypes =
    " ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup "
    "BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError "
    "ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError "
    "DeprecationWarning EOFError EncodingWarning EnvironmentError Exception ExceptionGroup "
    "FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError "
    "ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError "
    "KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError "
    "NotADirectoryError NotImplementedError OSError OverflowError PendingDeprecationWarning "
    "PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning "
    "RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning "
    "SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError "
    "UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning "
    "UserWarning ValueError Warning ZeroDivisionError bytearray bytes classmethod complex "
    "enumerate filter frozenset map memoryview object property reversed slice staticmethod "
    "super type zip ";
struct OtherObject {
  std::string_view name;
  std::string_view type;
};
constexpr OtherObject kOtherObjects[] = {{"NotImplemented", "NotImplementedType"},
                                         {"copyright", "_Printer"},
                                         {"credits", "_Printer"},
                                         {"exit", "Quitter"},
                                         {"help", "_Helper"},
                                         {"license", "_Printer"},
                                         {"quit", "Quitter"}};

bool has(std::string_view names, std::string_view name) {
  const std::string wanted = " " + std::string(name) + " ";
  return names.find(wanted) != std::string_view::npos;
}

const Builtin* find_builtin(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kBuiltins), std::end(kBuiltins),
                   [&](const Builtin& builtin) { return builtin.name == name; });
  return found == std::end(kBuiltins) ? nullptr : found;
}
const OtherObject* find_other_object(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kOtherObjects), std::end(kOtherObjects),
                   [&](const OtherObject& object) { return object.name == name; });
  return found == std::end(kOtherObjects) ? nullptr : found;
}

Status check_arity(const Builtin& builtin, const Arguments& arguments) {
  const std::size_t given = arguments.positional.size();
  const std::string name(builtin.name);
  for (const Dict::Entry& entry : arguments.keywords) {
    const std::string_view keyword = entry.key.as_str();
    if (builtin.keywords == "*") continue;
    if (builtin.keywords.empty()) return type_error(name + "() takes no keyword arguments");
    if (!has(builtin.keywords, keyword)) {
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
  return unsupported(call);
}

// What the reprs of types and of functions begin with.
constexpr std::string_view kClass = "<class '";
constexpr std::string_view kFunction = "<built-in function ";

}  // namespace

bool is_builtin(std::string_view name) {
  return find_builtin(name) != nullptr || has(kOtherFunctions, name) || has(kOtherTypes, name) ||
         find_other_object(name) != nullptr || name == "Ellipsis" || name == "__debug__";
}

Value builtin_object(std::string_view name) {
  if (name == "Ellipsis") return Value::ellipsis();
  if (name == "__debug__") return Value::boolean(true);
  const Builtin* const builtin = find_builtin(name);
  const bool is_type = builtin != nullptr ? builtin->is_type : has(kOtherTypes, name);
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
  const Builtin* builtin = find_builtin(name);
  if (builtin == nullptr && arguments.run != nullptr && arguments.run->extensions != nullptr) {
    builtin = arguments.run->extensions->find_builtin(name);
  }
  if (builtin == nullptr) return refuse(name, arguments);
  BFCLX_RETURN_IF_ERROR(check_arity(*builtin, arguments));
  return builtin->function(arguments);
}

}  // namespace bfclx::python
