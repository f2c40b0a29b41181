#include "core/value/bigint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/base/float_text.h"
#include "core/value/number_text.h"

namespace bfclx {
namespace {

BigInt big(std::string_view text) { return python_int(text).value().as_bigint(); }

std::string show(const Result<BigInt>& result) {
  return result.ok() ? result->to_decimal() : std::string(result.error().kind);
}

TEST(BigInt, ComputesAsPython) {
  using Operation = Result<BigInt> (*)(const BigInt&, const BigInt&);
  struct Case {
    Operation operation;
    std::string_view a;
    std::string_view b;
    std::string_view result;
  };
  const Case cases[] = {
      {BigInt::add, "9223372036854775807", "1", "9223372036854775808"},
      {BigInt::subtract, "-9223372036854775808", "1", "-9223372036854775809"},
      {BigInt::multiply, "-4294967296", "4294967296", "-18446744073709551616"},
      {BigInt::floor_divide, "7", "2", "3"},
      {BigInt::floor_divide, "-7", "2", "-4"},
      {BigInt::floor_divide, "7", "-2", "-4"},
      {BigInt::floor_divide, "-7", "-2", "3"},
      {BigInt::floor_divide, "-8", "2", "-4"},
      {BigInt::modulo, "7", "2", "1"},
      {BigInt::modulo, "-7", "2", "1"},
      {BigInt::modulo, "7", "-2", "-1"},
      {BigInt::modulo, "-7", "-2", "-1"},
      {BigInt::floor_divide, "1", "0", "ZeroDivisionError"},
      {BigInt::modulo, "1", "0", "ZeroDivisionError"},
      {BigInt::power, "-3", "41", "-36472996377170786403"},
      {BigInt::power, "0", "0", "1"},
      {BigInt::power, "1", "99999999999999999999", "1"},
      {BigInt::power, "-1", "99999999999999999999", "-1"},
      {BigInt::power, "-1", "99999999999999999998", "1"},
      {BigInt::power, "2", "100000", "Limit"},
      {BigInt::power, "2", "99999999999999999999", "Limit"},
      {BigInt::power, "10", "99999", "Limit"},
      {BigInt::shift_left, "-3", "70", "-3541774862152233910272"},
      {BigInt::shift_left, "0", "99999999999999999999", "0"},
      {BigInt::shift_left, "1", "99999999999999999999", "Limit"},
      {BigInt::shift_left, "1", "-1", "ValueError"},
      {BigInt::shift_right, "-5", "1", "-3"},
      {BigInt::shift_right, "-5", "99999999999999999999", "-1"},
      {BigInt::shift_right, "5", "99999999999999999999", "0"},
      {BigInt::shift_right, "5", "-1", "ValueError"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(show(c.operation(big(c.a), big(c.b))), c.result) << c.a << " " << c.b;
  }
  EXPECT_EQ(BigInt::modulo(big("1"), big("0")).error().message, "integer modulo by zero");
  EXPECT_EQ(BigInt::floor_divide(big("1"), big("0")).error().message,
            "integer division or modulo by zero");
}

TEST(BigInt, BoundsItsSize) {
  const BigInt half = BigInt::shift_left(BigInt(1), BigInt(60'000)).value();
  EXPECT_EQ(half.bit_length(), 60'001u);
  EXPECT_EQ(show(BigInt::multiply(half, half)), "Limit");
  const BigInt largest = BigInt::shift_left(BigInt(1), BigInt(99'999)).value();
  EXPECT_EQ(show(BigInt::add(largest, largest)), "Limit");
  EXPECT_EQ(show(BigInt::subtract(largest, largest)), "0");
}

TEST(BigInt, BitOperationsUseTwosComplement) {
  struct Case {
    std::string_view a;
    std::string_view b;
    std::string_view conjunction;
    std::string_view disjunction;
    std::string_view difference;
  };
  const Case cases[] = {
      {"12", "10", "8", "14", "6"},
      {"-12", "10", "0", "-2", "-2"},
      {"-12", "-10", "-12", "-10", "2"},
      {"-1", "18446744073709551616", "18446744073709551616", "-1", "-18446744073709551617"},
      {"0", "0", "0", "0", "0"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(BigInt::bit_and(big(c.a), big(c.b)).to_decimal(), c.conjunction) << c.a;
    EXPECT_EQ(BigInt::bit_or(big(c.a), big(c.b)).to_decimal(), c.disjunction) << c.a;
    EXPECT_EQ(BigInt::bit_xor(big(c.a), big(c.b)).to_decimal(), c.difference) << c.a;
  }
  EXPECT_EQ(big("18446744073709551616").inverted().to_decimal(), "-18446744073709551617");
  EXPECT_EQ(big("-1").inverted().to_decimal(), "0");
  EXPECT_EQ(big("-123").negated().to_decimal(), "123");
  EXPECT_EQ(big("-123").to_hex(), "-7b");
  EXPECT_EQ(big("0").to_hex(), "0");
}

TEST(BigInt, ConvertsToDoubleWithOneRounding) {
  struct Case {
    std::string_view integer;
    std::string_view repr;
  };
  const Case cases[] = {
      {"0", "0.0"},
      {"-5", "-5.0"},
      {"9007199254740993", "9007199254740992.0"},
      {"9007199254740995", "9007199254740996.0"},
      {"36893488147419107328", "3.6893488147419103e+19"},  // halfway: to even
      {"36893488147419107329", "3.689348814741911e+19"},
      {"100000000000000000000000", "1e+23"},
  };
  for (const Case& c : cases) EXPECT_EQ(float_repr(big(c.integer).to_double()), c.repr);
  EXPECT_EQ(big("-1" + std::string(400, '0')).to_double(), -HUGE_VAL);
  EXPECT_EQ(big("1" + std::string(308, '0')).to_double(), 1e308);
}

TEST(BigInt, ConvertsFromDouble) {
  EXPECT_EQ(BigInt::from_double(-2.9).to_decimal(), "-2");
  EXPECT_EQ(BigInt::from_double(0.1).to_decimal(), "0");
  EXPECT_EQ(BigInt::from_double(5e-324).to_decimal(), "0");
  EXPECT_EQ(BigInt::from_double(1e23).to_decimal(), "99999999999999991611392");
}

}  // namespace
}  // namespace bfclx
