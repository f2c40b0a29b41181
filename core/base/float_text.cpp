#include "core/base/float_text.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "core/base/str_repr.h"
#include "core/base/text.h"
#include "core/base/unicode.h"

namespace bfclx {

namespace {

constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kMaxExactPower = 22;
constexpr std::uint64_t kMaxExactInteger = std::uint64_t{1} << 53;
constexpr int kMaxReprDigits = 17;

// --- repr ----------------------------------------------------------------------------------------

// value = 0.d1d2d3... * 10**point, without trailing zeros.
struct Decimal {
  char digits[kMaxReprDigits + 1];
  int count = 0;
  int point = 0;
};

void drop_trailing_zeros(Decimal& decimal) {
  while (decimal.count > 1 && decimal.digits[decimal.count - 1] == '0') --decimal.count;
}

Decimal decimal_of_integer(std::uint64_t integer, int scale) {
  char text[20];
  const auto end = std::to_chars(text, text + sizeof text, integer).ptr;
  Decimal result;
  result.count = static_cast<int>(end - text);
  std::memcpy(result.digits, text, static_cast<std::size_t>(result.count));
  result.point = result.count - scale;
  drop_trailing_zeros(result);
  return result;
}

// Decimals of at most 15 digits are told apart by doubles, so one that reads back is the shortest.
bool short_decimal(double magnitude, Decimal& result) {
  constexpr double kMaxShort = 1e15;
  constexpr int kMaxScale = 8;
  if (!(magnitude < kMaxShort) || magnitude < 1e-4) return false;
  for (int scale = 0; scale <= kMaxScale; ++scale) {
    const double scaled = magnitude * kPowersOfTen[scale];
    if (scaled >= kMaxShort) return false;
    const double rounded = std::floor(scaled + 0.5);
    if (rounded / kPowersOfTen[scale] == magnitude) {
      result = decimal_of_integer(static_cast<std::uint64_t>(rounded), scale);
      return true;
    }
  }
  return false;
}

// Amounts of money and the like, most of what tables hold: up to two places. False for others.
bool append_hundredths(std::string& out, double magnitude) {
  if (!(magnitude < 1e9) || magnitude < 0.01) return false;
  // What is rounded wrongly is refused below. NOLINTNEXTLINE(bugprone-incorrect-roundings)
  const auto hundredths = static_cast<std::uint64_t>(magnitude * 100 + 0.5);
  if (static_cast<double>(hundredths) / 100 != magnitude) return false;
  char text[16];
  char* end = text + sizeof text;
  char* at = end;
  *--at = static_cast<char>('0' + hundredths % 10);
  *--at = static_cast<char>('0' + hundredths / 10 % 10);
  if (*(end - 1) == '0') --end;
  *--at = '.';
  std::uint64_t whole = hundredths / 100;
  do {
    *--at = static_cast<char>('0' + whole % 10);
    whole /= 10;
  } while (whole != 0);
  out.append(at, static_cast<std::size_t>(end - at));
  return true;
}

// The nearest decimal of `count` digits; reads printf's text without a thought for the locale.
Decimal printed_decimal(double magnitude, int count) {
  char text[40];
  const int length = std::snprintf(text, sizeof text, "%.*e", count - 1, magnitude);
  Decimal result;
  int at = 0;
  for (; at < length && text[at] != 'e'; ++at) {
    if (text[at] >= '0' && text[at] <= '9') result.digits[result.count++] = text[at];
  }
  result.point = std::atoi(text + at + 1) + 1;
  return result;
}

// Digits times a power of ten: two exact doubles, so one rounding, which is the right one. False
// where one of them is not exact.
bool exact_value(std::uint64_t digits, std::int64_t exponent, double& value) {
  if (digits > kMaxExactInteger || exponent < -kMaxExactPower || exponent > kMaxExactPower) {
    return false;
  }
  const auto mantissa = static_cast<double>(digits);
  value = exponent < 0 ? mantissa / kPowersOfTen[-exponent] : mantissa * kPowersOfTen[exponent];
  return true;
}

std::uint64_t integer_of(std::string_view digits) {
  std::uint64_t integer = 0;
  for (const char c : digits) integer = integer * 10 + static_cast<std::uint64_t>(c - '0');
  return integer;
}

double value_of(const Decimal& decimal) {
  const auto count = static_cast<std::size_t>(decimal.count);
  const int exponent = decimal.point - decimal.count;
  double value = 0;
  if (exact_value(integer_of({decimal.digits, count}), exponent, value)) return value;
  char text[40];
  std::memcpy(text, decimal.digits, count);
  std::snprintf(text + count, sizeof text - count, "e%d", exponent);
  return std::strtod(text, nullptr);
}

// The next larger decimal of as many digits.
void increment(Decimal& decimal) {
  int at = decimal.count - 1;
  while (at >= 0 && decimal.digits[at] == '9') decimal.digits[at--] = '0';
  if (at >= 0) {
    ++decimal.digits[at];
    return;
  }
  decimal.digits[0] = '1';
  ++decimal.point;
}

// The nearest decimal of `count` digits, of that of kMaxReprDigits. False where only the digits
// behind these say which way to round.
bool round_decimal(const Decimal& longest, int count, Decimal& result) {
  const std::string_view tail(longest.digits + count,
                              static_cast<std::size_t>(longest.count - count));
  if (tail[0] == '5' && tail.find_first_not_of('0', 1) == std::string_view::npos) return false;
  result = longest;
  result.count = count;
  if (tail[0] >= '5') increment(result);
  return true;
}

Decimal shortest_decimal(double magnitude) {
  // Of normal numbers, fewer than 15 digits show as trailing zeros of 15.
  const bool normal = magnitude >= std::numeric_limits<double>::min();
  Decimal exact = printed_decimal(magnitude, kMaxReprDigits);
  for (int count = normal ? 15 : 1; count < kMaxReprDigits; ++count) {
    Decimal candidate;
    if (!round_decimal(exact, count, candidate)) candidate = printed_decimal(magnitude, count);
    if (value_of(candidate) == magnitude) {
      drop_trailing_zeros(candidate);
      return candidate;
    }
    // Below a power of two doubles lie closer together: the nearest decimal may miss on that side
    // where its upper neighbour, though farther away, still reads back.
    int exponent = 0;
    if (std::frexp(magnitude, &exponent) != 0.5) continue;
    increment(candidate);
    if (value_of(candidate) == magnitude) {
      drop_trailing_zeros(candidate);
      return candidate;
    }
  }
  drop_trailing_zeros(exact);
  return exact;
}

void append_zeros(std::string& out, int count) {
  if (count > 0) out.append(static_cast<std::size_t>(count), '0');
}

void append_exponent(std::string& out, int exponent) {
  out += exponent < 0 ? "e-" : "e+";
  const int magnitude = std::abs(exponent);
  if (magnitude < 10) out.push_back('0');
  out += std::to_string(magnitude);
}

// CPython's format 'r': fixed notation for exponents -4 to 15.
void append_decimal(std::string& out, const Decimal& decimal) {
  const std::string_view digits(decimal.digits, static_cast<std::size_t>(decimal.count));
  const int point = decimal.point;
  if (point > 16 || point < -3) {
    out.push_back(digits[0]);
    if (digits.size() > 1) out.append(".").append(digits.substr(1));
    append_exponent(out, point - 1);
  } else if (point <= 0) {
    out += "0.";
    append_zeros(out, -point);
    out += digits;
  } else if (point >= decimal.count) {
    out += digits;
    append_zeros(out, point - decimal.count);
    out += ".0";
  } else {
    out.append(digits.substr(0, static_cast<std::size_t>(point)));
    out.push_back('.');
    out.append(digits.substr(static_cast<std::size_t>(point)));
  }
}

// --- Reading -------------------------------------------------------------------------------------

// A literal taken apart: value = digits * 10**exponent. Digits past any that can matter are
// replaced by one that says that they were not all zero.
struct Literal {
  static constexpr std::size_t kMaxDigits = 800;
  char digits[kMaxDigits + 1];
  std::size_t count = 0;
  std::int64_t exponent = 0;
  bool negative = false;
  bool inexact = false;

  void add_digit(char digit) {
    if (count == 0 && digit == '0') return;
    if (count < kMaxDigits) {
      digits[count++] = digit;
    } else {
      inexact = inexact || digit != '0';
      ++exponent;
    }
  }
};

std::int64_t read_exponent(std::string_view text) {
  constexpr std::int64_t kHuge = std::int64_t{1} << 40;
  const bool negative = !text.empty() && text[0] == '-';
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  std::int64_t result = 0;
  for (const char c : text) {
    if (result < kHuge) result = result * 10 + (c - '0');
  }
  return negative ? -result : result;
}

void take_apart(std::string_view text, Literal& literal) {
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '-' || text[at] == '+'))
    literal.negative = text[at++] == '-';
  bool fraction = false;
  for (; at < text.size(); ++at) {
    if (text[at] == '.') {
      fraction = true;
    } else if (is_digit(text[at])) {
      literal.add_digit(text[at]);
      if (fraction) --literal.exponent;
    } else {
      break;
    }
  }
  if (at < text.size()) literal.exponent += read_exponent(text.substr(at + 1));
}

double slow_value(Literal& literal) {
  if (literal.inexact) {
    literal.digits[literal.count++] = '1';
    --literal.exponent;
  }
  // Far out of range either way: what strtod would say of it.
  const std::int64_t magnitude = literal.exponent + static_cast<std::int64_t>(literal.count);
  if (magnitude > 310) return std::numeric_limits<double>::infinity();
  if (magnitude < -330) return 0;
  char text[Literal::kMaxDigits + 32];
  std::memcpy(text, literal.digits, literal.count);
  std::snprintf(text + literal.count, sizeof text - literal.count, "e%lld",
                static_cast<long long>(literal.exponent));
  return std::strtod(text, nullptr);
}

double magnitude_of(Literal& literal) {
  if (literal.count == 0) return 0;
  if (literal.count <= 18 && !literal.inexact) {
    double value = 0;
    if (exact_value(integer_of({literal.digits, literal.count}), literal.exponent, value)) {
      return value;
    }
  }
  return slow_value(literal);
}

// --- float(text) ---------------------------------------------------------------------------------

bool equals_ignoring_case(std::string_view text, std::string_view lower_case) {
  if (text.size() != lower_case.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + 32) : text[i];
    if (c != lower_case[i]) return false;
  }
  return true;
}

// Whether `text` (no sign) is what parse_decimal takes.
bool is_decimal_literal(std::string_view text) {
  std::size_t at = 0;
  std::size_t digits = 0;
  const auto skip_digits = [&] {
    const std::size_t start = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at - start;
  };
  digits += skip_digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    digits += skip_digits();
  }
  if (digits == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (skip_digits() == 0) return false;
  }
  return at == text.size();
}

// Takes out the underscores, which must stand between two digits; false when one does not.
bool remove_underscores(std::string_view text, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      out.push_back(text[i]);
    } else if (i == 0 || i + 1 == text.size() || !is_digit(text[i - 1]) || !is_digit(text[i + 1])) {
      return false;
    }
  }
  return true;
}

Error float_error(std::string_view text) {
  std::string message = "could not convert string to float: ";
  append_repr_str(message, text);
  return {"ValueError", std::move(message)};
}

}  // namespace

void append_float_repr(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "nan";
    return;
  }
  if (std::signbit(value)) out.push_back('-');
  if (std::isinf(value)) {
    out += "inf";
    return;
  }
  const double magnitude = std::fabs(value);
  if (magnitude == 0) {
    out += "0.0";
    return;
  }
  if (append_hundredths(out, magnitude)) return;
  Decimal decimal;
  if (!short_decimal(magnitude, decimal)) decimal = shortest_decimal(magnitude);
  append_decimal(out, decimal);
}

std::string float_repr(double value) {
  std::string out;
  append_float_repr(out, value);
  return out;
}

double parse_decimal(std::string_view text) {
  Literal literal;
  take_apart(text, literal);
  const double magnitude = magnitude_of(literal);
  return literal.negative ? -magnitude : magnitude;
}

Result<double> python_float(std::string_view text) {
  std::string buffer;
  std::string without_underscores;
  std::string_view number = ascii_number_text(text, buffer);
  if (number.find('_') != std::string_view::npos) {
    if (!remove_underscores(number, without_underscores)) return float_error(text);
    number = without_underscores;
  }
  const bool negative = !number.empty() && number[0] == '-';
  if (!number.empty() && (number[0] == '-' || number[0] == '+')) number.remove_prefix(1);
  double magnitude = 0;
  if (is_decimal_literal(number)) {
    magnitude = parse_decimal(number);
  } else if (equals_ignoring_case(number, "inf") || equals_ignoring_case(number, "infinity")) {
    magnitude = std::numeric_limits<double>::infinity();
  } else if (equals_ignoring_case(number, "nan")) {
    magnitude = std::numeric_limits<double>::quiet_NaN();
  } else {
    return float_error(text);
  }
  return negative ? -magnitude : magnitude;
}

}  // namespace bfclx
