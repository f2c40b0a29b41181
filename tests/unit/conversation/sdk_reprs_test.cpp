// How Python prints the SDKs' objects, which the inference log of --include-input-log holds; the
// expected texts were printed by the SDKs themselves (google-genai 1.68, mistralai 1.7,
// openai 2.31, anthropic 0.86).
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/conversation/dialects/gemini_content.h"
#include "tests/unit/conversation/dialect_talk.h"

namespace bfclx {
namespace {

constexpr std::string_view kQuestion = R"([[{"role": "user", "content": "a"}]])";

// The log's messages after one response, its end from `start` on.
std::string log_after(std::string_view dialect, std::string_view body, std::string_view start) {
  Talk talk(dialect, "claude-haiku-4-5-20251001", true);
  EXPECT_TRUE(talk.start(kQuestion).ok());
  const Result<ModelResponse> response = talk.response(body);
  if (!response.ok()) return response.error().message;
  EXPECT_TRUE(talk->add_assistant(*response).ok());
  EXPECT_TRUE(talk->request().ok());
  const Value log = talk->input_log();
  const Value& message = *log.as_dict().find("message");
  const std::string text = message.is_str() ? std::string(message.as_str()) : to_json(message);
  const std::size_t at = text.find(start);
  return at == std::string::npos ? text : text.substr(at);
}

TEST(SdkReprs, GeminiContents) {
  const struct {
    std::string_view content;
    std::string_view expected;
  } cases[] = {
      {R"({"parts": [{"text": "it's\nline \"\"\"q\"\"\""}], "role": "user"})",
       R"("[Content(\n  parts=[\n    Part(\n      text=\"\"\"it's\nline \\\"\\\"\\\"q\\\"\\\"\\\"\"\"\"\n    ),\n  ],\n  role='user'\n)]")"},
      {R"({"parts": [{"text": "t", "thought": true}, {"functionCall": {"name": "f", "args": {"z": 1,
          "a": [1, 2, 3, 4, 5, 6, 7], "m": {"n": {"o": {"p": 1}}}, "k": null, "s": "x\ny"}},
          "thoughtSignature": "AQL_"}], "role": "model"})",
       R"("[Content(\n  parts=[\n    Part(\n      text='t',\n      thought=True\n    ),\n    Part(\n      function_call=FunctionCall(\n        args={\n          'a': [\n            1,\n            2,\n            3,\n            4,\n            5,\n            <... 2 more items ...>,\n          ],\n          'k': None,\n          'm': {\n            'n': {<... 1 item at Max depth ...>}\n          },\n          's': \"\"\"x\ny\"\"\",\n          'z': 1\n        },\n        name='f'\n      ),\n      thought_signature=b'\\x01\\x02\\xff'\n    ),\n  ],\n  role='model'\n)]")"},
      {R"({"parts": [{"functionCall": {"name": "g", "args": {}}}, {"functionCall": {"name": "h",
          "args": {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1}}}]})",
       R"("[Content(\n  parts=[\n    Part(\n      function_call=FunctionCall(\n        args={},\n        name='g'\n      )\n    ),\n    Part(\n      function_call=FunctionCall(\n        args=<dict len=6>,\n        name='h'\n      )\n    ),\n  ]\n)]")"},
      {R"({"parts": [{"functionResponse": {"name": "f", "response": {"result": "{\"a\": 1}"}}}],
          "role": "user"})",
       R"("[Content(\n  parts=[\n    Part(\n      function_response=FunctionResponse(\n        name='f',\n        response={\n          'result': '{\"a\": 1}'\n        }\n      )\n    ),\n  ],\n  role='user'\n)]")"},
  };
  for (const auto& each : cases) {
    const std::string text = gemini_contents_repr(Value::list({from_json(each.content)}));
    EXPECT_EQ(text, from_json(each.expected).as_str()) << each.content;
  }
}

TEST(SdkReprs, MistralMessages) {
  EXPECT_EQ(
      log_after("mistral",
                R"({"choices": [{"message": {"content": "", "tool_calls": [{"id": "1",
                          "type": "function", "function": {"name": "f", "arguments": "{}"}},
                          {"function": {"name": "g", "arguments": {"a": 1}}}]}}], "usage": {}})",
                "content='"),
      "content='' tool_calls=[ToolCall(function=FunctionCall(name='f', arguments='{}'), "
      "id='1', type='function', index=0), ToolCall(function=FunctionCall(name='g', "
      "arguments={'a': 1}), id='null', type=None, index=0)] prefix=False role='assistant'\"]");
  EXPECT_EQ(log_after("mistral", R"({"choices": [{"message": {"content": "t"}}], "usage": {}})",
                      "content='"),
            "content='t' tool_calls=Unset() prefix=False role='assistant'\"]");
}

TEST(SdkReprs, ResponsesItems) {
  EXPECT_EQ(
      log_after("responses",
                R"({"output": [{"type": "reasoning", "id": "r", "summary":
                    [{"type": "summary_text", "text": "s"}], "encrypted_content": "e"},
                    {"type": "function_call", "id": "x", "call_id": "c", "name": "f",
                     "arguments": "{}", "status": "completed"},
                    {"type": "message", "id": "m", "status": "completed", "role": "assistant",
                     "content": [{"type": "output_text", "annotations": [], "logprobs": [],
                                  "text": "T"}]},
                    {"type": "message", "id": "m", "new": 1, "content":
                     [{"type": "refusal", "refusal": "no"}]}], "usage": {}})",
                "Resp"),
      "ResponseReasoningItem(id='r', summary=[Summary(text='s', type='summary_text')], "
      "type='reasoning', content=None, encrypted_content='e', status=None), "
      "ResponseFunctionToolCall(arguments='{}', call_id='c', name='f', type='function_call', "
      "id='x', namespace=None, status='completed'), ResponseOutputMessage(id='m', "
      "content=[ResponseOutputText(annotations=[], text='T', type='output_text', logprobs=[])], "
      "role='assistant', status='completed', type='message', phase=None), "
      "ResponseOutputMessage(id='m', content=[ResponseOutputRefusal(refusal='no', "
      "type='refusal')], role=None, status=None, type='message', phase=None, new=1)]");
}

TEST(SdkReprs, AnthropicBlocks) {
  EXPECT_EQ(log_after("anthropic",
                      R"({"content": [{"type": "text", "text": "T"}, {"type": "tool_use", "id": "i",
                          "name": "f", "input": {"a": [1, null]}}, {"type": "thinking",
                          "thinking": "h", "signature": "s"}, {"type": "redacted_thinking",
                          "data": "d"}], "usage": {}})",
                      "[TextB"),
            "[TextBlock(citations=None, text='T', type='text'), ToolUseBlock(id='i', caller=None, "
            "input={'a': [1, None]}, name='f', type='tool_use'), ThinkingBlock(signature='s', "
            "thinking='h', type='thinking'), RedactedThinkingBlock(data='d', "
            "type='redacted_thinking')]}]");
}

}  // namespace
}  // namespace bfclx
