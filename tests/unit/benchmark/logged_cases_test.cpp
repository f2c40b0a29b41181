// Cases proposed from logs of agents, in the forms of several APIs.
#include "core/benchmark/logged_cases.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/benchmark/function_docs.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

constexpr std::string_view kTool =
    R"({"name": "f", "description": "", "parameters": {"type": "object", "required": ["x"],)"
    R"( "properties": {"x": {"type": "integer"}}}})";
constexpr std::string_view kOther =
    R"({"name": "g", "description": "", "parameters": {"type": "object", "properties": {}}})";

std::string listed(std::string_view a, std::string_view b = {}) {
  return "[" + std::string(a) + (b.empty() ? "" : ", " + std::string(b)) + "]";
}

Value functions() {
  const auto docs = function_docs_of(parse(listed(kTool, kOther)), "tools", {});
  EXPECT_TRUE(docs.ok());
  return *docs;
}

// Each case as a line; "! text" for what cannot be one.
std::string cases(std::string_view log) {
  const LoggedCases found = cases_of_log(log, functions(), {});
  std::string text;
  for (const LoggedCase& one : found.cases) {
    text += std::to_string(one.line) + "/" + std::to_string(one.message) + " ";
    append_json(text, one.object);
    text += "\n";
  }
  for (const CaseProblem& one : found.problems) {
    text += "! " + std::to_string(one.line) + ": " + one.text + "\n";
  }
  return text;
}

TEST(LoggedCases, EachMessageWithCallsAndEachResponseToTheUser) {
  EXPECT_EQ(
      cases(R"({"messages": [{"role": "user", "content": "One?"}, {"role": "assistant", "content":)"
            R"( null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f",)"
            R"( "arguments": "{\"x\": 1}"}}]}, {"role": "tool", "tool_call_id": "a", "content":)"
            R"( "ok"}, {"role": "assistant", "content": "Done."}, {"role": "user", "content":)"
            R"( "Thanks!"}, {"role": "assistant", "content": "Welcome."}]})"),
      "1/2 {\"question\": \"One?\", \"expected\": [{\"name\": \"f\", \"arguments\": {\"x\": 1}}]}\n"
      "1/6 {\"messages\": [{\"role\": \"user\", \"content\": \"One?\"}, {\"role\": \"assistant\", "
      "\"content\": \"\", \"tool_calls\": [{\"type\": \"function\", \"function\": {\"name\": "
      "\"f\", "
      "\"arguments\": \"{\\\"x\\\": 1}\"}, \"id\": \"a\"}]}, {\"role\": \"tool\", \"content\": "
      "\"ok\", \"tool_call_id\": \"a\"}, {\"role\": \"assistant\", \"content\": \"Done.\"}, "
      "{\"role\": \"user\", \"content\": \"Thanks!\"}], \"expected\": \"none\"}\n");
}

TEST(LoggedCases, FormsOfOtherApis) {
  const std::string one =
      "1/2 {\"question\": \"1?\", \"expected\": [{\"name\": \"f\", \"arguments\": {\"x\": 1}}]}\n";
  const std::string_view forms[] = {
      // Anthropic
      R"([{"role": "user", "content": [{"type": "text", "text": "1?"}]}, {"role": "assistant",)"
      R"( "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {"x": 1}}]}])",
      // Responses
      R"({"input": [{"role": "user", "content": "1?"}, {"type": "function_call", "call_id": "a",)"
      R"( "name": "f", "arguments": "{\"x\": 1}"}]})",
      R"({"responses_create_params": {"input": [{"role": "user", "content": "1?"}]}, "response":)"
      R"( {"output": [{"type": "reasoning"}, {"type": "function_call", "call_id": "a", "name": "f",)"
      R"( "arguments": "{\"x\": 1}"}]}})",
      // a request with its response
      R"({"request": {"messages": [{"role": "user", "content": "1?"}]}, "response": {"choices":)"
      R"( [{"message": {"role": "assistant", "tool_calls": [{"function": {"name": "f",)"
      R"( "arguments": "{\"x\": 1}"}}]}}]}})",
      // verifiers
      R"({"prompt": [{"role": "user", "content": "1?"}], "completion": [{"role": "assistant",)"
      R"( "tool_calls": [{"name": "f", "arguments": {"x": 1}}]}]})",
      // inspect
      R"({"eval": {}, "samples": [{"messages": [{"role": "user", "content": "1?"}, {"role":)"
      R"( "assistant", "content": "", "tool_calls": [{"id": "a", "function": "f", "arguments":)"
      R"( {"x": 1}}]}]}]})",
      // before tool calls
      R"({"messages": [{"role": "user", "content": "1?"}, {"role": "assistant", "content": null,)"
      R"( "function_call": {"name": "f", "arguments": "{\"x\": 1}"}}]})"};
  for (const std::string_view form : forms) EXPECT_EQ(cases(form), one) << form;
}

TEST(LoggedCases, ToolsOfTheLog) {
  const auto with = [](const std::string& tools) {
    return cases(R"({"messages": [{"role": "user", "content": "1?"}, {"role": "assistant",)"
                 R"( "content": "No."}], "tools": )" +
                 tools + "}");
  };
  EXPECT_EQ(with(listed(kTool, kOther)), "1/2 {\"question\": \"1?\", \"expected\": \"none\"}\n");
  EXPECT_EQ(with(listed(kOther)),
            "1/2 {\"question\": \"1?\", \"tools\": [\"g\"], \"expected\": \"none\"}\n");
  EXPECT_NE(with(R"([{"name": "h", "parameters": {"type": "object", "properties": {}}}])")
                .find("\"tools\": [{\"name\": \"h\""),
            std::string::npos);
}

TEST(LoggedCases, WhatIsNoCaseIsSaid) {
  const std::string ask = R"({"messages": [{"role": "user", "content": )";
  const std::string line = ask + R"("1?"}, {"role": "assistant", "tool_calls": [{"function": )"
                                 R"({"name": "f", "arguments": "{"}}]}]})";
  EXPECT_EQ(cases(line), "! 1: messages[1].tool_calls[0].function.arguments: not a JSON object\n");
  EXPECT_EQ(cases(ask + R"([{"type": "image_url"}]}, {"role": "assistant", "content": "A."}]})"),
            "! 1: messages[0].content: a part of the type 'image_url': cases have text only\n");
  EXPECT_EQ(
      cases(ask +
            R"("1?"}, {"role": "assistant", "content": "A.", "tool_calls": {"name": "f"}}]})"),
      "! 1: messages[1].tool_calls: is an object, expected a list of calls\n");
  EXPECT_EQ(cases("{\"id\": \"simple_python_0\", \"result\": \"[f(x=1)]\"}"), "");
  EXPECT_EQ(cases("[1, {\"messages\": 5}, null]"), "");
  const std::string good = ask + R"("1?"}, {"role": "assistant", "content": "A."}]})";
  const LoggedCases twice = cases_of_log(good + "\n{\n" + good + "\n", functions(), {});
  EXPECT_EQ(twice.cases.size(), 1u);
  EXPECT_EQ(twice.repeated, 1u);
  ASSERT_EQ(twice.problems.size(), 1u);
  EXPECT_EQ(twice.problems.front().line, 2u);
}

// Of a conversation with a first message of so many bytes.
std::string long_log(std::size_t bytes, int rounds) {
  std::string text = R"({"messages": [{"role": "user", "content": ")" + std::string(bytes, 'x') +
                     R"("}, {"role": "assistant", "content": "A."})";
  for (int i = 0; i < rounds; ++i) {
    text += R"(, {"role": "user", "content": ")" + std::to_string(i) +
            R"("}, {"role": "assistant", "content": "A."})";
  }
  return text + "]}";
}

TEST(LoggedCases, AllCasesTogetherAreBounded) {
  const LoggedCases found =
      cases_of_log("\n" + long_log(1 << 20, 400) + "\n" + long_log(10, 1), functions(), {});
  EXPECT_GT(found.cases.size(), 250u);
  EXPECT_LT(found.cases.size(), 259u);
  ASSERT_EQ(found.problems.size(), 1u);
  EXPECT_EQ(found.problems.front().line, 2u);
  EXPECT_EQ(found.problems.front().text,
            "messages[507]: the cases of the log have more than 256 MB together");
  EXPECT_EQ(found.cases.back().line, 3u);  // what is small enough still becomes cases
}

// A conversation of 9,000 messages, logged twice.
TEST(LoggedCases, LongConversationsAreReadInLinearTime) {
  const std::string log = long_log(10, 9000);
  const LoggedCases found = cases_of_log(log + "\n" + log, functions(), {});
  std::size_t messages = 0;
  for (const LoggedCase& one : found.cases) {
    const Value* before = one.object.as_dict().find("messages");
    messages += before != nullptr ? before->items().size() : 1;
  }
  EXPECT_LT(messages, (std::size_t{256} << 20) / 30);
  EXPECT_EQ(found.cases.size(), found.repeated);
  EXPECT_EQ(found.problems.size(), 2u);
}

TEST(LoggedCases, DeepAndWideLogsEnd) {
  std::string deep(200, '[');
  deep += std::string(200, ']');
  EXPECT_EQ(cases(deep), "");
}

}  // namespace
}  // namespace bfclx
