#include "core/python/evaluate/builtin_functions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/python/extensions/format.h"
#include "core/python/objects/operators.h"
#include "core/python/objects/rounding.h"
#include "core/python/objects/str_methods.h"
#include "core/value/bigint.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

Result<Value> in_base(Arguments& arguments, char type) {
  BFCLX_ASSIGN_OR_RETURN(const Value index, index_of(arguments.positional[0]));
  const char spec[] = {'#', type};
  BFCLX_ASSIGN_OR_RETURN(const std::string text,
                         format_value(index, std::string_view(spec, sizeof(spec))));
  return Value::str(text);
}

Error unsupported_power() { return {"Limit", "pow() of these three arguments is not supported"}; }

// Of three arguments, the last of them no None, that are not all integers.
Error no_power(const List& given) {
  const auto is = [&](Value::Kind kind) {
    return std::any_of(given.begin(), given.end(),
                       [&](const Value& value) { return value.kind() == kind; });
  };
  if (is(Value::Kind::kComplex)) return unsupported_power();
  if (is(Value::Kind::kFloat)) {
    return type_error("pow() 3rd argument not allowed unless all arguments are integers");
  }
  return type_error(concat({"unsupported operand type(s) for ** or pow(): '", type_name(given[0]),
                            "', '", type_name(given[1]), "', '", type_name(given[2]), "'"}));
}

}  // namespace

// ---- Numbers.

Result<Value> builtin_abs(Arguments& arguments) {
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
  if (!index) return type_error(concat({"bad operand type for abs(): '", type_name(value), "'"}));
  const bool negative = compare_integers(*index, Value::integer(0)) < 0;
  return unary_operation(negative ? UnaryOperator::kUSub : UnaryOperator::kUAdd, *index);
}

Result<Value> builtin_divmod(Arguments& arguments) {
  return divmod_operation(arguments.positional[0], arguments.positional[1]);
}

Result<Value> builtin_pow(Arguments& arguments) {
  const List& given = arguments.positional;
  const bool modular = given.size() > 2 && !given[2].is_none();
  if (modular) {
    if (!std::all_of(given.begin(), given.end(), is_integer)) return no_power(given);
    if (!truthy(given[2])) return value_error("pow() 3rd argument cannot be 0");
    if (compare_integers(*as_index(given[1]), Value::integer(0)) < 0) return unsupported_power();
  }
  BFCLX_ASSIGN_OR_RETURN(const Value result, binary_operation(BinaryOperator::kPow, given[0],
                                                              given[1], arguments.max_bytes));
  if (!modular) return result;
  return binary_operation(BinaryOperator::kMod, result, given[2], arguments.max_bytes);
}

Result<Value> builtin_round(Arguments& arguments) {
  const Value& value = arguments.positional[0];
  if (!is_real_number(value)) {
    return type_error(concat({"type ", type_name(value), " doesn't define __round__ method"}));
  }
  const bool with_digits = arguments.positional.size() > 1 && !arguments.positional[1].is_none();
  if (!with_digits) {
    return value.is_float() ? round_to_int(value.as_float()) : Result<Value>(*as_index(value));
  }
  BFCLX_ASSIGN_OR_RETURN(const Value digits, index_of(arguments.positional[1]));
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
  const std::int64_t count = digits.is_small_int()           ? digits.as_int64()
                             : digits.as_bigint().negative() ? -kHuge
                                                             : kHuge;
  return value.is_float() ? round_float(value.as_float(), count)
                          : round_integer(*as_index(value), count, arguments.max_bytes);
}

Result<Value> builtin_bin(Arguments& arguments) { return in_base(arguments, 'b'); }
Result<Value> builtin_oct(Arguments& arguments) { return in_base(arguments, 'o'); }
Result<Value> builtin_hex(Arguments& arguments) { return in_base(arguments, 'x'); }

// ---- Text.

Result<Value> builtin_ord(Arguments& arguments) {
  const Value& value = arguments.positional[0];
  if (!value.is_str() && !value.is_bytes()) {
    return type_error(
        concat({"ord() expected string of length 1, but ", type_name(value), " found"}));
  }
  BFCLX_ASSIGN_OR_RETURN(const std::size_t count, length(value));
  if (count != 1) {
    return type_error(concat(
        {"ord() expected a character, but string of length ", std::to_string(count), " found"}));
  }
  if (value.is_bytes()) {
    return Value::integer(static_cast<unsigned char>(value.as_bytes()[0]));
  }
  std::size_t offset = 0;
  return Value::integer(static_cast<std::int64_t>(next_code_point(value.as_str(), offset)));
}

Result<Value> builtin_chr(Arguments& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const Value index, index_of(arguments.positional[0]));
  using Int = std::numeric_limits<std::int32_t>;  // C's
  const std::int64_t code = index.is_small_int() ? index.as_int64() : Int::max() + std::int64_t{1};
  if (code < Int::min() || code > Int::max()) {
    return Error{"OverflowError", "Python int too large to convert to C int"};
  }
  if (code < 0 || code > 0x10FFFF) return value_error("chr() arg not in range(0x110000)");
  std::string text;
  append_utf8(text, static_cast<char32_t>(code));
  return Value::str(text);
}

Result<Value> builtin_print(Arguments&) { return Value::none(); }

Result<Value> builtin_repr(Arguments& arguments) {
  return Value::str(repr(arguments.positional[0]));
}
Result<Value> builtin_ascii(Arguments& arguments) {
  return Value::str(ascii_of(arguments.positional[0]));
}

Result<Value> builtin_format(Arguments& arguments) {
  std::string_view spec;
  if (arguments.positional.size() > 1) {
    if (!arguments.positional[1].is_str()) {
      return type_error(
          concat({"format() argument 2 must be str, not ", kind_of(arguments.positional[1])}));
    }
    spec = arguments.positional[1].as_str();
  }
  BFCLX_ASSIGN_OR_RETURN(const std::string text, format_value(arguments.positional[0], spec));
  return Value::str(text);
}

// ---- Containers.

Result<Value> builtin_len(Arguments& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::size_t count, length(arguments.positional[0]));
  return Value::integer(static_cast<std::int64_t>(count));
}

}  // namespace bfclx::python
