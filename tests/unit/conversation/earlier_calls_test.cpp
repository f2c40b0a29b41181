// Earlier calls of a question in the requests of every protocol and of every chat format.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/conversation/conversation.h"
#include "core/conversation/dialect.h"
#include "core/conversation/prompt_formats/prompt_format.h"
#include "core/conversation/settings.h"
#include "core/decode/decoder.h"
#include "core/value/json.h"
#include "tests/unit/conversation/dialect_talk.h"

namespace bfclx {
namespace {

constexpr std::string_view kQuestion =
    R"([[{"role": "system", "content": "S"}, {"role": "user", "content": "a"}, )"
    R"({"role": "assistant", "content": "", "tool_calls": [{"id": "call00001", "type": "function", )"
    R"("function": {"name": "a.f", "arguments": "{\"x\": 1, \"y\": [\"é\", null]}"}}]}, )"
    R"({"role": "tool", "tool_call_id": "call00001", "content": "R"}, )"
    R"({"role": "assistant", "content": "b"}, {"role": "user", "content": "c"}]])";

Dataset dataset() {
  Dataset data;
  EXPECT_TRUE(data.add_prompts(to_json(test_prompts())).ok());
  const std::string line = R"({"id": "simple_python_0", "question": )" + std::string(kQuestion) +
                           R"(, "function": [)" + std::string(kTestDoc) + "]}";
  const std::string answer = R"({"id": "simple_python_0", "ground_truth": [{"a.f": {"x": [1]}}]})";
  EXPECT_TRUE(data.add(*find_category("simple_python"), line, answer).ok());
  return data;
}

// The body of the first request; the error where the entry ends without one.
std::string first_request(const Settings& settings, const Dataset& data) {
  auto talk = Conversation::start(data, *data.find("simple_python_0"), settings);
  if (!talk.ok()) return talk.error().message;
  if (talk->next().kind == Ask::Kind::kModel) {
    std::string body;
    append_json(body, from_json(talk->next().request.body));
    return body;
  }
  return talk->next().kind == Ask::Kind::kTemplate ? to_json(talk->next().template_arguments)
                                                   : talk->last_error();
}

std::string request_of(std::string_view dialect, bool fc, std::string_view name = "m") {
  const Dataset data = dataset();
  Settings settings;
  settings.registry_name = settings.model_name = name;
  settings.fc = fc;
  settings.dialect = find_dialect(dialect);
  return first_request(settings, data);
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

constexpr std::string_view kArguments = R"("{\"x\": 1, \"y\": [\"é\", null]}")";

TEST(EarlierCalls, AreSentInEachProtocolsForm) {
  const std::string arguments(kArguments);
  struct Row {
    std::string_view dialect;
    std::string sent;
  };
  const std::vector<Row> rows = {
      {"chat",
       R"({"role": "user", "content": "a"}, {"role": "assistant", "content": null, "tool_calls": [)"
       R"({"id": "call00001", "type": "function", "function": {"name": "a_f", "arguments": )" +
           arguments +
           R"(}}]}, {"role": "tool", "content": "R", "tool_call_id": "call00001"}, )"
           R"({"role": "assistant", "content": "b"}, {"role": "user", "content": "c"}])"},
      {"responses",
       R"({"type": "function_call", "call_id": "call00001", "name": "a_f", "arguments": )" +
           arguments +
           R"(}, {"type": "function_call_output", "call_id": "call00001", "output": "R"}, )"
           R"({"role": "assistant", "content": "b"})"},
      {"anthropic",
       R"({"role": "assistant", "content": [{"type": "tool_use", "id": "call00001", "name": "a_f", )"
       R"("input": {"x": 1, "y": ["é", null]}}]}, {"role": "user", "content": [)"
       R"({"type": "tool_result", "content": "R", "tool_use_id": "call00001"}]})"},
      {"gemini",
       R"({"parts": [{"functionCall": {"args": {"x": 1, "y": ["é", null]}, "name": "a_f"}}], )"
       R"("role": "model"}, {"parts": [{"functionResponse": {"name": "a_f", "response": )"
       R"({"result": "R"}}}], "role": "user"})"},
      {"mistral", R"("function": {"name": "a_f", "arguments": )" + arguments},
      {"cohere",
       R"({"role": "tool", "tool_call_id": "call00001", "content": [{"type": "text", "text": "R"}]})"},
      {"bedrock",
       R"({"role": "assistant", "content": [{"toolUse": {"toolUseId": "call00001", "name": "a_f", )"
       R"("input": {"x": 1, "y": ["é", null]}}}]}, {"role": "user", "content": [{"toolResult": )"
       R"({"toolUseId": "call00001", "content": [{"text": "R"}]}}]})"},
  };
  for (const Row& row : rows) {
    const std::string body = request_of(row.dialect, true);
    EXPECT_TRUE(has(body, row.sent)) << row.dialect << ": " << body;
  }
}

// Every row, also those of single official handlers: calls and result are in the request, or the
// entry says that they cannot be written, and sends nothing.
TEST(EarlierCalls, EveryDialectHasThem) {
  const Dataset data = dataset();
  int count = 0;
  std::string refused;
  for (const DialectInfo* row : dialects()) {
    if (row->api == "completions") continue;
    for (const bool fc : {false, true}) {
      if (row->fc.has_value() && *row->fc != fc) continue;
      Settings settings;
      settings.registry_name = settings.model_name = "m";
      settings.fc = fc;
      settings.dialect = row;
      if (settings.reader() == nullptr) continue;
      const std::string body = first_request(settings, data);
      // Handlers that need the dataset's sentences, or a model of theirs.
      if (has(body, "PROMPT_TEXTS") || has(body, "not yet supported")) continue;
      if (has(body, "cannot be written in the response format of this model")) {
        refused += std::string(row->name) + (fc ? ":fc " : " ");
        continue;
      }
      const bool called = has(body, "a_f") || has(body, "a.f");
      const bool written = has(body, "null") || has(body, "None");
      EXPECT_TRUE(called && written && has(body, "R")) << row->name << fc << ": " << body;
      ++count;
    }
  }
  EXPECT_GT(count, 20);
  EXPECT_EQ(refused, "nvidia:fc gorilla gorilla:fc mining:fc dm-cito:fc ");
}

// Bedrock refuses two messages of the user in a row.
TEST(EarlierCalls, AQuestionBehindAResultJoinsItWhereRolesMustAlternate) {
  Talk talk("bedrock", "nova", true);
  ASSERT_TRUE(talk.start(R"([[{"role": "user", "content": "a"}]])").ok());
  const Result<ModelResponse> response =
      talk->parse(talk->said({"", {{"call00001", "a.f", from_json(R"({"x": 1})"), ""}}}));
  ASSERT_TRUE(response.ok());
  ASSERT_TRUE(talk->add_assistant(*response).ok());
  ASSERT_TRUE(talk->add_results(Value::list({Value::str("f(x=1)")}), Value::list({Value::str("R")}),
                                *response)
                  .ok());
  ASSERT_TRUE(talk->add_turn(from_json(R"([{"role": "user", "content": "c"}])"), false).ok());
  EXPECT_TRUE(talk.sent("messages").ends_with(R"("content": [{"text": "R"}]}}, {"text": "c"}]}])"))
      << talk.sent("messages");
}

// A chat format that cannot write the calls says so, and sends nothing.
TEST(EarlierCalls, ChatFormatsWriteThemAsTheirDecodersReadThem) {
  Dataset data = dataset();
  std::string without;
  int written = 0;
  for (const PromptFormat& format : prompt_formats()) {
    if (format.has_texts) continue;  // the sentences are the dataset's
    Settings settings;
    settings.registry_name = settings.model_name = "m";
    settings.dialect = find_dialect("completions");
    settings.prompt_format = std::string(format.name);
    for (const bool fc : {true, false}) {
      settings.decoder = find_decoder_for_handler(format.handler, fc);
      if (settings.decoder != nullptr) break;
    }
    if (settings.decoder == nullptr) continue;
    const std::string body = first_request(settings, data);
    if (has(body, "cannot be written in the response format of this model (decoder ")) {
      without += std::string(format.name) + " ";
      continue;
    }
    EXPECT_TRUE(has(body, "a.f") && has(body, "R")) << format.name << ": " << body;
    ++written;
  }
  EXPECT_GT(written, 10);
  EXPECT_EQ(without, "");
}

}  // namespace
}  // namespace bfclx
