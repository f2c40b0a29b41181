#include "core/python/extensions/format.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

#include "core/base/float_text.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/python/extensions/format_spec.h"
#include "core/python/objects/operators.h"
#include "core/value/bigint.h"
#include "core/value/repr.h"

namespace bfclx::python {

namespace {

// The digits in groups, and with as many zeros in front as a width with '0' filling asks for.
std::string group_digits(std::string_view digits, char separator, std::size_t group,
                         std::size_t minimum) {
  std::string reversed;
  std::size_t count = 0;
  const auto add = [&](char c) {
    if (count > 0 && count % group == 0) reversed += separator;
    reversed += c;
    ++count;
  };
  for (std::size_t i = digits.size(); i-- > 0;) add(digits[i]);
  while (reversed.size() < minimum) add('0');
  return {reversed.rbegin(), reversed.rend()};
}

// Number text from its parts: digits before the point are grouped.
std::string number_text(const FormatSpec& spec, const std::string& prefix, std::string_view digits,
                        std::string_view rest, std::size_t group) {
  std::string text(digits);
  if (spec.grouping != '\0' && !digits.empty()) {
    const bool zero_filled = spec.fill == "0" && spec.align == '=';
    const std::size_t taken = prefix.size() + rest.size();
    const std::size_t minimum = zero_filled && spec.width > taken ? spec.width - taken : 0;
    text = group_digits(digits, spec.grouping, group, minimum);
  }
  text += rest;
  return pad(spec, prefix, text, '>');
}

// Magnitude of an integer in base 2, 8, 10 or 16.
std::string digits_of(const BigInt& value, int base) {
  const BigInt magnitude = value.negative() ? value.negated() : value;
  if (base == 10) return magnitude.to_decimal();
  std::string hex = magnitude.to_hex();
  if (base == 16) return hex;
  static constexpr std::string_view kHexDigits = "0123456789abcdef";
  std::string bits;
  for (const char c : hex) {
    const std::size_t digit = kHexDigits.find(c);
    for (int bit = 3; bit >= 0; --bit) bits += (digit >> bit & 1) != 0 ? '1' : '0';
  }
  if (base == 8) {
    bits.insert(0, (3 - bits.size() % 3) % 3, '0');
    std::string octal;
    for (std::size_t i = 0; i < bits.size(); i += 3) {
      octal += static_cast<char>('0' + (bits[i] - '0') * 4 + (bits[i + 1] - '0') * 2 +
                                 (bits[i + 2] - '0'));
    }
    bits = std::move(octal);
  }
  const std::size_t first = bits.find_first_not_of('0');
  return first == std::string::npos ? "0" : bits.substr(first);
}

}  // namespace

Result<std::string> format_integer(const Value& value, const FormatSpec& spec) {
  const char type = spec.type == '\0' ? 'd' : spec.type;
  if (std::string_view("eEfFgG%").find(type) != std::string_view::npos) {
    return format_float(value, spec);
  }
  if (std::string_view("bcdnoxX").find(type) == std::string_view::npos) {
    return unknown_code(static_cast<unsigned char>(type), value);
  }
  if (spec.precision) return value_error("Precision not allowed in integer format specifier");
  if (spec.no_negative_zero) {
    return value_error("Negative zero coercion (z) not allowed in integer format specifier");
  }
  const BigInt number = as_index(value)->as_bigint();
  if (type == 'c') {
    if (spec.sign != '\0') {
      return value_error("Sign not allowed with integer format specifier 'c'");
    }
    if (spec.alternate) {
      return value_error("Alternate form (#) not allowed with integer format specifier 'c'");
    }
    const std::optional<std::int64_t> code = number.to_int64();
    if (!code) return Error{"OverflowError", "Python int too large to convert to C long"};
    if (*code < 0 || *code > 0x10FFFF) {
      return Error{"OverflowError", "%c arg not in range(0x110000)"};
    }
    std::string text;
    append_utf8(text, static_cast<char32_t>(*code));
    return pad(spec, "", text, '>');
  }
  // The locale of 'n' is C's, which has no groups.
  const int base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'd' || type == 'n' ? 10 : 16;
  std::string digits = digits_of(number, base);
  if (base == 10 && digits.size() > BigInt::kMaxStrDigits) {
    return too_many_digits();
  }
  if (type == 'X') digits = upper_ascii(digits);
  std::string prefix = sign_text(spec, number.negative());
  if (spec.alternate && base != 10) prefix += std::string("0") + type;
  return number_text(spec, prefix, digits, "", base == 10 ? 3 : 4);
}

namespace {

// As 'g', but with a digit behind the point and exponents from one digit less on.
std::string shortened(double number, int precision, bool alternate) {
  if (!std::isfinite(number)) return format_double(number, 'g', precision, false);
  const std::string scientific = format_double(number, 'e', precision - 1, alternate);
  const std::size_t e = scientific.find('e');
  const int exponent = std::atoi(scientific.c_str() + e + 1);
  const bool plain = exponent >= -4 && exponent < precision - 1;
  if (alternate) return plain ? format_double(number, 'g', precision, true) : scientific;
  if (!plain) {
    // 'e' keeps zeros at the end, repr style does not.
    std::size_t end = e;
    while (scientific.find('.') < end &&
           (scientific[end - 1] == '0' || scientific[end - 1] == '.')) {
      --end;
    }
    return scientific.substr(0, end) + scientific.substr(e);
  }
  const std::string text = format_double(number, 'g', precision, false);
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

}  // namespace

Result<std::string> format_float(const Value& value, const FormatSpec& spec) {
  BFCLX_ASSIGN_OR_RETURN(double number, number_to_double(value));
  char type = spec.type;
  if (type == 'n') type = 'g';
  if (type != '\0' && std::string_view("eEfFgG%").find(type) == std::string_view::npos) {
    return unknown_code(static_cast<unsigned char>(type), value);
  }
  const bool percent = type == '%';
  if (percent) number *= 100;
  const char lower = percent ? 'f' : static_cast<char>(type | 0x20);
  std::string text;
  if (type == '\0' && !spec.precision) {
    text = float_repr(number);
    // The other form always has a point.
    if (spec.alternate && text.find('.') == std::string::npos && std::isfinite(number)) {
      text.insert(text.find('e'), 1, '.');
    }
  } else if (type == '\0') {
    text = shortened(number, std::max<int>(static_cast<int>(*spec.precision), 1), spec.alternate);
  } else {
    text =
        format_double(number, lower, static_cast<int>(spec.precision.value_or(6)), spec.alternate);
  }
  bool negative = text[0] == '-';
  if (negative) text.erase(0, 1);
  if (spec.no_negative_zero && text.find_first_of("123456789") == std::string::npos) {
    negative = negative && !std::isfinite(number);
  }
  if (type == 'E' || type == 'G' || type == 'F') text = upper_ascii(text);
  if (percent) text += '%';
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  return number_text(spec, sign_text(spec, negative), std::string_view(text).substr(0, digits),
                     std::string_view(text).substr(digits), 3);
}

namespace {

Result<std::string> format_text(const Value& value, const FormatSpec& spec) {
  if (spec.type != '\0' && spec.type != 's')
    return unknown_code(static_cast<unsigned char>(spec.type), value);
  if (spec.sign != '\0') {
    return value_error(spec.sign == ' ' ? "Space not allowed in string format specifier"
                                        : "Sign not allowed in string format specifier");
  }
  if (spec.no_negative_zero) {
    return value_error("Negative zero coercion (z) not allowed in string format specifier");
  }
  if (spec.alternate) {
    return value_error("Alternate form (#) not allowed in string format specifier");
  }
  if (spec.align == '=') {
    return value_error("'=' alignment not allowed in string format specifier");
  }
  std::string_view text = value.as_str();
  if (spec.precision) text = slice_code_points(text, 0, *spec.precision);
  return pad(spec, "", text, '<');
}

}  // namespace

std::string format_double(double value, char type, int precision, bool alternate) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  const char format[] = {'%',
                         alternate ? '#' : '.',
                         alternate ? '.' : '*',
                         alternate ? '*' : type,
                         alternate ? type : '\0',
                         '\0'};
  const int size = std::snprintf(nullptr, 0, format, precision, value);
  std::vector<char> buffer(static_cast<std::size_t>(size) + 1);
  std::snprintf(buffer.data(), buffer.size(), format, precision, value);
  return {buffer.data(), static_cast<std::size_t>(size)};
}

std::string ascii_of(const Value& value) {
  const std::string text = repr(value);
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string result;
  for (std::size_t offset = 0; offset < text.size();) {
    const char32_t c = next_code_point(text, offset);
    if (c < 0x80) {
      result += static_cast<char>(c);
      continue;
    }
    const int digits = c < 0x100 ? 2 : c < 0x10000 ? 4 : 8;
    result += digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U";
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) result += kDigits[(c >> shift) & 15];
  }
  return result;
}

Result<std::string> format_value(const Value& value, std::string_view spec_text) {
  if (spec_text.empty()) {
    BFCLX_RETURN_IF_ERROR(check_digits(value));
    return str(value);
  }
  switch (value.kind()) {
    case Value::Kind::kStr: {
      BFCLX_ASSIGN_OR_RETURN(const FormatSpec spec, parse_spec(spec_text, value));
      return format_text(value, spec);
    }
    case Value::Kind::kBool:
    case Value::Kind::kInt: {
      BFCLX_ASSIGN_OR_RETURN(const FormatSpec spec, parse_spec(spec_text, value));
      return format_integer(value, spec);
    }
    case Value::Kind::kFloat: {
      BFCLX_ASSIGN_OR_RETURN(const FormatSpec spec, parse_spec(spec_text, value));
      return format_float(value, spec);
    }
    case Value::Kind::kComplex:
      return Error{"Limit", "format of complex numbers is not supported"};
    default:
      return type_error(
          concat({"unsupported format string passed to ", type_name(value), ".__format__"}));
  }
}

}  // namespace bfclx::python
