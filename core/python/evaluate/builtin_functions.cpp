#include "core/python/evaluate/builtin_functions.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/base/utf8.h"
#include "core/python/extensions/format.h"
#include "core/python/objects/operators.h"
#include "core/python/objects/rounding.h"
#include "core/value/bigint.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

std::string name_of(const Value& value) { return std::string(type_name(value)); }

Result<Value> in_base(Arguments& arguments, char type) {
  BFCLX_ASSIGN_OR_RETURN(const Value index, index_of(arguments.positional[0]));
  const char spec[] = {'#', type};
  BFCLX_ASSIGN_OR_RETURN(const std::string text,
                         format_value(index, std::string_view(spec, sizeof(spec))));
  return Value::str(text);
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
  if (!index) return type_error("bad operand type for abs(): '" + name_of(value) + "'");
  const bool negative = compare_integers(*index, Value::integer(0)) < 0;
  return unary_operation(negative ? UnaryOperator::kUSub : UnaryOperator::kUAdd, *index);
}

Result<Value> builtin_divmod(Arguments& arguments) {
  return divmod_operation(arguments.positional[0], arguments.positional[1]);
}

Result<Value> builtin_pow(Arguments& arguments) {
  const List& given = arguments.positional;
  BFCLX_ASSIGN_OR_RETURN(const Value result, binary_operation(BinaryOperator::kPow, given[0],
                                                              given[1], arguments.max_bytes));
  if (given.size() < 3 || given[2].is_none()) return result;
  if (!is_integer(result) || !is_integer(given[2]) ||
      compare_integers(*as_index(given[1]), Value::integer(0)) < 0) {
    return Error{"Limit", "pow() of these three arguments is not supported"};
  }
  if (compare_integers(given[2], Value::integer(0)) == 0) {
    return value_error("pow() 3rd argument cannot be 0");
  }
  return binary_operation(BinaryOperator::kMod, result, given[2], arguments.max_bytes);
}

Result<Value> builtin_round(Arguments& arguments) {
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

Result<Value> builtin_chr(Arguments& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const Value index, index_of(arguments.positional[0]));
  const bool fits = index.is_small_int() && index.as_int64() >= 0 && index.as_int64() <= 0x10FFFF;
  if (!fits) return value_error("chr() arg not in range(0x110000)");
  std::string text;
  append_utf8(text, static_cast<char32_t>(index.as_int64()));
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
      return type_error("format() argument 2 must be str, not " + name_of(arguments.positional[1]));
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
