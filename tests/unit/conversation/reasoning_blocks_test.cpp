#include "core/conversation/reasoning_blocks.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "core/conversation/conversation.h"
#include "core/conversation/dialect.h"
#include "core/conversation/values.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::string_view kCall = "[f(x=1)]";

void expect_separated(const std::string& text, std::string_view reasoning,
                      std::string_view response) {
  const auto separated = separate_reasoning(text);
  ASSERT_TRUE(separated.has_value()) << text;
  EXPECT_EQ(separated->reasoning, reasoning) << text;
  EXPECT_EQ(separated->response, response) << text;
}

TEST(ReasoningBlocks, EveryUsualDelimiter) {
  const std::string call(kCall);
  for (const std::string& text : {
           "<think>\nwhy\n</think>\n\n" + call,
           "\n <thinking>why</thinking>" + call,
           "<thought>why</thought>\n" + call,
           "<reasoning>why</reasoning> " + call,
           "[THINK]why[/THINK]" + call,
           "<seed:think>why</seed:think>" + call,
           "\u25c1think\u25b7why\u25c1/think\u25b7" + call,
           "<|begin_of_thought|>\n\nwhy\n\n<|end_of_thought|>\n\n<|begin_of_solution|>\n\n" + call +
               "<|end_of_solution|>",
           "<|START_THINKING|>why<|END_THINKING|><|START_RESPONSE|>" + call + "<|END_RESPONSE|>",
           "<|channel|>analysis<|message|>why<|end|><|start|>assistant<|channel|>final<|message|>" +
               call + "<|return|>",
           "Here is my thought process: why\n\nHere is my response: " + call,
           "Here's my thought process: why\n\nHere's my response: " + call,
       }) {
    expect_separated(text, "why", kCall);
  }
}

TEST(ReasoningBlocks, WithoutTheOpeningDelimiter) {
  expect_separated("First, I read it.\n</think>\n\n[f(x=1)]", "First, I read it.", kCall);
  expect_separated("I read it.</think>\n[f(x=1)]", "I read it.", kCall);
  expect_separated("</think>\n\n[f(x=1)]", "", kCall);
  expect_separated("I read it.</think>", "I read it.", "");
}

TEST(ReasoningBlocks, ATextThatOnlyMentionsThemIsNone) {
  for (const char* text : {"[f(x=\"</think>\")]", "[f(x=\"a\n</think>\n\")]", "f(x='</think> b')",
                           "{\"a\": \"</think>\"}", "`</think>`\n", "The tag </think> ends it.",
                           "[f(x='<think>a</think>')]", "", "  ", "[f(x=1)] <think>late</think>",
                           "<thinking>never closed [f(x=1)]", "Here is my thought process: open",
                           "<thin", "[THINKER]"}) {
    EXPECT_FALSE(separate_reasoning(text).has_value()) << text;
  }
}

TEST(ReasoningBlocks, TruncatedReasoningIsNoResponse) {
  expect_separated("<think>\nand then [f(x=1)]", "and then [f(x=1)]", "");
  expect_separated("[THINK]", "", "");
  expect_separated("<|channel|>analysis<|message|>so", "so", "");
}

TEST(ReasoningBlocks, SeveralBlocksAndEmptyOnes) {
  expect_separated("<think>a</think>\n<think>\n</think><thought>b</thought>[f(x=1)]", "a\nb",
                   kCall);
  expect_separated("<think>\n\n</think>\n\n[f(x=1)]", "", kCall);
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "<think></think>";
  expect_separated(many + "x", "", "x");
}

TEST(ReasoningBlocks, BehindWhatTheServerSeparated) {
  ModelResponse response;
  response.result = Value::str("<think>b</think>[f(x=1)]");
  response.message = message_of("assistant", response.result);
  response.reasoning = Value::str("a");
  ASSERT_TRUE(separate_reasoning(response, true));
  EXPECT_EQ(response.reasoning->as_str(), "a\nb");
  EXPECT_EQ(response.result.as_str(), kCall);
  EXPECT_EQ(text_member(response.message, "content"), kCall);
}

// The message as JSON, after the response of a server that leaves reasoning in front of it.
std::string history_of(std::string_view dialect, std::string_view body) {
  Settings settings;
  settings.registry_name = "m";
  settings.model_name = "m";
  settings.dialect = find_dialect(dialect);
  settings.fc = settings.dialect->fc.value_or(false);
  settings.separates_reasoning = true;
  const std::unique_ptr<Dialect> made = settings.dialect->make(settings);
  Result<ModelResponse> response = made->parse({200, {}, std::string(body)});
  if (!response.ok()) return response.error().message;
  if (!separate_reasoning(*response, true)) return "no reasoning";
  EXPECT_EQ(response->reasoning->as_str(), "hm") << dialect;
  const Value& result = response->result;
  const Value& text = result.is_list() ? result.items()[0] : result;
  EXPECT_EQ(text.as_str(), kCall) << dialect;
  return json_dumps(response->message).value();
}

TEST(ReasoningBlocks, OutOfTheHistoryOfEveryProtocol) {
  EXPECT_EQ(history_of("chat", R"({"choices": [{"message": {"role": "assistant", "content": )"
                               R"("<think>hm</think>[f(x=1)]"}}]})"),
            R"({"role": "assistant", "content": "[f(x=1)]"})");
  EXPECT_EQ(history_of("anthropic", R"({"content": [{"type": "text", "text": )"
                                    R"("<think>hm</think>[f(x=1)]"}]})"),
            R"("[f(x=1)]")");
  EXPECT_EQ(history_of("gemini", R"({"candidates": [{"content": {"role": "model", "parts": )"
                                 R"([{"text": "<think>hm</think>[f(x=1)]"}]}}]})"),
            R"({"parts": [{"text": "[f(x=1)]"}], "role": "model"})");
  EXPECT_EQ(
      history_of("responses",
                 R"({"output": [{"type": "reasoning", "id": "r", "summary": []}, {"type": )"
                 R"("message", "role": "assistant", "content": [{"type": "output_text", "text": )"
                 R"("<think>hm</think>[f(x=1)]"}]}]})"),
      R"([{"type": "reasoning", "id": "r", "summary": []}, {"type": "message", "role": )"
      R"("assistant", "content": [{"type": "output_text", "text": "[f(x=1)]"}]}])");
  EXPECT_EQ(history_of("bedrock", R"({"output": {"message": {"role": "assistant", "content": )"
                                  R"([{"text": "<think>hm</think>[f(x=1)]"}]}}})"),
            R"({"role": "assistant", "content": [{"text": "[f(x=1)]"}]})");
  EXPECT_EQ(history_of("cohere", R"({"message": {"role": "assistant", "tool_calls": null, )"
                                 R"("content": [{"type": "text", "text": )"
                                 R"("<think>hm</think>[f(x=1)]"}]}})"),
            R"({"role": "assistant", "content": [{"type": "text", "text": "[f(x=1)]"}]})");
  EXPECT_EQ(history_of("mistral", R"({"choices": [{"message": {"role": "assistant", "content": )"
                                  R"("<think>hm</think>[f(x=1)]"}}]})")
                .find("think"),
            std::string::npos);
}

TEST(ReasoningBlocks, ThoughtsOfTheServerStayInTheHistory) {
  ModelResponse response;
  response.result = Value::list({Value::str("<think>hm</think>[f(x=1)]")});
  response.message = json_loads(R"({"role": "model", "parts": [{"text": "<think>a</think>b", )"
                                R"("thought": true}, {"text": "<think>hm</think>[f(x=1)]"}]})")
                         .value();
  ASSERT_TRUE(separate_reasoning(response, true));
  EXPECT_EQ(response.result.items()[0].as_str(), kCall);
  EXPECT_EQ(json_dumps(response.message).value(),
            R"({"role": "model", "parts": [{"text": "<think>a</think>b", "thought": true}, )"
            R"({"text": "[f(x=1)]"}]})");
}

TEST(ReasoningBlocks, NoMessageOfBlocksBecomesEmpty) {
  const Value text = Value::str("<think>and so");
  ModelResponse response;
  response.result = text;
  response.message = text;
  ASSERT_TRUE(separate_reasoning(response, true));
  EXPECT_EQ(response.result.as_str(), "");
  EXPECT_EQ(response.message.as_str(), "<think>and so");
  response.result = text;
  response.message = message_of("assistant", text);
  ASSERT_TRUE(separate_reasoning(response, true));
  EXPECT_EQ(text_member(response.message, "content"), "");
}

class ReasoningTalk : public testing::Test {
 protected:
  void SetUp() override {
    const std::string_view docs =
        R"({"name": "add", "description": "Adds.", "parameters": {"type": "dict", "properties": )"
        R"({"a": {"type": "float", "description": "one"}, "b": {"type": "float", "description": "two"}},)"
        R"( "required": ["a", "b"]}})";
    const std::string_view turns =
        R"({"id": "multi_turn_base_0", "question": [[{"role": "user", "content": "one"}],)"
        R"( [{"role": "user", "content": "two"}]], "initial_config": {}, "involved_classes":)"
        R"( ["MathAPI"]})";
    const std::string_view truth =
        R"j({"id": "multi_turn_base_0", "ground_truth": [["add(a=1, b=2)"], []]})j";
    ASSERT_TRUE(dataset_.add_function_docs("MathAPI", docs).ok());
    ASSERT_TRUE(dataset_.add(*find_category("multi_turn_base"), turns, truth).ok());
    settings_.registry_name = "m";
    settings_.model_name = "m";
    settings_.dialect = find_dialect("chat");
    settings_.separates_reasoning = true;
  }

  static HttpResponse response_of(const Value& message) {
    const Value choice = make_dict({{"finish_reason", Value::str("stop")}, {"message", message}});
    return {200, {}, json_dumps(make_dict({{"choices", Value::list({choice})}})).value()};
  }
  static HttpResponse text(std::string_view content) {
    return response_of(message_of("assistant", Value::str(content)));
  }
  Conversation start() {
    settings_.fc = fc_;
    return Conversation::start(dataset_, *dataset_.find("multi_turn_base_0"), settings_).value();
  }
  static std::string last_said(const Conversation& talk) {
    const Value body = json_loads(talk.next().request.body).value();
    std::string said;
    for (const Value& message : member(body, "messages")->items()) {
      if (text_member(message, "role") == "assistant") said = text_member(message, "content");
    }
    return said;
  }

  Dataset dataset_;
  Settings settings_;
  bool fc_ = true;
};

TEST_F(ReasoningTalk, NativeCallsKeepTheMessageForTheServersTemplate) {
  Conversation talk = start();
  const Value call =
      make_dict({{"id", Value::str("c")},
                 {"type", Value::str("function")},
                 {"function", make_dict({{"name", Value::str("add")},
                                         {"arguments", Value::str(R"({"a": 1, "b": 2})")}})}});
  Value message = message_of("assistant", Value::str("<think>sum</think>I add."));
  message.mutable_dict().set("tool_calls", Value::list({call}));
  talk.answer(response_of(message), 1);
  EXPECT_EQ(last_said(talk), "<think>sum</think>I add.");
  talk.answer(text("<think>told</think>3"), 1);
  talk.answer(text("plain"), 1);
  ASSERT_EQ(talk.next().kind, Ask::Kind::kFinished);
  EXPECT_EQ(json_dumps(*member(talk.result(), "result")).value(),
            R"([[[{"add": "{\"a\": 1, \"b\": 2}"}], "3"], ["plain"]])");
  EXPECT_EQ(json_dumps(*member(talk.result(), "reasoning_content")).value(),
            R"([["sum", "told"], [""]])");
  ASSERT_EQ(talk.notes().size(), 3U);
  EXPECT_TRUE(talk.notes()[1].reasoning_separated);
  EXPECT_FALSE(talk.notes()[2].reasoning_separated);
}

TEST_F(ReasoningTalk, OnlyWhereTheSettingSaysSo) {
  settings_.separates_reasoning = false;
  Conversation talk = start();
  talk.answer(text("<think>told</think>3"), 1);
  talk.answer(text("<think>told</think>3"), 1);
  ASSERT_EQ(talk.next().kind, Ask::Kind::kFinished);
  EXPECT_EQ(json_dumps(*member(talk.result(), "result")).value(),
            R"([["<think>told</think>3"], ["<think>told</think>3"]])");
  EXPECT_EQ(member(talk.result(), "reasoning_content"), nullptr);
}

}  // namespace
}  // namespace bfclx
