// Verdict lines hold only what Python's json.loads reads.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/run/scorer.h"
#include "core/value/bigint.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

Value integer_of_digits(std::size_t digits, bool negative = false) {
  const BigInt power = *BigInt::power(BigInt(10), BigInt(static_cast<std::int64_t>(digits)));
  const BigInt number = *BigInt::subtract(power, BigInt(1));
  return Value::integer(negative ? number.negated() : number);
}

std::string line_of(const Value& argument) {
  static Entry entry;
  entry.category = find_category("simple_python");
  Dict arguments;
  arguments.set("x", argument);
  Dict call;
  call.set("f", Value::dict(std::move(arguments)));
  ScoredResponse response;
  response.id = "simple_python_0";
  response.entry = &entry;
  response.verdict.valid = true;
  response.verdict.decoded = Value::list({Value::dict(std::move(call))});
  return verdict_json(response);
}

std::string expected(const std::string& shown, const std::string& repr) {
  return R"({"id": "simple_python_0", "valid": true, "decoded": [{"f": {"x": )" + shown +
         R"(}}], "decoded_repr": "[{'f': {'x': )" + repr + R"(}}]"})";
}

TEST(VerdictJson, IntegersThatPythonReadsStandAsTheyAre) {
  const std::string digits(4300, '9');
  EXPECT_EQ(line_of(integer_of_digits(4300)), expected(digits, digits));
  EXPECT_EQ(line_of(integer_of_digits(4300, true)), expected("-" + digits, "-" + digits));
  EXPECT_EQ(line_of(integer_of_digits(20)), expected(std::string(20, '9'), std::string(20, '9')));
}

TEST(VerdictJson, LongerIntegersAreTexts) {
  for (const std::size_t count : {4301, 4302, 5000, 20000}) {
    const std::string digits(count, '9');
    EXPECT_EQ(line_of(integer_of_digits(count)), expected("\"" + digits + "\"", digits));
    EXPECT_EQ(line_of(integer_of_digits(count, true)),
              expected("\"-" + digits + "\"", "-" + digits));
  }
}

TEST(VerdictJson, LongerIntegersAreFoundInside) {
  const std::string digits(4301, '9');
  const Value number = integer_of_digits(4301);
  EXPECT_EQ(line_of(Value::list({Value::integer(1), Value::list({number})})),
            expected("[1, [\"" + digits + "\"]]", "[1, [" + digits + "]]"));
  EXPECT_EQ(line_of(Value::tuple({number})), expected("[\"" + digits + "\"]", "(" + digits + ",)"));
  Dict dict;
  dict.set(number, Value::boolean(true));
  EXPECT_EQ(line_of(Value::dict(std::move(dict))),
            expected("{\"" + digits + "\": true}", "{" + digits + ": True}"));
}

TEST(VerdictJson, InfinitiesAndNanAreTexts) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(line_of(Value::real(infinity)), expected("\"inf\"", "inf"));
  EXPECT_EQ(line_of(Value::list({Value::real(-infinity), Value::real(1.5)})),
            expected("[\"-inf\", 1.5]", "[-inf, 1.5]"));
  EXPECT_EQ(line_of(Value::real(std::numeric_limits<double>::quiet_NaN())),
            expected("\"nan\"", "nan"));
  EXPECT_EQ(line_of(Value::real(1e308)),
            R"({"id": "simple_python_0", "valid": true, "decoded": [{"f": {"x": 1e+308}}]})");
}

TEST(VerdictJson, OutOfMemory) {
  Entry entry;
  for (const char* name :
       {"simple_python", "irrelevance", "multi_turn_base", "memory_kv", "rest"}) {
    entry.category = find_category(name);
    ScoredResponse response;
    response.id = "a";
    response.entry = &entry;
    set_out_of_memory(response);
    const bool is_dict = entry.category->judging == Judging::kMultiTurn ||
                         entry.category->judging == Judging::kAgentic;
    EXPECT_EQ(verdict_json(response),
              R"({"id": "a", "valid": false, "error_type": "out_of_memory", "error": )" +
                  std::string(is_dict ? R"({"error_message": "out of memory", )"
                                        R"("error_type": "out_of_memory"})"
                                      : R"(["out of memory"])") +
                  R"(, "why": {"rule": "out_of_memory", "path": [], "expected": null, )"
                  R"("found": null, "text": "Not enough memory to judge the entry.", )"
                  R"("short": "out of memory"}})");
  }
}

}  // namespace
}  // namespace bfclx
