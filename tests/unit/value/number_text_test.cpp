#include "core/value/number_text.h"

#include <gtest/gtest.h>

#include <string>

#include "core/value/repr.h"

namespace bfclx {
namespace {

TEST(PythonInt, TakesWhatIntTakes) {
  struct Case {
    std::string text;
    int base;
    std::string repr;
  };
  const Case cases[] = {
      {"42", 10, "42"},
      {" -1_000\n", 10, "-1000"},
      {"+007", 10, "7"},
      {"\u2003٣٥", 10, "35"},
      {"9223372036854775808", 10, "9223372036854775808"},
      {"-9223372036854775808", 10, "-9223372036854775808"},
      {std::string(4300, '0'), 10, "0"},
      {"ff", 16, "255"},
      {"0x_Ff", 16, "255"},
      {"-0b101", 2, "-5"},
      {"0o17", 0, "15"},
      {"00", 0, "0"},
      {"0x10", 0, "16"},
      {"zz", 36, "1295"},
      {"0b1", 16, "177"},
  };
  for (const Case& c : cases) {
    const Result<Value> value = python_int(c.text, c.base);
    ASSERT_TRUE(value.ok()) << c.text;
    EXPECT_EQ(repr(*value), c.repr);
  }
}

TEST(PythonInt, RefusesTheRestWithCPythonsText) {
  struct Case {
    std::string text;
    int base;
    std::string message;
  };
  const std::string literal = "invalid literal for int() with base ";
  const Case cases[] = {
      {"", 10, literal + "10: ''"},
      {"1.0", 10, literal + "10: '1.0'"},
      {"it's", 10, literal + "10: \"it's\""},
      {"1__0", 10, literal + "10: '1__0'"},
      {"1_", 10, literal + "10: '1_'"},
      {"_1", 10, literal + "10: '_1'"},
      {"- 1", 10, literal + "10: '- 1'"},
      {"²", 10, literal + "10: '²'"},
      {"012", 0, literal + "0: '012'"},
      {"0x", 16, literal + "16: '0x'"},
      {"2", 2, literal + "2: '2'"},
      {std::string(300, 'x'), 10, literal + "10: '" + std::string(199, 'x')},
      {std::string(4301, '1'), 10,
       "Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits; "
       "use sys.set_int_max_str_digits() to increase the limit"},
  };
  for (const Case& c : cases) {
    const Result<Value> value = python_int(c.text, c.base);
    ASSERT_FALSE(value.ok()) << c.text;
    EXPECT_EQ(value.error().kind, "ValueError");
    EXPECT_EQ(value.error().message, c.message);
  }
}

TEST(PythonInt, BoundsWhatCPythonDoesNot) {
  EXPECT_TRUE(python_int(std::string(20'000, 'f'), 16).ok());
  EXPECT_EQ(python_int(std::string(200'000, 'f'), 16).error().kind, "Limit");
}

}  // namespace
}  // namespace bfclx
