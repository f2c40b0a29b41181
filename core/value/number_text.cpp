#include "core/value/number_text.h"

#include <string>

#include "core/base/str_repr.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/value/bigint.h"

namespace bfclx {

namespace {

Error literal_error(std::string_view text, int base) {
  constexpr std::size_t kMaxQuoted = 200;  // "%.200R"
  std::string quoted;
  append_repr_str(quoted, text);
  return {"ValueError", "invalid literal for int() with base " + std::to_string(base) + ": " +
                            std::string(slice_code_points(quoted, 0, kMaxQuoted))};
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

// The base that a prefix such as "0x" stands for, 0 when there is none.
int prefix_base(std::string_view number) {
  if (number.size() < 2 || number[0] != '0') return 0;
  switch (number[1]) {
    case 'x':
    case 'X':
      return 16;
    case 'o':
    case 'O':
      return 8;
    case 'b':
    case 'B':
      return 2;
    default:
      return 0;
  }
}

// Copies the digits without their underscores, each of which must stand behind a digit and before
// one; false when that is not so, or when there is no digit.
bool collect_digits(std::string_view number, int base, std::string& digits) {
  bool after_digit = false;
  for (const char c : number) {
    if (c == '_') {
      if (!after_digit) return false;
      after_digit = false;
    } else {
      if (digit_of(c) >= base) return false;
      digits.push_back(c);
      after_digit = true;
    }
  }
  return after_digit;
}

Result<Value> value_of_digits(std::string_view digits, int base, bool negative) {
  BFCLX_ASSIGN_OR_RETURN(BigInt value, BigInt::parse(digits, base));
  return Value::integer(negative ? value.negated() : std::move(value));
}

}  // namespace

Result<Value> int_of_digits(std::string_view digits, bool negative) {
  constexpr std::size_t kAlwaysFits = 18;
  if (digits.size() > kAlwaysFits) return value_of_digits(digits, 10, negative);
  std::int64_t value = 0;
  for (const char c : digits) value = value * 10 + (c - '0');
  return Value::integer(negative ? -value : value);
}

Result<Value> python_int(std::string_view text, int base) {
  std::string buffer;
  std::string_view number = ascii_number_text(text, buffer);
  const bool negative = !number.empty() && number[0] == '-';
  if (!number.empty() && (number[0] == '-' || number[0] == '+')) number.remove_prefix(1);
  int digit_base = base;
  const int prefix = prefix_base(number);
  if (prefix != 0 && (base == 0 || base == prefix)) {
    digit_base = prefix;
    number.remove_prefix(2);
    if (!number.empty() && number[0] == '_') number.remove_prefix(1);  // "0x_1f"
  } else if (base == 0) {
    digit_base = 10;
  }
  std::string digits;
  if (!collect_digits(number, digit_base, digits)) return literal_error(text, base);
  // As in Python's source, a number other than zero must not start with a zero.
  if (base == 0 && prefix == 0 && digits[0] == '0' &&
      digits.find_first_not_of('0') != std::string::npos) {
    return literal_error(text, base);
  }
  if (digit_base == 10) return int_of_digits(digits, negative);
  return value_of_digits(digits, digit_base, negative);
}

}  // namespace bfclx
