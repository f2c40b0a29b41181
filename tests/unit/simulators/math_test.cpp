#include "core/simulators/apis/math.h"

#include <gtest/gtest.h>

#include "tests/unit/simulators/session.h"

namespace bfclx {
namespace {

using testing::Session;

// Expected texts are what the official class gives in CPython 3.11 with mpmath 1.3.0.
TEST(MathApi, TakesLogarithmsToAnyPrecision) {
  Session session("MathAPI", "{}");
  session.run_all({
      {"logarithm(3287.0, 10, 5)", "{'result': mpf('3.5167999')}"},
      {"logarithm(-4, 2, 5)", "{'result': mpc(real='2.0', imag='4.5323639')}"},
      {"logarithm(5, 1, 5)", R"({"error": ""})"},
      {"logarithm('five', 2, 5)", R"({"error": "cannot create mpf from 'five'"})"},
      {"logarithm(5, 2, [1])",
       R"({"error": "int() argument must be a string, a bytes-like object or a real number, not 'list'"})"},
  });
}

TEST(MathApi, AveragesWhatSumAndLenTake) {
  Session session("MathAPI", "{}");
  session.run_all({
      {"mean([1, 2, 3, 4])", R"({"result": 2.5})"},
      {"mean([True, 2.5])", R"({"result": 1.75})"},
      {"mean([])", R"({"error": "Cannot calculate mean of an empty list"})"},
      {"mean(0)", R"({"error": "Cannot calculate mean of an empty list"})"},
      {"mean(7)", R"({"error": "All elements in the list must be numbers"})"},
      {"mean([1, '2'])", R"({"error": "All elements in the list must be numbers"})"},
      {"mean({1: 'a', 2: 'b'})", R"({"result": 1.5})"},
      {"mean([1, 2j])", "{'result': (0.5+1j)}"},
      {"mean([10**400, 1.5])", "Error during execution: int too large to convert to float"},
      {"mean([10**400])", "Error during execution: integer division result too large for a float"},
  });
}

TEST(MathApi, SpreadOfAList) {
  Session session("MathAPI", "{}");
  session.run_all({
      {"standard_deviation([2, 4, 4, 4, 5, 5, 7, 9])", R"({"result": 2.0})"},
      {"standard_deviation([0.1, 0.2, 0.4])", R"({"result": 0.12472191289246473})"},
      {"standard_deviation('abc')", R"({"error": "All elements in the list must be numbers"})"},
      {"standard_deviation([1, 1j])", R"({"error": "All elements in the list must be numbers"})"},
      {"standard_deviation([1e200, -1e200])",
       "Error during execution: (34, 'Numerical result out of range')"},
  });
}

TEST(MathApi, ConvertsSiUnits) {
  Session session("MathAPI", "{}");
  session.run_all({
      {"si_unit_conversion(5, 'km', 'm')", R"({"result": 5000.0})"},
      {"si_unit_conversion(5, 'm', 'km')", R"({"result": 0.005})"},
      {"si_unit_conversion(1, 'cm', 'nm')", R"({"result": 9999999.999999998})"},
      {"si_unit_conversion(3, 'mm', 'mm')", R"({"result": 3.0})"},
      {"si_unit_conversion(True, 'um', 'cm')", R"({"result": 9.999999999999999e-05})"},
      {"si_unit_conversion('5', 'km', 'm')", R"({"error": "Value must be a number"})"},
      {"si_unit_conversion(5, 'mile', 'm')",
       R"({"error": "Conversion from 'mile' to 'm' is not supported"})"},
      {"si_unit_conversion(5, None, ['m'])",
       R"({"error": "Conversion from 'None' to '['m']' is not supported"})"},
      {"si_unit_conversion(5, 'm', ['m'])", "Error during execution: unhashable type: 'list'"},
      {"si_unit_conversion(5, ('m', {}), 'm')", "Error during execution: unhashable type: 'dict'"},
      {"si_unit_conversion(10**400, 'km', 'm')",
       R"({"error": "Conversion resulted in a value too large to represent"})"},
  });
}

TEST(MathApi, ConvertsImperialUnits) {
  Session session("MathAPI", "{}");
  session.run_all({
      {"imperial_si_conversion(10, 'cm', 'in')", R"({"result": 3.9370100000000003})"},
      {"imperial_si_conversion(100, 'celsius', 'fahrenheit')", R"({"result": 212.0})"},
      {"imperial_si_conversion(212, 'fahrenheit', 'celsius')", R"({"result": 100.0})"},
      {"imperial_si_conversion(7, [1], [1.0])", R"({"result": 7})"},
      {"imperial_si_conversion(7, 'kg', 'stone')",
       R"({"error": "Conversion from 'kg' to 'stone' is not supported"})"},
      {"imperial_si_conversion(7, 'kg', None)",
       R"({"error": "Conversion from 'kg' to 'None' is not supported"})"},
      {"imperial_si_conversion(None, 'kg', 'kg')", R"({"error": "Value must be a number"})"},
      {"imperial_si_conversion(10**400, 'kg', 'lb')",
       R"({"error": "Conversion resulted in a value too large to represent"})"},
  });
}

TEST(MathApi, CalculatesAsPythonsOperatorsDo) {
  Session session("MathAPI", "{}");
  session.run_all({
      {"add(1, 2.5)", R"({"result": 3.5})"},
      {"add('a', 'b')", R"({"result": "ab"})"},
      {"add([1], [2])", R"({"result": [1, 2]})"},
      {"add(True, True)", R"({"result": 2})"},
      {"add(1, 'b')", R"({"error": "Both inputs must be numbers"})"},
      {"add(10**400, 1.0)", "Error during execution: int too large to convert to float"},
      {"subtract(1, 2.5)", R"({"result": -1.5})"},
      {"subtract({1, 2}, {2})", "{'result': {1}}"},
      {"subtract('a', 'b')", R"({"error": "Both inputs must be numbers"})"},
      {"multiply(6, 7)", R"({"result": 42})"},
      {"multiply('a', 3)", R"({"error": "Both inputs must be numbers"})"},
      {"multiply(10**400, 1.5)", "Error during execution: int too large to convert to float"},
      {"divide(7, 2)", R"({"result": 3.5})"},
      {"divide(7, 0.0)", R"({"error": "Cannot divide by zero"})"},
      {"divide('a', 0)", R"({"error": "Cannot divide by zero"})"},
      {"divide('a', 2)", R"({"error": "Both inputs must be numbers"})"},
      {"divide(10**400, 3)",
       "Error during execution: integer division result too large for a float"},
      {"power(2, 100)", R"({"result": 1267650600228229401496703205376})"},
      {"power(2, -1)", R"({"result": 0.5})"},
      {"power(-8, 0.5)", "{'result': (1.7319121124709868e-16+2.8284271247461903j)}"},
      {"power(0, -1)", "Error during execution: 0.0 cannot be raised to a negative power"},
      {"power(10.0, 400)", "Error during execution: (34, 'Numerical result out of range')"},
      {"power('a', 2)", R"({"error": "Both inputs must be numbers"})"},
  });
}

TEST(MathApi, TakesRootsToAnyPrecision) {
  Session session("MathAPI", "{}");
  session.run_all({
      {"square_root(2, 10)", "{'result': Decimal('1.414213562')}"},
      {"square_root(144, 10)", "{'result': Decimal('12')}"},
      {"square_root(-1, 10)", R"({"error": "Cannot calculate square root of a negative number"})"},
      {"square_root('4', 10)",
       R"({"error": "Input must be a number or computation resulted in an invalid operation"})"},
      {"square_root(4, 2.0)",
       R"({"error": "Input must be a number or computation resulted in an invalid operation"})"},
      {"square_root(4, 0)", "Error during execution: valid range for prec is [1, MAX_PREC]"},
  });
}

TEST(MathApi, Rounds) {
  Session session("MathAPI", "{}");
  session.run_all({
      {"absolute_value(-3.5)", R"({"result": 3.5})"},
      {"absolute_value(3+4j)", R"({"result": 5.0})"},
      {"absolute_value('a')", R"({"error": "Input must be a number"})"},
      {"round_number(2.675, 2)", R"({"result": 2.67})"},
      {"round_number(2.5)", R"({"result": 2.0})"},
      {"round_number(1250, -2)", R"({"result": 1200})"},
      {"round_number(2.5, None)", R"({"result": 2})"},
      {"round_number(2.5, 1.0)",
       R"({"error": "First input must be a number, second input must be an integer"})"},
      {"round_number(1e308, -308)", R"({"result": 1e+308})"},
  });
}

TEST(MathApi, FindsPercentages) {
  Session session("MathAPI", "{}");
  session.run_all({
      {"percentage(45, 200)", R"({"result": 22.5})"},
      {"percentage(1, 0)", R"({"error": "Whole value cannot be zero"})"},
      {"percentage('a', 2)", R"({"error": "Both inputs must be numbers"})"},
  });
}

TEST(MathApi, FindsSmallestLargestAndSum) {
  Session session("MathAPI", "{}");
  session.run_all({
      {"min_value([3, 1.5, True])", R"({"result": true})"},
      {"min_value('hello')", R"({"result": "e"})"},
      {"min_value([1, 'a'])", R"({"error": "All elements in the list must be numbers"})"},
      {"max_value([3, 1.5, 7])", R"({"result": 7})"},
      {"max_value([])", R"({"error": "Cannot find maximum of an empty list"})"},
      {"max_value(5)", R"({"error": "All elements in the list must be numbers"})"},
      {"sum_values([1, 2.5, True])", R"({"result": 4.5})"},
      {"sum_values([0.1] * 10)", R"({"result": 0.9999999999999999})"},
      {"sum_values(['a'])", R"({"error": "All elements in the list must be numbers"})"},
      {"sum_values({1, 2})", R"({"result": 3})"},
      {"power(10, 5000)",
       "Error during execution: Exceeds the limit (4300 digits) for integer string conversion; use "
       "sys.set_int_max_str_digits() to increase the limit"},
      {"power(10, 4000000)",
       "Error during execution: Exceeds the limit (4300 digits) for integer string conversion; use "
       "sys.set_int_max_str_digits() to increase the limit"},
  });
}

TEST(MathApi, HasNoState) {
  const Session session("MathAPI", R"({"precision": 10})");
  EXPECT_EQ(session.attribute_names(), "");
  EXPECT_TRUE(session.instance().table().stateless);
}

}  // namespace
}  // namespace bfclx
