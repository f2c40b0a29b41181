// The builtin types as functions: int(...), list(...), dict(...) and so on.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/base/float_text.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/python/evaluate/builtin_functions.h"
#include "core/python/objects/operators.h"
#include "core/python/objects/range.h"
#include "core/python/objects/rounding.h"
#include "core/value/number_text.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

Error unsupported(std::string_view what) {
  return {"Limit", std::string(what) + " is not supported"};
}

}  // namespace

Result<Value> builtin_int(Arguments& arguments) {
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
    BFCLX_ASSIGN_OR_RETURN(const Value base, index_of(given[1]));
    const std::int64_t number = base.is_small_int() ? base.as_int64() : -1;
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
  return type_error(
      concat({"int() argument must be a string, a bytes-like object or a real number, not '",
              type_name(value), "'"}));
}

Result<Value> builtin_float(Arguments& arguments) {
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
  return type_error(
      concat({"float() argument must be a string or a real number, not '", type_name(value), "'"}));
}

Result<Value> builtin_str(Arguments& arguments) {
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

Result<Value> builtin_bool(Arguments& arguments) {
  return Value::boolean(!arguments.positional.empty() && truthy(arguments.positional[0]));
}

Result<Value> builtin_list(Arguments& arguments) {
  if (arguments.positional.empty()) return Value::list();
  BFCLX_ASSIGN_OR_RETURN(List items, iterate(arguments.positional[0]));
  return Value::list(std::move(items));
}

Result<Value> builtin_tuple(Arguments& arguments) {
  if (arguments.positional.empty()) return Value::tuple();
  BFCLX_ASSIGN_OR_RETURN(List items, iterate(arguments.positional[0]));
  return Value::tuple(std::move(items));
}

Result<Value> builtin_set(Arguments& arguments) {
  Value result = Value::set();
  if (arguments.positional.empty()) return result;
  BFCLX_ASSIGN_OR_RETURN(const List items, iterate(arguments.positional[0]));
  for (const Value& item : items) {
    BFCLX_RETURN_IF_ERROR(check_hashable(item));
    result.mutable_set().insert(item);
  }
  return result;
}

Result<Value> builtin_dict(Arguments& arguments) {
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

Result<Value> builtin_range(Arguments& arguments) {
  std::int64_t numbers[3] = {0, 0, 1};
  const List& given = arguments.positional;
  for (std::size_t i = 0; i < given.size(); ++i) {
    BFCLX_ASSIGN_OR_RETURN(const Value index, index_of(given[i]));
    if (!index.is_small_int()) return unsupported("a range of large integers");
    numbers[i] = index.as_int64();
  }
  if (given.size() == 1) std::swap(numbers[0], numbers[1]);
  if (numbers[2] == 0) return value_error("range() arg 3 must not be zero");
  return make_range({numbers[0], numbers[1], numbers[2]});
}

}  // namespace bfclx::python
