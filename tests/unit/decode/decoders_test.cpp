#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "core/decode/decoder.h"
#include "core/value/repr.h"
#include "core/value/value.h"

namespace bfclx {
namespace {

std::string outcome(const Result<Value>& decoded) {
  if (decoded.ok()) return repr(*decoded);
  return "!! " + std::string(decoded.error().kind) + ": " + decoded.error().message;
}

TEST(Decoders, EachHasAllItsFieldsAndANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const Decoder& decoder : decoders()) {
    EXPECT_TRUE(names.insert(decoder.name).second) << decoder.name;
    EXPECT_EQ(find_decoder(decoder.name), &decoder);
    EXPECT_FALSE(decoder.handler.empty()) << decoder.name;
    EXPECT_FALSE(decoder.response_form.empty()) << decoder.name;
    EXPECT_EQ(decoder.response_form.find('\n'), std::string_view::npos) << decoder.name;
    EXPECT_NE(decoder.decode_ast, nullptr) << decoder.name;
    EXPECT_NE(decoder.decode_execute, nullptr) << decoder.name;
  }
  EXPECT_EQ(names.size(), 38u);
  EXPECT_EQ(find_decoder("no_such_decoder"), nullptr);
}

struct HandlerCase {
  std::string_view handler;
  bool is_fc_model;
  std::string_view decoder;
};

TEST(Decoders, AreFoundByTheHandlerClass) {
  constexpr HandlerCase kCases[] = {
      {"OpenAICompletionsHandler", true, "openai_fc"},
      {"OpenAICompletionsHandler", false, "prompting"},
      {"OpenAIResponsesHandler", true, "openai_responses_fc"},
      {"OpenAIResponsesHandler", false, "prompting"},
      {"ClaudeHandler", true, "claude_fc"},
      {"ClaudeHandler", false, "claude_prompting"},
      {"GeminiHandler", true, "gemini_fc"},
      {"GeminiHandler", false, "gemini_prompting"},
      {"DeepSeekAPIHandler", true, "openai_fc"},
      {"QwenAgentNoThinkHandler", true, "openai_fc"},
      {"GoGoAgentHandler", false, "prompting"},
      {"LlamaHandler", true, "oss"},
      {"LlamaHandler", false, "oss"},
      {"LlamaHandler_3_1", true, "llama_3_1"},
      {"DMCitoHandler", false, "dm_cito"},
      {"MistralFCHandler", false, "mistral_fc"},
      {"PelicanVLFCHandler", true, "pelican_fc"},
  };
  for (const HandlerCase& expected : kCases) {
    const Decoder* decoder = find_decoder_for_handler(expected.handler, expected.is_fc_model);
    ASSERT_NE(decoder, nullptr) << expected.handler;
    EXPECT_EQ(decoder->name, expected.decoder) << expected.handler;
  }
  EXPECT_EQ(find_decoder_for_handler("NoSuchHandler", true), nullptr);
}

TEST(Decoders, PassTheFormatAndTheTagOn) {
  const Decoder* prompting = find_decoder("prompting");
  const Value tagged = Value::str("Sure: <TOOLCALL>[f(a=1)]</TOOLCALL>");
  EXPECT_EQ(outcome(prompting->decode_ast(tagged, {ReturnFormat::kPython, true})),
            "[{'f': {'a': 1}}]");
  const Value json = Value::str(R"([{"function": "f", "parameters": {"a": 1}}])");
  EXPECT_EQ(outcome(prompting->decode_ast(json, {ReturnFormat::kJson, false})),
            "[{'f': {'a': 1}}]");
  const Decoder* gorilla = find_decoder("gorilla");
  EXPECT_EQ(outcome(gorilla->decode_execute(Value::str("f()"), {ReturnFormat::kPython, true})),
            "!! NotImplementedError: Unsupported language: True");
}

// Nesting without end is refused, not followed.
TEST(Decoders, BoundTheNestingOfResponses) {
  std::string deep = "<start_function_call>call:f";
  for (int i = 0; i < 100'000; ++i) deep += "{a:";
  deep += "<end_function_call>";
  const auto decoded = find_decoder("functiongemma")->decode_ast(Value::str(deep), {});
  ASSERT_FALSE(decoded.ok());
  EXPECT_EQ(decoded.error().kind, "Limit");
  for (const Decoder& decoder : decoders()) {
    for (const std::string_view unit : {"[", "{", "f(", "<tool_call>\n[", "{\"a\":", "-", "not "}) {
      std::string text;
      for (int i = 0; i < 20'000; ++i) text += unit;
      EXPECT_FALSE(outcome(decoder.decode_ast(Value::str(text), {})).empty()) << decoder.name;
    }
  }
}

}  // namespace
}  // namespace bfclx
