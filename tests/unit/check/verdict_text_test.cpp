#include "core/check/verdict_text.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "core/check/judge.h"
#include "core/check/rules.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

std::string text_of(std::string_view calls) {
  const Value functions = parse(
      R"([{"name": "f",
           "parameters": {"properties": {"unit": {"type": "string"}}, "required": []}}])");
  return verdict_text(
      judge_calls(functions, parse(R"([{"f": {"unit": ["c", ""]}}])"), {}, parse(calls)));
}

TEST(VerdictText, Lines) {
  EXPECT_EQ(text_of(R"([{"f": {"unit": "c"}}])"), "passed");
  EXPECT_EQ(text_of(R"([{"f": {"unit": "k"}}])"),
            "failed (value_error:string): The value 'k' of 'unit' is none of the possible answers "
            "['c', ''].\n"
            "  at        [0, 'f', 'unit']\n"
            "  expected  'c'\n"
            "  found     'k'");
  EXPECT_EQ(text_of("[]"),
            "failed (simple_function_checker:wrong_count): Calls expected: 1, calls made: 0.\n"
            "  expected  1\n"
            "  found     0");
  EXPECT_EQ(verdict_text(judge_calls({}, {}, {}, Error{"SyntaxError", "two\nlines"})),
            "failed (ast_decoder:decoder_failed): The response could not be parsed as function "
            "calls: two lines.");
}

TEST(VerdictText, IsBounded) {
  const std::string deep = R"({"f": {"unit": )" + repeated(R"([)", 900) + repeated("]", 900) + "}}";
  EXPECT_LT(text_of("[" + deep + "]").size(), 5000U);
  EXPECT_LT(text_of(R"([{")" + std::string(100000, 'n') + R"(": {}}])").size(), 5000U);
  EXPECT_LT(text_of(R"([{"f": {")" + std::string(100000, 'n') + R"(": 1}}])").size(), 5000U);
}

}  // namespace
}  // namespace bfclx
