// Responses of wrong shapes, for each dialect in both of its modes: a clear error or a reading,
// never a crash.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/unit/conversation/dialect_talk.h"

namespace bfclx {
namespace {

// Whatever the protocol: none of these is its response.
constexpr std::string_view kForeign[] = {
    "",
    "{",
    "null",
    "[]",
    "1e999",
    "\"text\"",
    "true",
    "<html><body>502 Bad Gateway</body></html>",
    "\xff\xfe",
    R"({"error": {"message": "no"}})",
    R"({"output": 1, "content": 1, "candidates": 1, "choices": 1, "message": 1})",
    R"({"output": "x", "content": "x", "candidates": "x", "choices": "x", "message": "x"})",
    R"({"output": null, "content": null, "candidates": null, "choices": null, "message": null})",
    R"({"output": {}, "content": {}, "candidates": {}, "choices": {}, "message": {}})",
    R"({"output": [[]], "content": [[]], "candidates": [[]], "choices": [[]], "message": [[]]})",
    R"({"output": [1], "content": [1], "candidates": [1], "choices": [1], "message": [1]})",
    R"({"output": [{}], "content": [{}], "candidates": [{}], "choices": [{}], "message": {}})",
    R"({"output": {"message": 3}, "choices": [{"message": 3}], "candidates": [{"content": 3}]})",
    R"({"output": {"message": {"content": {}}}, "choices": [{"message": {"content": {}}}],
        "candidates": [{"content": {"parts": {}}}], "message": {"content": {}}})",
    R"({"output": {"message": {"content": [7, null]}}, "choices": [{"message": {"content": 7}}],
        "candidates": [{"content": {"parts": [7, null]}}], "message": {"content": [7]}})",
};

struct Mode {
  std::string_view dialect;
  std::string_view model;
  bool fc;
};
constexpr Mode kModes[] = {
    {"responses", "gpt-5", true},
    {"responses", "gpt-4.1", false},
    {"anthropic", "claude-haiku-4-5-20251001", true},
    {"anthropic", "claude-haiku-4-5-20251001", false},
    {"gemini", "gemini", true},
    {"gemini", "gemini", false},
    {"mistral", "m", true},
    {"mistral", "m", false},
    {"cohere", "c", true},
    {"bedrock", "nova-2-lite", true},
};
constexpr std::string_view kQuestion = R"([[{"role": "user", "content": "Hello"}]])";

TEST(HostileResponses, NeverCrash) {
  for (const Mode& mode : kModes) {
    for (const bool as_official : {true, false}) {
      for (const std::string_view body : kForeign) {
        Talk talk(mode.dialect, mode.model, mode.fc);
        talk.settings().as_official = as_official;
        ASSERT_TRUE(talk.start(kQuestion).ok()) << mode.dialect;
        const std::string read = talk.read(body);
        EXPECT_FALSE(read.empty()) << mode.dialect << " " << body;
      }
    }
  }
}

TEST(HostileResponses, NestingIsBounded) {
  const std::string deep = std::string(5000, '[') + std::string(5000, ']');
  for (const Mode& mode : kModes) {
    Talk talk(mode.dialect, mode.model, mode.fc);
    ASSERT_TRUE(talk.start(kQuestion).ok());
    EXPECT_EQ(talk.read(R"({"content": )" + deep + "}").substr(0, 14), "RecursionError");
  }
}

struct Response {
  std::string_view body;
  std::string_view expected;
};

void check(std::string_view dialect, std::string_view model, bool fc,
           const std::vector<Response>& responses) {
  for (const Response& each : responses) {
    Talk talk(dialect, model, fc);
    ASSERT_TRUE(talk.start(kQuestion).ok());
    EXPECT_EQ(talk.read(each.body), each.expected) << dialect << " " << each.body;
  }
}

TEST(HostileResponses, Responses) {
  const std::string_view usage =
      "AttributeError: 'NoneType' object has no attribute 'input_tokens'";
  check("responses", "gpt-5", true,
        {{"{}", "TypeError: 'NoneType' object is not iterable"},
         {R"({"output": []})", usage},
         {R"({"output": ["x"]})", "AttributeError: 'str' object has no attribute 'type'"},
         {R"({"output": [], "usage": {}})", R"("" | "")"},
         {R"({"output": [{"type": "message", "content": null}], "usage": {}})",
          "TypeError: 'NoneType' object is not iterable"},
         {R"({"output": [{"type": "message", "content": [{"type": "output_text"}]}], "usage": {}})",
          "TypeError: 'text' of an output text is no text but NoneType"},
         {R"({"output": [{"type": "reasoning", "summary": null}], "usage": {}})",
          "TypeError: 'NoneType' object is not iterable"},
         {R"({"output": [{"type": "reasoning", "summary": [{"text": "a"}, {"text": "b"}]}],
             "usage": {}})",
          R"("" | "a\nb\n")"},
         {R"({"output": [{"type": "function_call"}], "usage": {}})", R"([{"null": null}] | "")"},
         {R"({"output": [{"type": "function_call", "name": ["f"]}], "usage": {}})",
          "TypeError: unhashable type: 'list'"},
         {R"({"output": [{"type": "web_search_call"}, {"type": "message", "content":
             [{"type": "refusal", "refusal": "no"}, {"type": "output_text", "text": "a"},
              {"type": "output_text", "text": "b"}]}], "usage": {}})",
          R"("ab" | "")"}});
}

TEST(HostileResponses, Anthropic) {
  check(
      "anthropic", "claude-haiku-4-5-20251001", true,
      {{"{}", "TypeError: 'NoneType' object is not iterable"},
       {R"({"content": []})", "AttributeError: 'NoneType' object has no attribute 'input_tokens'"},
       {R"({"content": [], "usage": {}})", "[] | -"},
       {R"({"content": [{"type": "text"}], "usage": {}})", "[null] | -"},
       {R"({"content": [{"type": "tool_use", "name": "f", "input": null}], "usage": {}})",
        R"([{"f": "null"}] | -)"},
       {R"({"content": [{"type": "tool_use", "name": {}, "input": {}}], "usage": {}})",
        "TypeError: unhashable type: 'dict'"},
       {R"({"content": [{"type": "server_tool_use"}, {"type": "thinking", "thinking": "t"},
             {"type": "tool_use", "name": "f", "input": {"a": 1e-7, "b": [null, "é"]}}],
             "usage": {}})",
        R"([{"f": "{\"a\": 1e-07, \"b\": [null, \"\\u00e9\"]}"}] | -)"}});
  check("anthropic", "claude-haiku-4-5-20251001", false,
        {{R"({"content": []})", "IndexError: list index out of range"},
         {R"({"content": [{"type": "thinking", "thinking": "t"}]})",
          "AttributeError: 'ThinkingBlock' object has no attribute 'text'"},
         {R"({"content": [{"type": "text"}]})",
          "AttributeError: 'NoneType' object has no attribute 'input_tokens'"},
         {R"({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}],
             "usage": {}})",
          R"("a" | -)"}});
}

TEST(HostileResponses, Gemini) {
  const std::string_view none = "TypeError: object of type 'NoneType' has no len()";
  check(
      "gemini", "g", true,
      {{"{}", none},
       {R"({"candidates": []})",
        "AttributeError: 'NoneType' object has no attribute 'promptTokenCount'"},
       {R"({"candidates": [{"content": {"parts": []}}], "usageMetadata": {}})", R"([] | "")"},
       {R"({"candidates": [{"content": {"parts": [{}]}}], "usageMetadata": {}})", R"([null] | "")"},
       {R"({"candidates": [{"content": {"parts": [{"thought": true}]}}], "usageMetadata": {}})",
        "TypeError: a thought without text"},
       {R"({"candidates": [{"content": {"parts": [{"functionCall": {"name": "f"}}]}}],
             "usageMetadata": {}})",
        "AttributeError: 'NoneType' object has no attribute 'items'"},
       {R"({"candidates": [{"content": {"parts": [{"functionCall": {"name": "f", "args": []}}]}}],
             "usageMetadata": {}})",
        "ValidationError: 1 validation error for GenerateContentResponse\n"
        "candidates.0.content.parts.0.functionCall.args\n  Input should be a valid dictionary"},
       {R"({"candidates": [{"content": {"parts": [{"text": "a", "thoughtSignature": "?"}]}}]})",
        "ValidationError: 1 validation error for GenerateContentResponse\n"
        "candidates.0.content.parts.0.thoughtSignature\n  Data should be valid base64"},
       {R"({"candidates": [{"content": {"parts": [{"text": "t", "thought": true},
             {"text": "u", "thought": true}, {"text": "said"},
             {"functionCall": {"name": "f", "args": {"a": null}}}]}}], "usageMetadata": {}})",
        R"([{"f": {"a": null}}] | "t\nu")"}});
  check("gemini", "g", false,
        {{R"({"candidates": [{}], "usageMetadata": {}})",
          R"("The model did not return any response." | "")"},
         {R"({"candidates": [{"content": {"parts": [{"text": "a"}, {"text": "b"}]}}],
             "usageMetadata": {}})",
          R"("b" | "")"},
         {R"({"candidates": [{"content": {"parts": [{}, {}, {"text": "b"}]}}]})",
          "AssertionError: Length of response parts should be less than or equal to 2. "
          "[Part(), Part(), Part(\n  text='b'\n)]"}});
}

TEST(HostileResponses, Mistral) {
  const auto choice = [](std::string_view message) {
    return R"({"choices": [{"message": )" + std::string(message) + R"(}], "usage": {}})";
  };
  const std::string empty_calls = choice(R"({"content": "t", "tool_calls": []})");
  const std::string no_name = choice(R"({"tool_calls": [{"function": {}}]})");
  const std::string no_arguments = choice(R"({"tool_calls": [{"function": {"name": "f"}}]})");
  const std::string object = choice(
      R"({"content": "", "tool_calls": [{"function": {"name": "f", "arguments": {"a": 1}}}]})");
  const std::string chunks =
      choice(R"({"content": [{"type": "text", "text": "t"}], "tool_calls": null})");
  check("mistral", "m", true,
        {{"{}", "TypeError: 'NoneType' object is not subscriptable"},
         {R"({"choices": []})", "IndexError: list index out of range"},
         {R"({"choices": [{"message": {"content": "t"}}]})",
          "AttributeError: 'NoneType' object has no attribute 'prompt_tokens'"},
         {choice("{}"), "[] | -"},
         {empty_calls, "[] | -"},
         {no_name, "TypeError: 'name' of a tool call is no text but NoneType"},
         {no_arguments, "ValidationError: arguments of a tool call: neither a text nor an object"},
         {object, R"([{"f": {"a": 1}}] | -)"},
         {chunks, R"([{"type": "text", "text": "t"}] | -)"}});
  Talk mended("mistral", "m", true);
  mended.settings().as_official = false;
  ASSERT_TRUE(mended.start(kQuestion).ok());
  EXPECT_EQ(mended.read(empty_calls), R"("t" | -)");
}

TEST(HostileResponses, Cohere) {
  const auto call = [](std::string_view arguments) {
    return R"({"message": {"tool_calls": [{"id": "1", "function": {"name": "f", "arguments": )" +
           std::string(arguments) + R"(}}], "content": [{"type": "thinking", "thinking": "t"}]}})";
  };
  const std::string good = call(R"("{\"a\": 1.0}")");
  const std::string cut = call(R"("{\"a\": ")");
  const std::string none = call("null");
  check("cohere", "c", true,
        {{"{}", "AttributeError: 'NoneType' object has no attribute 'tool_calls'"},
         {R"({"message": {}})", "null | null"},
         {R"({"message": {"tool_calls": {"a": 1}}})",
          "TypeError: 'tool_calls' of the response is not a list but dict"},
         {R"({"message": {"content": [{}]}})",
          "TypeError: 'text' of a content item is no text but NoneType"},
         {R"({"message": {"content": [{"thinking": "t"}, {"text": "a"}, {"text": "b"}]}})",
          R"("a\nb" | "t")"},
         {good, R"([{"tool_name": "f", "parameters": {"a": 1.0}}] | null)"},
         {cut, "ValueError: Expecting value: line 1 column 7 (char 6)"},
         {none, "TypeError: the JSON object must be str, bytes or bytearray, not NoneType"}});
}

TEST(HostileResponses, Bedrock) {
  const auto blocks = [](std::string_view content) {
    return R"({"output": {"message": {"role": "assistant", "content": )" + std::string(content) +
           R"(}}, "usage": {"inputTokens": 1, "outputTokens": 2}})";
  };
  check("bedrock", "nova", true,
        {{"{}", "KeyError: 'output'"},
         {R"({"output": {"message": {"content": []}}})", "KeyError: 'usage'"},
         {R"({"output": {"message": {"content": []}}, "usage": {}})", "KeyError: 'inputTokens'"},
         {blocks("[]"), R"([] | "")"},
         {blocks(R"([{"image": {}}, {"text": "a"}, {"text": "b"}])"), R"(["a", "b"] | "")"},
         {blocks(R"([{"reasoningContent": {}}])"), "KeyError: 'reasoningText'"},
         {blocks(R"([{"reasoningContent": {"reasoningText": {"text": "t"}}}, {"text": "a"},
                     {"toolUse": {"toolUseId": "1", "name": "f", "input": {"a": [1]}}}])"),
          R"([{"f": {"a": [1]}}] | "t")"},
         {blocks(R"([{"toolUse": {"name": "f", "input": {}}}])"), "KeyError: 'toolUseId'"},
         {blocks(R"([{"toolUse": 3}])"), "TypeError: toolUse of the response is not an object"}});
}

}  // namespace
}  // namespace bfclx
