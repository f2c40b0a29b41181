// Calls in Python syntax: formats, bounds and recorded examples. What calls give is in
// tests/golden/parsers/python_calls.txt, execution_list.txt and function_calls.txt.
#include "core/decode/python_calls.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>

#include "core/python/python.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

std::string outcome_of(const Result<Value>& result) {
  if (result.ok()) return repr(*result);
  return "!! " + std::string(result.error().kind) + ": " + result.error().message;
}

TEST(PythonCalls, FormatsAndTags) {
  const DecodeOptions tagged{ReturnFormat::kPython, true};
  EXPECT_EQ(outcome_of(ast_parse("a <TOOLCALL>\n[f(a=1)] </TOOLCALL></TOOLCALL>", tagged)),
            "[{'f': {'a': 1}}]");
  EXPECT_EQ(outcome_of(ast_parse("[f(a=1)]", tagged)),
            "!! ValueError: No tool call tag found in input string: [f(a=1)]");
  const DecodeOptions xml{ReturnFormat::kConciseXml, false};
  EXPECT_EQ(outcome_of(ast_parse("[</functions><functions>]", xml)),
            "!! ValueError: No XML function call found in input string: "
            "[</functions><functions>]. Missing <functions> tag.");
  const DecodeOptions json{ReturnFormat::kJson, false};
  EXPECT_EQ(outcome_of(ast_parse(R"(x [{"function": "f", "parameters": {"a": 1}}] y)", json)),
            "[{'f': {'a': 1}}]");
}

// Each operation is within its own bounds; all of them together are not within the response's.
TEST(PythonCalls, OperationsPayFromOneBudget) {
  constexpr std::string_view kTooMuch = "!! Limit: this response takes too much memory or time";
  for (const std::string_view value :
       {"'a' * 10**6", "b'a' * 10**6", "[1] * 10**5", "(1,) * 10**5", "[['a' * 10**4]] * 100"}) {
    std::string response = "[";
    for (int i = 0; i < 50; ++i) response += "f(a=" + std::string(value) + "), ";
    Budget one;
    DecodeOptions options;
    options.budget = &one;
    EXPECT_TRUE(decode_ast_prompting("[f(a=" + std::string(value) + ")]", options).ok()) << value;
    Budget budget;
    options.budget = &budget;
    EXPECT_EQ(outcome_of(decode_ast_prompting(response + "]", options)), kTooMuch) << value;
    EXPECT_EQ(budget.left(), 0U);
    EXPECT_EQ(outcome_of(decode_ast_prompting("[f(a=1 + 1)]", options)), kTooMuch);
    EXPECT_EQ(outcome_of(decode_ast_prompting("[f(a=1)]", options)), "[{'f': {'a': 1}}]");
  }
  // What stands for more than it takes is paid for as verdicts show it.
  Budget budget;
  DecodeOptions options;
  options.budget = &budget;
  EXPECT_EQ(outcome_of(decode_ast_prompting("[f(a=[('a' * 10**6,)] * 1000)]", options)), kTooMuch);
}

// Every line of the examples that were recorded with the official functions: `input -> output`, the
// input a Python literal, the output one too or the repr of "!! " and the exception.
TEST(PythonCalls, RecordedExamples) {
  std::ifstream file("../shared/conformance/decode_examples.txt");
  if (!file) GTEST_SKIP() << "no recordings beside the project";
  std::string section;
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("----", 0) == 0) {
      section = line;
      continue;
    }
    const std::size_t arrow = line.find(" -> ");
    ASSERT_NE(arrow, std::string::npos) << line;
    // It calls into the operating system, which no evaluator here does.
    if (line.find("__import__") != std::string::npos) continue;
    const Result<Value> input = python::literal_eval(line.substr(0, arrow));
    ASSERT_TRUE(input.ok()) << line;
    const Result<Value> result = section.empty() ? decode_ast_prompting(input->as_str(), {})
                                 : section.find("execute") != std::string::npos
                                     ? decode_execute_prompting(input->as_str(), {})
                                     : convert_to_function_call(*input);
    const std::string outcome = outcome_of(result);
    EXPECT_EQ(result.ok() ? outcome : repr(Value::str(outcome)), line.substr(arrow + 4)) << line;
    ++lines;
  }
  EXPECT_GT(lines, 100u);
}

}  // namespace
}  // namespace bfclx
