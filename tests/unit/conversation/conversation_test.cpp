#include "core/conversation/conversation.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "core/conversation/dialect.h"
#include "core/conversation/plan.h"
#include "core/dataset/models.h"
#include "core/decode/decoder.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::string_view kPrompts = R"({
  "DEFAULT_USER_PROMPT_FOR_ADDITIONAL_FUNCTION_FC": "more now",
  "DEFAULT_USER_PROMPT_FOR_ADDITIONAL_FUNCTION_PROMPTING": "{functions} more now"})";

constexpr std::string_view kMathDocs =
    R"({"name": "add", "description": "Adds.", "parameters": {"type": "dict", "properties": )"
    R"({"a": {"type": "float", "description": "one"}, "b": {"type": "float", "description": "two"}},)"
    R"( "required": ["a", "b"]}})"
    "\n"
    R"({"name": "multiply", "description": "Multiplies.", "parameters": {"type": "dict", "properties": {}}})";

Dataset small_dataset() {
  Dataset dataset;
  EXPECT_TRUE(dataset.add_prompts(kPrompts).ok());
  EXPECT_TRUE(dataset.add_function_docs("MathAPI", kMathDocs).ok());
  const std::string single =
      R"({"id": "simple_python_0", "question": [[{"role": "user", "content": "go"}]], "function": [)"
      R"({"name": "a.b", "description": "Does.", "parameters": {"type": "dict", "properties": {}}}]})";
  const std::string answer = R"({"id": "simple_python_0", "ground_truth": [{"a.b": {"x": [1]}}]})";
  EXPECT_TRUE(dataset.add(*find_category("simple_python"), single, answer).ok());
  const std::string turns =
      R"({"id": "multi_turn_miss_func_0", "question": [[{"role": "user", "content": "one"}], [],)"
      R"( [{"role": "user", "content": "three"}]], "initial_config": {}, "involved_classes":)"
      R"( ["MathAPI"], "missed_function": {"1": ["multiply"]}})";
  const std::string truth =
      R"j({"id": "multi_turn_miss_func_0", "ground_truth": [["add(a=1, b=2)"], [], []]})j";
  EXPECT_TRUE(dataset.add(*find_category("multi_turn_miss_func"), turns, truth).ok());
  return dataset;
}

Settings settings_of(std::string_view dialect, bool official) {
  Settings settings;
  settings.registry_name = "m-FC";
  settings.model_name = "m";
  settings.fc = true;
  settings.dialect = find_dialect(dialect);
  settings.as_official = official;
  settings.latency = 0.125;
  settings.retries = 2;
  return settings;
}

HttpResponse response_of(std::string_view message, int status = 200) {
  std::string body = R"({"choices": [{"finish_reason": "stop", "message": )";
  body.append(message).append(R"(}], "usage": {"prompt_tokens": 7, "completion_tokens": 3}})");
  return {status, {}, body};
}

HttpResponse text_of(std::string_view text) {
  return response_of(R"({"role": "assistant", "content": ")" + std::string(text) + "\"}");
}

HttpResponse call_of(std::string_view name, std::string_view arguments) {
  std::string message =
      R"({"role": "assistant", "content": null, "tool_calls": [{"id": "c1", "type": "function",)"
      R"( "function": {"name": ")";
  message.append(name).append(R"(", "arguments": )");
  append_json_str(message, arguments);
  return response_of(message + "}}]}");
}

Value body_of(const Conversation& talk) { return json_loads(talk.next().request.body).value(); }
const Value& at(const Value& object, std::string_view key) { return *object.as_dict().find(key); }
std::string text_at(const Value& object, std::string_view key) {
  return std::string(at(object, key).as_str());
}

// A server failed while it answered: its 2xx response is none of the model.
TEST(Conversation, AResponseThatStatesAnErrorIsRequestedAgain) {
  const Dataset dataset = small_dataset();
  const std::string message = R"("message": {"role": "assistant", "content": "part"})";
  const std::string usage = R"("usage": {"prompt_tokens": 7, "completion_tokens": 3}})";
  for (const std::string& body : {
           R"({"choices": [{"finish_reason": "error", )" + message + "}], " + usage,
           R"({"choices": [{"error": {"message": "busy", "code": 502}, )" + message + "}], " +
               usage,
           R"({"error": "busy", "choices": [{)" + message + "}], " + usage,
           std::string(R"({"error": {"message": "busy"}})"),
       }) {
    auto talk = Conversation::start(dataset, *dataset.find("simple_python_0"),
                                    settings_of("openai-chat", false));
    ASSERT_TRUE(talk.ok());
    for (int i = 0; i < 2; ++i) {
      talk->answer({200, {}, body}, 1);
      ASSERT_EQ(talk->next().kind, Ask::Kind::kModel) << body;
      EXPECT_FALSE(talk->accepted_last());
    }
    talk->answer({200, {}, body}, 1);
    ASSERT_EQ(talk->next().kind, Ask::Kind::kFinished);
    EXPECT_EQ(talk->ending(), Ending::kTransport);
    EXPECT_NE(talk->last_error().find("states an error"), std::string::npos) << talk->last_error();

    auto official = Conversation::start(dataset, *dataset.find("simple_python_0"),
                                        settings_of("openai-chat", true));
    official->answer({200, {}, body}, 1);
    EXPECT_EQ(official->next().kind, Ask::Kind::kFinished);
    EXPECT_TRUE(official->accepted_last());
  }
}

// What the server would refuse again is the entry's result.
TEST(Conversation, AStatedErrorOfTheRequestIsTheResult) {
  const Dataset dataset = small_dataset();
  auto talk = Conversation::start(dataset, *dataset.find("simple_python_0"),
                                  settings_of("openai-chat", false));
  talk->answer({200, {}, R"({"error": {"message": "prompt is too long", "code": 400}})"}, 1);
  ASSERT_EQ(talk->next().kind, Ask::Kind::kFinished);
  EXPECT_EQ(talk->ending(), Ending::kFailed);
  EXPECT_EQ(talk->result().as_dict().find("result")->as_str(),
            "Error during inference: prompt is too long");
}

TEST(Conversation, ASingleTurnIsOneRequestAndOneLine) {
  const Dataset dataset = small_dataset();
  auto talk = Conversation::start(dataset, *dataset.find("simple_python_0"),
                                  settings_of("openai-chat", true));
  ASSERT_TRUE(talk.ok()) << talk.error().message;
  ASSERT_EQ(talk->next().kind, Ask::Kind::kModel);
  EXPECT_EQ(talk->next().request.path, "/chat/completions");
  const Value body = body_of(*talk);
  const Value tool = at(at(body, "tools").items()[0], "function");
  EXPECT_EQ(text_at(tool, "name"), "a_b");
  EXPECT_EQ(text_at(tool, "description"),
            "Does. Note that the provided function is in Python 3 syntax.");
  EXPECT_FALSE(at(body, "store").as_bool());
  talk->answer(call_of("a_b", "{\"x\": 1}"), 1.5);
  ASSERT_EQ(talk->next().kind, Ask::Kind::kFinished);
  EXPECT_EQ(talk->ending(), Ending::kAnswered);
  EXPECT_EQ(talk->result_line(),
            R"({"id": "simple_python_0", "result": [{"a_b": "{\"x\": 1}"}], )"
            R"("input_token_count": 7, "output_token_count": 3, "latency": 0.125})");
  EXPECT_EQ(talk->notes().at(0).finish_reason, "stop");
  // The dataset itself has no hint.
  EXPECT_EQ(text_at(dataset.find("simple_python_0")->functions().items()[0], "description"),
            "Does.");
}

TEST(Conversation, TurnsStepsAndHeldOutFunctions) {
  const Dataset dataset = small_dataset();
  auto talk = Conversation::start(dataset, *dataset.find("multi_turn_miss_func_0"),
                                  settings_of("openai-chat", true));
  ASSERT_TRUE(talk.ok());
  EXPECT_EQ(at(body_of(*talk), "tools").items().size(), 1U);
  talk->answer(call_of("add", "{\"a\": 1, \"b\": 2}"), 1);
  const Value second = body_of(*talk);
  const List& messages = at(second, "messages").items();
  ASSERT_EQ(messages.size(), 3U);
  EXPECT_EQ(text_at(messages[2], "role"), "tool");
  EXPECT_EQ(text_at(messages[2], "content"), "{\"result\": 3}");
  EXPECT_EQ(text_at(messages[2], "tool_call_id"), "c1");
  talk->answer(text_of("done"), 1);
  const Value third = body_of(*talk);
  EXPECT_EQ(at(third, "tools").items().size(), 2U);
  EXPECT_EQ(text_at(at(third, "messages").items().back(), "content"), "more now");
  talk->answer(text_of(""), 1);
  talk->answer(text_of("end"), 1);
  ASSERT_EQ(talk->next().kind, Ask::Kind::kFinished);
  const Value line = talk->result();
  EXPECT_EQ(json_dumps(at(line, "result")).value(),
            R"([[[{"add": "{\"a\": 1, \"b\": 2}"}], "done"], [""], ["end"]])");
  EXPECT_EQ(json_dumps(at(line, "input_token_count")).value(), "[[7, 7], [7], [7]]");
  const Value& step = at(at(line, "inference_log").items()[0], "step_1");
  EXPECT_EQ(text_at(step.items()[1], "error"), "'str' object has no attribute 'items'");
}

TEST(Conversation, TheTwentyFirstStepEndsTheEntry) {
  const Dataset dataset = small_dataset();
  auto talk = Conversation::start(dataset, *dataset.find("multi_turn_miss_func_0"),
                                  settings_of("openai-chat", true));
  ASSERT_TRUE(talk.ok());
  int sent = 0;
  for (; sent < 100 && talk->next().kind == Ask::Kind::kModel; ++sent) {
    talk->answer(call_of("add", "{\"a\": 1, \"b\": 2}"), 1);
  }
  EXPECT_EQ(sent, 21);
  EXPECT_EQ(talk->ending(), Ending::kForced);
  EXPECT_EQ(at(talk->result(), "result").items().size(), 1U);
}

TEST(Conversation, AnErrorOfTheServerIsTheResult) {
  const Dataset dataset = small_dataset();
  for (const bool official : {true, false}) {
    auto talk = Conversation::start(dataset, *dataset.find("multi_turn_miss_func_0"),
                                    settings_of("openai-chat", official));
    ASSERT_TRUE(talk.ok());
    talk->answer(call_of("add", "{\"a\": 1, \"b\": 2}"), 1);
    talk->answer({400, {}, R"({"error": {"message": "too long"}})"}, 1);
    ASSERT_EQ(talk->next().kind, Ask::Kind::kFinished);
    EXPECT_EQ(talk->ending(), Ending::kFailed);
    EXPECT_EQ(text_at(talk->result(), "result"),
              "Error during inference: Error code: 400 - {'error': {'message': 'too long'}}");
  }
}

TEST(Conversation, ALostConnectionIsNoAnswer) {
  const Dataset dataset = small_dataset();
  auto talk =
      Conversation::start(dataset, *dataset.find("simple_python_0"), settings_of("chat", false));
  ASSERT_TRUE(talk.ok());
  int sent = 0;
  for (; sent < 10 && talk->next().kind == Ask::Kind::kModel; ++sent) {
    talk->fail(TransportFailure::kConnection, 1);
  }
  EXPECT_EQ(sent, 3);
  EXPECT_EQ(talk->ending(), Ending::kTransport);
  EXPECT_EQ(talk->retries(), 2);
}

TEST(Conversation, ATextBesideNoCallsIsTheAnswer) {
  const Dataset dataset = small_dataset();
  const HttpResponse http =
      response_of(R"({"role": "assistant", "content": "hello", "tool_calls": []})");
  for (const bool official : {true, false}) {
    auto talk = Conversation::start(dataset, *dataset.find("simple_python_0"),
                                    settings_of("openai-chat", official));
    ASSERT_TRUE(talk.ok());
    talk->answer(http, 1);
    EXPECT_EQ(json_dumps(at(talk->result(), "result")).value(), official ? "[]" : "\"hello\"");
  }
}

TEST(Conversation, ForeignShapesNeverStopTheRun) {
  const Dataset dataset = small_dataset();
  for (const std::string_view body :
       {"", "null", "[]", "{}", "{\"choices\": null}", "{\"choices\": []}", "{\"choices\": [1]}",
        "{\"choices\": [{}]}", "{\"choices\": [{\"message\": []}]}", "<html>", "\xff\xfe",
        R"({"choices": [{"message": {"tool_calls": [1], "content": 5}}]})",
        R"({"choices": [{"message": {"tool_calls": {"a": 1}}}], "usage": 3})"}) {
    for (const std::string_view dialect : {"chat", "openai-chat", "deepseek", "qwen", "nanbeige",
                                           "fireworks", "writer", "gorilla", "mining"}) {
      Settings settings = settings_of(dialect, false);
      settings.retries = 0;
      auto talk = Conversation::start(dataset, *dataset.find("simple_python_0"), settings);
      ASSERT_TRUE(talk.ok());
      talk->answer({200, {}, std::string(body)}, 1);
      EXPECT_EQ(talk->next().kind, Ask::Kind::kFinished) << dialect << " " << body;
      EXPECT_TRUE(json_loads(talk->result_line()).ok()) << dialect << " " << body;
    }
  }
}

TEST(Conversation, AStreamIsPutTogether) {
  const Dataset dataset = small_dataset();
  auto talk =
      Conversation::start(dataset, *dataset.find("simple_python_0"), settings_of("qwen", true));
  ASSERT_TRUE(talk.ok());
  EXPECT_TRUE(at(body_of(*talk), "enable_thinking").as_bool());
  const std::string events =
      "data: {\"choices\": [{\"delta\": {\"reasoning_content\": \"hm\"}}]}\n\n"
      ": a comment\n\n"
      "data: {\"choices\": [{\"delta\": {\"tool_calls\": [{\"index\": 0, \"id\": \"c\", "
      "\"function\": {\"name\": \"a_b\", \"arguments\": \"{\"}}]}}]}\r\n\r\n"
      "data: {\"choices\": [{\"delta\": {\"tool_calls\": [{\"index\": 0, \"function\": "
      "{\"arguments\": \"}\"}}]}}]}\n\n"
      "data: {\"choices\": [], \"usage\": {\"prompt_tokens\": 1, \"completion_tokens\": 2}}\n\n"
      "data: [DONE]\n\n";
  talk->answer({200, {}, events}, 1);
  EXPECT_EQ(talk->result_line(),
            R"({"id": "simple_python_0", "result": [{"a_b": "{}"}], "input_token_count": 1, )"
            R"("output_token_count": 2, "latency": 0.125, "reasoning_content": "hm"})");
}

// What is not spoken here is known by name, and says why.
TEST(SettingsFor, EveryOfficialClassButThree) {
  std::set<std::string_view> unspoken;
  for (const Decoder& decoder : decoders()) {
    if (find_dialect_for_handler(decoder.handler) == nullptr) unspoken.insert(decoder.handler);
  }
  // OSSHandler is the base of those with a chat format; no model is of it alone.
  EXPECT_EQ(unspoken, (std::set<std::string_view>{"NexusHandler", "OSSHandler"}));
  Model model;
  model.name = "m";
  for (const char* handler : {"NexusHandler", "QwenAgentThinkHandler", "QwenAgentNoThinkHandler"}) {
    model.handler = handler;
    const Result<Settings> settings = settings_for(model);
    ASSERT_FALSE(settings.ok());
    EXPECT_NE(settings.error().message.find("handler " + model.handler + " is unsupported ("),
              std::string::npos)
        << settings.error().message;
  }
  model.handler = "MistralHandler";
  EXPECT_TRUE(settings_for(model).ok());
}

}  // namespace
}  // namespace bfclx
