#include "core/simulators/mpmath/high_precision.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "core/value/bigint.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

Value integer(std::int64_t value) { return Value::integer(value); }
Value text(const char* value) { return Value::str(value); }
Value big_power(std::int64_t base, std::int64_t exponent) {
  return Value::integer(BigInt::power(BigInt(base), BigInt(exponent)).value());
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Results are those of mpmath 1.3.0 and CPython 3.11's decimal.
TEST(MpmathLogQuotient, HasTheDigitsOfMpmath) {
  struct Case {
    Value value;
    Value base;
    Value precision;
    std::string repr;
  };
  const Case cases[] = {
      {Value::real(980.0), integer(20), integer(10), "mpf('2.299121531134')"},
      {Value::real(36.0), Value::real(6.0), integer(4), "mpf('2.0')"},
      {integer(8), integer(2), integer(15), "mpf('3.0')"},
      {integer(1), integer(7), integer(5), "mpf('0.0')"},
      {Value::boolean(true), integer(2), integer(5), "mpf('0.0')"},
      {integer(0), integer(10), integer(5), "mpf('-inf')"},
      {integer(10), integer(0), integer(5), "mpf('0.0')"},
      {integer(2), integer(3), integer(50),
       "mpf('0.63092975357145743709952711434276085429958564013187944')"},
      {integer(2), integer(3), integer(0), "mpf('0.75')"},
      {integer(2), integer(3), integer(-4), "mpf('0.5')"},
      {integer(2), integer(3), text("7"), "mpf('0.6309297532')"},
      {Value::real(1e300), Value::real(1e-300), integer(20), "mpf('-1.0000000000000000001118')"},
      {Value::real(std::nextafter(1.0, 2.0)), integer(10), integer(5), "mpf('9.6432689e-17')"},
      // mpmath is wrong very near to 1/4.
      {Value::real(0.25 + std::ldexp(1.0, -50)), integer(2), integer(4), "mpf('5.125512e-15')"},
      {integer(-5), integer(10), integer(5), "mpc(real='0.69896984', imag='1.3643761')"},
      {integer(10), integer(-5), integer(5), "mpc(real='0.29742336', imag='-0.58056545')"},
      {integer(-2), integer(-3), integer(5), "mpc(real='0.95978451', imag='0.11500025')"},
      {Value::complex(3, 4), integer(2), integer(8),
       "mpc(real='2.3219280951', imag='1.3378042132')"},
      {text("1/3"), text("2.5e1"), integer(8), "mpf('-0.34130309708')"},
      {text("1+2j"), integer(2), integer(8), "mpc(real='1.1609640475', imag='1.5972779654')"},
      {text("1e5000"), text("1e-5000"), integer(12), "mpf('-1.0')"},
      {big_power(10, 5000), integer(10), integer(5), "mpf('5000.0')"},
  };
  for (const Case& c : cases) {
    const Result<Value> result = mpmath_log_quotient(c.value, c.base, c.precision);
    ASSERT_TRUE(result.ok()) << c.repr << result.error().message;
    EXPECT_EQ(repr(*result), c.repr);
  }
}

TEST(MpmathLogQuotient, PrintsFewerDigitsAsStr) {
  EXPECT_EQ(str(*mpmath_log_quotient(integer(980), integer(20), integer(10))), "2.299121531");
  EXPECT_EQ(str(*mpmath_log_quotient(integer(10), integer(-5), integer(5))),
            "(0.29742 - 0.58057j)");
}

TEST(MpmathLogQuotient, GivesThousandsOfDigits) {
  const std::string digits = repr(*mpmath_log_quotient(integer(2), integer(10), integer(2000)));
  EXPECT_EQ(digits.size(), 2012u);
  EXPECT_EQ(digits.substr(0, 25), "mpf('0.301029995663981195");
  EXPECT_EQ(digits.substr(digits.size() - 15), "7149894778873')");
}

TEST(MpmathLogQuotient, FailsAsMpmath) {
  struct Case {
    Value value;
    Value base;
    Value precision;
    std::string kind;
    std::string message;
  };
  const Case cases[] = {
      {integer(10), integer(1), integer(5), "ZeroDivisionError", ""},
      {text("1/0"), integer(2), integer(5), "ZeroDivisionError", ""},
      {text("abc"), integer(2), integer(5), "TypeError", "cannot create mpf from 'abc'"},
      {text("1jx"), integer(2), integer(5), "AttributeError",
       "'NoneType' object has no attribute 'group'"},
      {text("1+ej"), integer(2), integer(5), "AttributeError",
       "'NoneType' object has no attribute 'group'"},
      {text("1+j"), integer(2), integer(5), "TypeError", "cannot create mpf from '+'"},
      {Value::none(), integer(2), integer(5), "TypeError", "cannot create mpf from None"},
      {Value::list({integer(1)}), integer(2), integer(5), "TypeError",
       "cannot create mpf from [1]"},
      {integer(2), integer(3), text("x"), "ValueError",
       "invalid literal for int() with base 10: 'x'"},
      {integer(2), integer(3), Value::none(), "TypeError",
       "int() argument must be a string, a bytes-like object or a real number, not 'NoneType'"},
      {integer(2), integer(3), Value::real(kInfinity), "OverflowError",
       "cannot convert float infinity to integer"},
      {integer(2), integer(3), big_power(10, 400), "OverflowError",
       "int too large to convert to float"},
      {integer(2), integer(3), integer(20001), "Limit", "a precision of more than 20000 digits"},
      {integer(3), integer(10), big_power(10, 13), "MemoryError", ""},
      {integer(3), integer(10), big_power(10, 22), "OverflowError", "too many digits in integer"},
      {integer(2), integer(10), big_power(10, 22), "Limit",
       "a precision of more than 20000 digits"},
      {Value::none(), integer(10), big_power(10, 22), "TypeError", "cannot create mpf from None"},
      {integer(1), integer(1), big_power(10, 22), "ZeroDivisionError", ""},
      {text("1e999999999999999999"), integer(3), integer(5), "Limit",
       "a decimal exponent is larger than 2**58"},
  };
  for (const Case& c : cases) {
    const Result<Value> result = mpmath_log_quotient(c.value, c.base, c.precision);
    ASSERT_FALSE(result.ok()) << c.message;
    EXPECT_EQ(result.error().kind, c.kind);
    EXPECT_EQ(result.error().message, c.message);
  }
}

TEST(DecimalSqrt, HasTheDigitsOfDecimal) {
  struct Case {
    Value number;
    std::int64_t precision;
    std::string repr;
  };
  const Case cases[] = {
      {integer(2), 3, "Decimal('1.41')"},
      {integer(16), 5, "Decimal('4')"},
      {integer(10000), 1, "Decimal('1E+2')"},
      {Value::real(0.25), 5, "Decimal('0.5')"},
      {Value::real(0.1), 5, "Decimal('0.31623')"},
      {Value::real(12.25), 1, "Decimal('4')"},  // half to even
      {Value::real(1e300), 10, "Decimal('1.000000000E+150')"},
      {Value::real(5e-324), 6, "Decimal('2.22276E-162')"},
      {big_power(2, 2000), 20, "Decimal('1.0715086071862673209E+301')"},
      {big_power(10, 40), 5, "Decimal('1.0000E+20')"},
      {integer(0), 5, "Decimal('0')"},
      {Value::real(-0.0), 5, "Decimal('-0')"},
      {Value::boolean(true), 5, "Decimal('1')"},
      {Value::real(kInfinity), 5, "Decimal('Infinity')"},
      {Value::real(std::nan("")), 5, "Decimal('NaN')"},
      {integer(4), 1'000'000, "Decimal('2')"},
  };
  for (const Case& c : cases) {
    const Result<Value> result = decimal_sqrt(c.number, integer(c.precision));
    ASSERT_TRUE(result.ok()) << c.repr;
    EXPECT_EQ(repr(*result), c.repr);
  }
}

TEST(DecimalSqrt, RefusesPrecisionsAsDecimal) {
  struct Case {
    Value precision;
    std::string kind;
    std::string message;
  };
  const Case cases[] = {
      {integer(0), "ValueError", "valid range for prec is [1, MAX_PREC]"},
      {Value::boolean(false), "ValueError", "valid range for prec is [1, MAX_PREC]"},
      {integer(1'000'000'000'000'000'000), "ValueError", "valid range for prec is [1, MAX_PREC]"},
      {big_power(10, 19), "OverflowError", "Python int too large to convert to C ssize_t"},
      {Value::real(2.0), "TypeError", "an integer is required"},
      {integer(20001), "Limit", "a precision of more than 20000 digits"},
      {integer(10'000'000'000'001), "MemoryError", ""},
  };
  for (const Case& c : cases) {
    const Result<Value> result = decimal_sqrt(integer(2), c.precision);
    ASSERT_FALSE(result.ok()) << c.message;
    EXPECT_EQ(result.error().kind, c.kind);
    EXPECT_EQ(result.error().message, c.message);
  }
}

}  // namespace
}  // namespace bfclx
