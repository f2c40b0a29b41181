#include "core/python/format.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

#include "core/base/float_text.h"
#include "core/base/utf8.h"
#include "core/python/format_spec.h"
#include "core/python/operators.h"
#include "core/value/bigint.h"
#include "core/value/repr.h"

namespace bfclx::python {

Error too_wide() { return {"Limit", "width or precision is too large"}; }

namespace {

Error value_error(std::string message) { return {"ValueError", std::move(message)}; }

bool is_align(char c) { return c == '<' || c == '>' || c == '=' || c == '^'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<std::size_t> read_size(std::string_view text, std::size_t& offset) {
  std::size_t number = 0;
  bool large = false;
  for (; offset < text.size() && is_digit(text[offset]); ++offset) {
    number = number * 10 + static_cast<std::size_t>(text[offset] - '0');
    large |= number > kMaxWidth;
    if (large) number = 0;
  }
  if (large) return std::nullopt;
  return number;
}

namespace {

Result<FormatSpec> parse_spec(std::string_view text, const Value& value) {
  FormatSpec spec;
  const auto invalid = [&] {
    return value_error("Invalid format specifier '" + std::string(text) + "' for object of type '" +
                       std::string(type_name(value)) + "'");
  };
  std::size_t offset = 0;
  bool align_given = false;
  if (!text.empty()) {
    std::size_t after_fill = 0;
    next_code_point(text, after_fill);
    if (after_fill < text.size() && is_align(text[after_fill])) {
      spec.fill = text.substr(0, after_fill);
      spec.align = text[after_fill];
      offset = after_fill + 1;
      align_given = true;
    } else if (is_align(text[0])) {
      spec.align = text[0];
      offset = 1;
      align_given = true;
    }
  }
  const auto at = [&] { return offset < text.size() ? text[offset] : '\0'; };
  if (at() == '+' || at() == '-' || at() == ' ') spec.sign = text[offset++];
  if (at() == 'z') {
    spec.no_negative_zero = true;
    ++offset;
  }
  if (at() == '#') {
    spec.alternate = true;
    ++offset;
  }
  if (at() == '0' && spec.fill == " ") {
    spec.fill = "0";
    if (!align_given && !value.is_str()) spec.align = '=';
    ++offset;
  }
  const std::optional<std::size_t> width = read_size(text, offset);
  if (!width) return too_wide();
  spec.width = *width;
  if (at() == ',' || at() == '_') spec.grouping = text[offset++];
  if (spec.grouping != '\0' && (at() == ',' || at() == '_')) {
    return value_error(at() == spec.grouping && spec.grouping == ','
                           ? "Cannot specify ',' with ','."
                       : at() == spec.grouping ? "Cannot specify '_' with '_'."
                                               : "Cannot specify both ',' and '_'.");
  }
  if (at() == '.') {
    ++offset;
    if (!is_digit(at())) return value_error("Format specifier missing precision");
    spec.precision = read_size(text, offset);
    if (!spec.precision) return too_wide();
  }
  if (offset + 1 < text.size()) return invalid();
  if (offset < text.size()) {
    if (static_cast<unsigned char>(text[offset]) >= 0x80) return invalid();
    spec.type = text[offset];
  }
  return spec;
}

Error unknown_code(char type, const Value& value) {
  return value_error(std::string("Unknown format code '") + type + "' for object of type '" +
                     std::string(type_name(value)) + "'");
}

}  // namespace

std::string pad(const FormatSpec& spec, std::string_view prefix, std::string_view text,
                char default_align) {
  const std::size_t length = prefix.size() + count_code_points(text);
  const std::size_t missing = spec.width > length ? spec.width - length : 0;
  const char align = spec.align != '\0' ? spec.align : default_align;
  const std::size_t before = align == '<' ? 0 : align == '^' ? missing / 2 : missing;
  std::string result;
  const auto fill = [&](std::size_t count) {
    for (; count > 0; --count) result += spec.fill;
  };
  if (align == '=') {
    result += prefix;
    fill(before);
  } else {
    fill(before);
    result += prefix;
  }
  result += text;
  fill(missing - before);
  return result;
}

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

}  // namespace

std::string sign_text(const FormatSpec& spec, bool negative) {
  if (negative) return "-";
  return spec.sign == '+' || spec.sign == ' ' ? std::string(1, spec.sign) : "";
}

namespace {

// Number text from its parts: digits before the point are grouped.
std::string number_text(const FormatSpec& spec, std::string prefix, std::string_view digits,
                        std::string_view rest, std::size_t group) {
  std::string text(digits);
  if (spec.grouping != '\0') {
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
  const std::string hex = magnitude.to_hex();
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

std::string upper_ascii(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

}  // namespace

Result<std::string> format_integer(const Value& value, const FormatSpec& spec) {
  const char type = spec.type == '\0' ? 'd' : spec.type;
  if (std::string_view("eEfFgG%").find(type) != std::string_view::npos) {
    return format_float(value, spec);
  }
  if (type == 'n') return Error{"Limit", "format code 'n' is not supported"};
  if (std::string_view("bcdoxX").find(type) == std::string_view::npos) {
    return unknown_code(type, value);
  }
  if (spec.precision) return value_error("Precision not allowed in integer format specifier");
  if (spec.no_negative_zero) {
    return value_error(
        "Negative zero coercion (z) not allowed in format specifier with integer "
        "format code '" +
        std::string(1, type) + "'");
  }
  const BigInt number = as_index(value)->as_bigint();
  if (type == 'c') {
    if (spec.sign != '\0') {
      return value_error("Sign not allowed with integer format specifier 'c'");
    }
    const std::optional<std::int64_t> code = number.to_int64();
    if (!code || *code < 0 || *code > 0x10FFFF) {
      return Error{"OverflowError", "%c arg not in range(0x110000)"};
    }
    std::string text;
    append_utf8(text, static_cast<char32_t>(*code));
    return pad(spec, "", text, '>');
  }
  const int base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'd' ? 10 : 16;
  if (spec.grouping == ',' && base != 10) {
    return value_error(std::string("Cannot specify ',' with '") + type + "'.");
  }
  std::string digits = digits_of(number, base);
  if (base == 10 && digits.size() > BigInt::kMaxStrDigits) {
    return value_error(
        "Exceeds the limit (4300 digits) for integer string conversion; use "
        "sys.set_int_max_str_digits() to increase the limit");
  }
  if (type == 'X') digits = upper_ascii(std::move(digits));
  std::string prefix = sign_text(spec, number.negative());
  if (spec.alternate && base != 10) prefix += std::string("0") + type;
  return number_text(spec, std::move(prefix), digits, "", base == 10 ? 3 : 4);
}

Result<std::string> format_float(const Value& value, const FormatSpec& spec) {
  BFCLX_ASSIGN_OR_RETURN(double number, number_to_double(value));
  char type = spec.type;
  if (type == 'n') return Error{"Limit", "format code 'n' is not supported"};
  if (type != '\0' && std::string_view("eEfFgG%").find(type) == std::string_view::npos) {
    return unknown_code(type, value);
  }
  const bool percent = type == '%';
  if (percent) number *= 100;
  const char lower = percent ? 'f' : static_cast<char>(type | 0x20);
  std::string text;
  if (type == '\0' && !spec.precision) {
    text = float_repr(number);
  } else if (type == '\0') {
    // As 'g', but with a digit behind the point and exponents from the precision on.
    const int precision = std::max<int>(static_cast<int>(*spec.precision), 1);
    text = format_double(number, 'g', precision, spec.alternate);
    const bool plain = text.find_first_of(".en") == std::string::npos;
    if (plain && std::isfinite(number)) {
      const std::size_t digits = text.size() - (text[0] == '-' ? 1 : 0);
      text = digits >= static_cast<std::size_t>(precision)
                 ? format_double(number, 'e', precision - 1, spec.alternate)
                 : text + ".0";
      const std::size_t e = text.find('e');
      if (e != std::string::npos) {
        // 'e' keeps zeros at the end, repr style does not.
        std::size_t end = e;
        while (text.find('.') < end && (text[end - 1] == '0' || text[end - 1] == '.')) --end;
        text.erase(end, e - end);
      }
    }
  } else {
    text =
        format_double(number, lower, static_cast<int>(spec.precision.value_or(6)), spec.alternate);
  }
  bool negative = text[0] == '-';
  if (negative) text.erase(0, 1);
  if (spec.no_negative_zero && text.find_first_of("123456789") == std::string::npos) {
    negative = negative && !std::isfinite(number);
  }
  if (type == 'E' || type == 'G' || type == 'F') text = upper_ascii(std::move(text));
  if (percent) text += '%';
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  return number_text(spec, sign_text(spec, negative), std::string_view(text).substr(0, digits),
                     std::string_view(text).substr(digits), 3);
}

namespace {

Result<std::string> format_text(const Value& value, const FormatSpec& spec) {
  if (spec.type != '\0' && spec.type != 's') return unknown_code(spec.type, value);
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
  if (spec.grouping != '\0') {
    return value_error(std::string("Cannot specify '") + spec.grouping + "' with 's'.");
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
      return type_error("unsupported format string passed to " + std::string(type_name(value)) +
                        ".__format__");
  }
}

}  // namespace bfclx::python
