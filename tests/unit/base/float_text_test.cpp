#include "core/base/float_text.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <string>

namespace bfclx {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// std::bit_cast, which the library of the pinned Emscripten lacks.
template <class To, class From>
To bits_as(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

// The shortest digits by the library; where two are as short, both give the nearer one.
[[maybe_unused]] std::string digits_of(std::string_view text) {
  std::string digits;
  for (const char c : text.substr(0, text.find('e'))) {
    if (c != '.' && (c != '0' || !digits.empty())) digits.push_back(c);
  }
  return digits.erase(digits.find_last_not_of('0') + 1);
}

TEST(FloatRepr, HasTheShortestDigits) {
  std::uint64_t state = 1;
  for (int i = 0; i < 300000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    std::uint64_t bits = (state ^ state >> 31) & ~(std::uint64_t{1} << 63);
    // Numbers of every size, those below 1 of most tables, powers of two, and subnormal ones.
    if (i % 4 == 1) bits = bits_as<std::uint64_t>(static_cast<double>(bits >> 12) * 0x1p-52);
    if (i % 4 == 2) bits &= ~std::uint64_t{0} << 52 | bits >> 60;
    if (i % 4 == 3) bits >>= bits % 52;
    const auto value = bits_as<double>(bits);
    if (!std::isfinite(value)) continue;
    const std::string text = float_repr(value);
#ifdef __cpp_lib_to_chars  // of floats, which the library of the pinned Emscripten lacks
    char shortest[64];
    const auto end = std::to_chars(std::begin(shortest), std::end(shortest), value,
                                   std::chars_format::scientific)
                         .ptr;
    ASSERT_EQ(digits_of(text), digits_of({shortest, static_cast<std::size_t>(end - shortest)}));
#endif
    ASSERT_EQ(std::strtod(text.c_str(), nullptr), value);
  }
}

TEST(FloatRepr, IsCPythons) {
  struct Case {
    double value;
    std::string_view text;
  };
  const Case cases[] = {
      {0.0, "0.0"},
      {-0.0, "-0.0"},
      {1.0, "1.0"},
      {-1.5, "-1.5"},
      {0.1, "0.1"},
      {0.1 + 0.2, "0.30000000000000004"},
      {100.0, "100.0"},
      {1e15, "1000000000000000.0"},
      {1e16, "1e+16"},
      {9999999999999998.0, "9999999999999998.0"},
      {1.2345678901234567e16, "1.2345678901234568e+16"},
      {0.0001, "0.0001"},
      {0.00012345, "0.00012345"},
      {0.00001, "1e-05"},
      {1.5e-7, "1.5e-07"},
      {1e22, "1e+22"},
      {1e23, "1e+23"},
      {1e100, "1e+100"},
      {1.7976931348623157e308, "1.7976931348623157e+308"},
      {5e-324, "5e-324"},
      {2.2250738585072014e-308, "2.2250738585072014e-308"},
      {2.225073858507201e-308, "2.225073858507201e-308"},
      {3.141592653589793, "3.141592653589793"},
      {123456.789, "123456.789"},
      // Powers of two, below which doubles lie closer together.
      {std::ldexp(1.0, -44), "5.684341886080802e-14"},
      {std::ldexp(1.0, 89), "6.189700196426902e+26"},
      {std::ldexp(1.0, 1023), "8.98846567431158e+307"},
      {std::ldexp(1.0, -1022), "2.2250738585072014e-308"},
      {kInfinity, "inf"},
      {-kInfinity, "-inf"},
      {std::numeric_limits<double>::quiet_NaN(), "nan"},
  };
  for (const Case& c : cases) EXPECT_EQ(float_repr(c.value), c.text);
}

TEST(FloatRepr, ReadsBack) {
  for (int exponent = -1074; exponent < 1024; ++exponent) {
    const double power = std::ldexp(1.0, exponent);
    const double neighbours[] = {std::nextafter(power, 0), power, std::nextafter(power, kInfinity)};
    for (const double value : neighbours) EXPECT_EQ(parse_decimal(float_repr(value)), value);
  }
}

TEST(ParseDecimal, RoundsCorrectly) {
  struct Case {
    std::string text;
    double value;
  };
  const Case cases[] = {
      {"0", 0.0},
      {"-0.0", -0.0},
      {"1", 1.0},
      {".5", 0.5},
      {"5.", 5.0},
      {"+2.5e+1", 25.0},
      {"1E-2", 0.01},
      {"9007199254740993", 9007199254740992.0},  // halfway: to even
      {"9007199254740993.0000000000000000000000001", 9007199254740994.0},
      {"9007199254740993." + std::string(2000, '0') + "1", 9007199254740994.0},
      {"1e400", kInfinity},
      {"-1e400", -kInfinity},
      {"1e-400", 0.0},
      {"0e99999999999999999999", 0.0},
      {"1e99999999999999999999", kInfinity},
      {"1e-99999999999999999999", 0.0},
      {"0." + std::string(5000, '0') + "1e5001", 1.0},
      {"1" + std::string(5000, '0') + "e-5000", 1.0},
      {"2.4703282292062327e-324", 0.0},
      {"2.4703282292062328e-324", 5e-324},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(parse_decimal(c.text), c.value) << c.text.substr(0, 60);
    EXPECT_EQ(std::signbit(parse_decimal(c.text)), std::signbit(c.value)) << c.text.substr(0, 60);
  }
}

TEST(PythonFloat, TakesWhatFloatTakes) {
  struct Case {
    std::string_view text;
    std::string_view repr;
  };
  const Case cases[] = {
      {" 1.5\n", "1.5"},       {"\u20031\u00A0", "1.0"},
      {"1_000.5_0", "1000.5"}, {"1e1_0", "10000000000.0"},
      {"-Infinity", "-inf"},   {"iNf", "inf"},
      {"+NaN", "nan"},         {"٣.٥", "3.5"},
      {"１２e１", "120.0"},
  };
  for (const Case& c : cases) {
    const Result<double> value = python_float(c.text);
    ASSERT_TRUE(value.ok()) << c.text;
    EXPECT_EQ(float_repr(*value), c.repr);
  }
}

TEST(PythonFloat, RefusesTheRest) {
  const std::string_view texts[] = {"",        " ",    "x",    "1x",   "1__0", "_1",
                                    "1_",      "1_.5", "1._5", "1e_5", "0x10", "1e",
                                    "infinit", ".",    "- 1",  "²",    "\0341"};
  for (const std::string_view text : texts) {
    EXPECT_FALSE(python_float(text).ok()) << text;
  }
  const Error error = python_float("it's\n").error();
  EXPECT_EQ(error.kind, "ValueError");
  EXPECT_EQ(error.message, "could not convert string to float: \"it's\\n\"");
}

}  // namespace
}  // namespace bfclx
