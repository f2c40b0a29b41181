#include "core/simulators/mpmath/high_precision.h"

#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/float_text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/simulators/mpmath/mp_functions.h"
#include "core/simulators/mpmath/mp_integer.h"
#include "core/value/bigint.h"
#include "core/value/number_text.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using mp::Integer;
using mp::MpComplex;
using mp::MpFloat;
using mp::Rounding;

Error too_large(const char* what) { return {"Limit", what}; }
Error too_many_digits() { return too_large("a precision of more than 20000 digits"); }

// mpmath.mp: the precision that mpmath works and prints with.
struct Precision {
  std::int64_t bits = 0;
  std::int64_t digits = 0;
  // What becomes of a number that is worked out at this precision, where that is past all memory.
  std::optional<Error> failure;
};

// An mpf or an mpc.
struct Number {
  MpFloat real;
  std::optional<MpFloat> imag;
};

// int(x)
Result<Value> to_int(const Value& x) {
  switch (x.kind()) {
    case Value::Kind::kBool:
      return Value::integer(x.as_bool() ? 1 : 0);
    case Value::Kind::kInt:
      return x;
    case Value::Kind::kFloat: {
      const double value = x.as_float();
      if (std::isnan(value)) return Error{"ValueError", "cannot convert float NaN to integer"};
      if (std::isinf(value)) {
        return Error{"OverflowError", "cannot convert float infinity to integer"};
      }
      return Value::integer(BigInt::from_double(value));
    }
    case Value::Kind::kStr:
      return python_int(x.as_str());
    case Value::Kind::kBytes: {
      Result<Value> parsed = python_int(x.as_bytes());
      if (parsed.ok() || parsed.error().message.rfind("invalid literal", 0) != 0) return parsed;
      return Error{"ValueError", "invalid literal for int() with base 10: " + repr(x)};
    }
    default:
      return Error{"TypeError",
                   "int() argument must be a string, a bytes-like object or a real number, not '" +
                       std::string(type_name(x)) + "'"};
  }
}

// libmp.str_to_man_exp and the rest of libmp.from_str for a decimal text. "ValueError" (without a
// text of use) for what is none.
Result<MpFloat> from_decimal_text(std::string_view text, std::int64_t precision) {
  while (!text.empty() && text.back() == 'l') text.remove_suffix(1);
  if (Result<double> checked = python_float(text); !checked.ok()) return checked.error();
  BigInt exponent;
  if (const std::size_t mark = text.find('e'); mark != std::string_view::npos) {
    BFCLX_ASSIGN_OR_RETURN(const Value parsed, python_int(text.substr(mark + 1)));
    exponent = parsed.as_bigint();
    text = text.substr(0, mark);
  }
  std::string digits(text);
  if (const std::size_t point = text.find('.'); point != std::string_view::npos) {
    std::string_view behind = text.substr(point + 1);
    behind = behind.substr(0, behind.find_last_not_of('0') + 1);
    BFCLX_ASSIGN_OR_RETURN(
        exponent,
        BigInt::subtract(exponent, BigInt(static_cast<std::int64_t>(count_code_points(behind)))));
    digits = std::string(text.substr(0, point)) + std::string(behind);
  }
  BFCLX_ASSIGN_OR_RETURN(const Value mantissa_value, python_int(digits));
  const Integer mantissa = mp::to_integer(mantissa_value);
  if (mantissa.is_zero()) return MpFloat{};
  constexpr std::int64_t kMaxExponent = std::int64_t{1} << 58;
  const std::optional<std::int64_t> small = exponent.to_int64();
  if (!small || std::abs(*small) > kMaxExponent) {
    return too_large("a decimal exponent is larger than 2**58");
  }
  constexpr std::int64_t kMaxExactExponent = 400;
  constexpr std::int64_t kGuard = 10;
  if (std::abs(*small) > kMaxExactExponent) {
    return mp::multiply(mp::make_float(mantissa, 0, precision + kGuard),
                        mp::power_of_ten(*small, precision + kGuard), precision,
                        Rounding::kNearest);
  }
  const Integer scale =
      boost::multiprecision::pow(Integer(10), static_cast<unsigned>(std::abs(*small)));
  if (*small >= 0) return mp::make_float(mantissa * scale, 0, precision, Rounding::kNearest);
  return *mp::divide(mp::make_float(mantissa, 0), mp::make_float(scale, 0), precision,
                     Rounding::kNearest);
}

// libmp.from_str: also "inf", "nan" and fractions. `text` is in lower case, without spaces around.
Result<MpFloat> from_text(std::string_view text, std::int64_t precision) {
  if (text == "inf" || text == "+inf") return mp::infinity(false);
  if (text == "-inf") return mp::infinity(true);
  if (text == "nan") return mp::nan();
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return from_decimal_text(text, precision);
  Integer parts[2];
  std::string_view texts[2] = {text.substr(0, slash), text.substr(slash + 1)};
  for (int i = 0; i < 2; ++i) {
    while (!texts[i].empty() && texts[i].back() == 'l') texts[i].remove_suffix(1);
    BFCLX_ASSIGN_OR_RETURN(const Value parsed, python_int(texts[i]));
    parts[i] = mp::to_integer(parsed);
  }
  std::optional<MpFloat> quotient = mp::divide(
      mp::make_float(parts[0], 0), mp::make_float(parts[1], 0), precision, Rounding::kNearest);
  if (!quotient) return Error{"ZeroDivisionError", ""};
  return std::move(*quotient);
}

// End of the longest [+-]?\d*(\.\d*)?(e[+-]?\d+)? that begins at `at`.
std::size_t end_of_real(std::string_view text, std::size_t at) {
  const auto skip_sign = [&](std::size_t i) {
    return i < text.size() && (text[i] == '+' || text[i] == '-') ? i + 1 : i;
  };
  const auto skip_digits = [&](std::size_t i) {
    while (i < text.size()) {
      std::size_t next = i;
      if (decimal_value(next_code_point(text, next)) < 0) break;
      i = next;
    }
    return i;
  };
  at = skip_digits(skip_sign(at));
  if (at < text.size() && text[at] == '.') at = skip_digits(at + 1);
  if (at < text.size() && text[at] == 'e') {
    const std::size_t begin = skip_sign(at + 1);
    const std::size_t end = skip_digits(begin);
    if (end > begin) at = end;
  }
  return at;
}

struct ComplexText {
  std::string_view real;
  std::string_view imag;
};

// The two parts of "(1.5+2j)", brackets and real part being optional: mpmath's own pattern.
std::optional<ComplexText> split_complex(std::string_view text) {
  const std::size_t begin = !text.empty() && text[0] == '(' ? 1 : 0;
  ComplexText parts;
  std::size_t end = end_of_real(text, begin);
  parts.imag = text.substr(begin, end - begin);
  if (end == text.size() || text[end] != 'j') {
    parts.real = parts.imag;
    const std::size_t second = end;
    end = end_of_real(text, second);
    parts.imag = text.substr(second, end - second);
    if (end == text.size() || text[end] != 'j') return std::nullopt;
  }
  std::string_view rest = text.substr(end + 1);
  if (!rest.empty() && rest[0] == ')') rest.remove_prefix(1);
  if (!rest.empty() && rest != "\n") return std::nullopt;
  return parts;
}

Error no_number(const Value& value) {
  return {"TypeError", "cannot create mpf from " + repr(value)};
}

// The real number that a str spells.
Result<MpFloat> convert_real_text(std::string_view text, std::int64_t precision) {
  Result<MpFloat> number = from_text(strip(lower(text)), precision);
  if (!number.ok() && number.error().kind == "ValueError") return no_number(Value::str(text));
  return number;
}

// mpmath's convert() of a str.
Result<Number> convert_text(const Value& value, std::int64_t precision) {
  const std::string text = lower(value.as_str());
  Result<MpFloat> real = from_text(strip(text), precision);
  if (real.ok()) return Number{std::move(real).value(), std::nullopt};
  if (real.error().kind != "ValueError") return real.error();
  if (text.find('j') == std::string::npos) return no_number(value);
  const std::string packed = replace_all(text, " ", "");
  const std::optional<ComplexText> parts = split_complex(packed);
  if (!parts) return Error{"AttributeError", "'NoneType' object has no attribute 'group'"};
  Number number;
  if (!parts->real.empty()) {
    BFCLX_ASSIGN_OR_RETURN(number.real, convert_real_text(parts->real, precision));
  }
  BFCLX_ASSIGN_OR_RETURN(number.imag, convert_real_text(parts->imag, precision));
  return number;
}

// mpmath's convert().
Result<Number> convert(const Value& value, std::int64_t precision) {
  switch (value.kind()) {
    case Value::Kind::kBool:
    case Value::Kind::kInt:
      return Number{mp::make_float(mp::to_integer(value), 0), std::nullopt};
    case Value::Kind::kFloat:
      return Number{mp::from_double(value.as_float()), std::nullopt};
    case Value::Kind::kComplex:
      return Number{mp::from_double(value.as_complex().real),
                    mp::from_double(value.as_complex().imag)};
    case Value::Kind::kStr:
      return convert_text(value, precision);
    default:
      return no_number(value);
  }
}

// mpmath.log(value) at a precision past all memory: what needs no digits, or the failure. For
// powers of two and for what is below zero mpmath works out log(2) and pi, without an end.
Result<Number> logarithm_past_memory(const Value& value, const Error& failure) {
  constexpr std::int64_t kAny = 1 << 12;
  BFCLX_ASSIGN_OR_RETURN(const Number number, convert(value, kAny));
  const MpFloat& real = number.real;
  const bool one = real.mantissa == 1 && real.exponent == 0;
  const bool worked_out = !real.is_special() && !real.is_zero() && !one;
  const bool exact = !value.is_str() || value.as_str().find_first_of("./eE") == std::string::npos;
  if (!exact || number.imag || real.negative || (worked_out && real.mantissa == 1)) {
    return too_many_digits();
  }
  if (worked_out) return failure;
  return Number{*mp::log(real, kAny), std::nullopt};
}

// mpmath.log(value)
Result<Number> logarithm(const Value& value, const Precision& wanted) {
  if (wanted.failure) return logarithm_past_memory(value, *wanted.failure);
  const std::int64_t precision = wanted.bits;
  BFCLX_ASSIGN_OR_RETURN(Number number, convert(value, precision));
  if (!number.imag) {
    if (std::optional<MpFloat> real = mp::log(number.real, precision)) {
      return Number{std::move(*real), std::nullopt};
    }
    number.imag = MpFloat{};
  }
  std::optional<MpComplex> result =
      mp::log(MpComplex{std::move(number.real), std::move(*number.imag)}, precision);
  if (!result) return too_large("the parts of a complex number are too far apart");
  return Number{std::move(result->real), std::move(result->imag)};
}

std::optional<Number> divide(const Number& a, const Number& b, std::int64_t precision) {
  if (!a.imag && !b.imag) {
    std::optional<MpFloat> real = mp::divide(a.real, b.real, precision, Rounding::kNearest);
    if (!real) return std::nullopt;
    return Number{std::move(*real), std::nullopt};
  }
  std::optional<MpComplex> quotient;
  if (!a.imag) {
    quotient = mp::divide(a.real, MpComplex{b.real, *b.imag}, precision);
  } else if (!b.imag) {
    quotient = mp::divide(MpComplex{a.real, *a.imag}, b.real, precision);
  } else {
    quotient = mp::divide(MpComplex{a.real, *a.imag}, MpComplex{b.real, *b.imag}, precision);
  }
  if (!quotient) return std::nullopt;
  return Number{std::move(quotient->real), std::move(quotient->imag)};
}

// libmp.prec_to_dps and libmp.repr_dps: the digits that tell two numbers of so many bits apart.
std::int64_t repr_digits(std::int64_t bits) {
  const double digits = std::nearbyint(static_cast<double>(bits) / mp::kBitsOfDigit - 1);
  const auto whole = digits < 1 ? 1 : static_cast<std::int64_t>(digits);
  return whole == 15 ? 17 : whole + 3;
}

Value to_value(const Number& number, const Precision& precision) {
  const std::int64_t many = repr_digits(precision.bits);
  if (!number.imag) {
    return Value::opaque({"mpf", "mpf('" + mp::to_text(number.real, many) + "')",
                          mp::to_text(number.real, precision.digits)});
  }
  const bool negative = number.imag->negative;
  return Value::opaque({"mpc",
                        "mpc(real='" + mp::to_text(number.real, many) + "', imag='" +
                            mp::to_text(*number.imag, many) + "')",
                        "(" + mp::to_text(number.real, precision.digits) +
                            (negative ? " - " : " + ") +
                            mp::to_text(mp::absolute(*number.imag), precision.digits) + "j)"});
}

// What `mpmath.mp.dps = wanted` makes of the precision.
Result<Precision> to_precision(const Value& wanted) {
  BFCLX_ASSIGN_OR_RETURN(const Value whole, to_int(wanted));
  BFCLX_ASSIGN_OR_RETURN(const BigInt plus_one, BigInt::add(whole.as_bigint(), BigInt(1)));
  const double count = plus_one.to_double();
  if (std::isinf(count)) return Error{"OverflowError", "int too large to convert to float"};
  const double bits = std::nearbyint(count * mp::kBitsOfDigit);
  if (std::isinf(bits)) {
    return Error{"OverflowError", "cannot convert float infinity to integer"};
  }
  Precision past{1, 1, std::nullopt};
  // CPython's largest shift is one of 6.9e19 bits (Objects/longobject.c: MAX_LONG_DIGITS).
  constexpr double kMostShift = 2.1e19;
  constexpr double kSurelyShifts = 1.9e19;
  if (count > kMostShift) past.failure = Error{"OverflowError", "too many digits in integer"};
  if (count > kMostMemory && count < kSurelyShifts) past.failure = Error{"MemoryError", ""};
  if (past.failure) return past;
  if (count > static_cast<double>(kMaxPrecision) + 1) {
    return too_many_digits();
  }
  return Precision{bits < 1 ? 1 : static_cast<std::int64_t>(bits),
                   count < 2 ? 1 : static_cast<std::int64_t>(count) - 1, std::nullopt};
}

// The digits squared; 0 where nothing is reckoned.
std::size_t squared_digits(const Value& precision) {
  const Result<Value> whole = to_int(precision);
  if (!whole.ok() || !whole->is_small_int()) return 0;
  const std::int64_t digits = whole->as_int64();
  if (digits < 1 || digits > kMaxPrecision) return 0;
  return static_cast<std::size_t>(digits * digits);
}

}  // namespace

std::size_t log_quotient_cost(const Value& precision) { return squared_digits(precision) / 16; }

std::size_t root_cost(const Value& precision) { return squared_digits(precision) / 64; }

Result<Value> mpmath_log_quotient(const Value& value, const Value& base, const Value& precision) {
  BFCLX_ASSIGN_OR_RETURN(const Precision mp, to_precision(precision));
  BFCLX_ASSIGN_OR_RETURN(const Number numerator, logarithm(value, mp));
  BFCLX_ASSIGN_OR_RETURN(const Number denominator, logarithm(base, mp));
  const std::optional<Number> quotient = divide(numerator, denominator, mp.bits);
  if (!quotient) return Error{"ZeroDivisionError", ""};
  return to_value(*quotient, mp);
}

}  // namespace bfclx
