// What makes the prompt formats differ, and the dialect that carries them.
#include "core/conversation/prompt_formats/prompt_format.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>

#include "core/conversation/dialect.h"
#include "core/value/repr.h"
#include "tests/unit/conversation/prompt_chat.h"

namespace bfclx {
namespace {

std::string parsed(std::string_view format, std::string_view text) {
  std::size_t ids = 0;
  const Result<ModelResponse> response = find_prompt_format(format)->parse(text, ids);
  if (!response.ok()) return std::string(response.error().kind) + ": " + response.error().message;
  std::string out = repr(response->result);
  if (response->reasoning.has_value()) out += " | " + repr(*response->reasoning);
  return out;
}

TEST(PromptFormats, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (const PromptFormat& format : prompt_formats()) {
    EXPECT_TRUE(names.insert(format.name).second) << format.name;
    EXPECT_EQ(find_prompt_format(format.name), &format);
  }
  EXPECT_EQ(find_prompt_format("nothing"), nullptr);
}

TEST(PromptFormats, TheModelsNameChoosesAmongRowsOfOneClass) {
  EXPECT_EQ(find_prompt_format_for("LlamaHandler", "x/Llama-4-Scout")->name, "llama_4");
  EXPECT_EQ(find_prompt_format_for("LlamaHandler", "x/Llama-3.3-70B")->name, "llama_3");
  EXPECT_EQ(find_prompt_format_for("PhiHandler", "x/Phi-4-mini-instruct")->name, "phi_4_mini");
  EXPECT_EQ(find_prompt_format_for("PhiHandler", "x/phi-4")->name, "phi_4");
  EXPECT_EQ(find_prompt_format_for("ClaudeHandler", "x"), nullptr);
}

TEST(PromptFormats, QwenShowsReasoningBehindTheLastQuestionAlone) {
  Chat chat("qwen");
  chat.say("user", "q").response("<think>\nwhy\n</think>\n\nf(x=1)");
  EXPECT_EQ(repr(chat.last().result), "'f(x=1)'");
  EXPECT_EQ(repr(*chat.last().reasoning), "'why'");
  EXPECT_NE(chat.prompt().find("<think>\nwhy\n</think>\n\nf(x=1)"), std::string::npos);
  chat.say("user", "<tool_response>r</tool_response>");
  EXPECT_NE(chat.prompt().find("<think>\nwhy"), std::string::npos);
  chat.say("user", "next");
  EXPECT_EQ(chat.prompt().find("<think>"), std::string::npos);
}

TEST(PromptFormats, CallsInTheHistoryArePrintedFromWhatWasParsed) {
  constexpr std::string_view kCall =
      "<tool_call>\n{\"name\":\"f\",\"arguments\":{\"x\":\"é\"}}\n</tool_call>";
  std::string response("lost ");
  response.append(kCall).append("\n").append(kCall).append("\n<tool_call>\nbroken\n</tool_call>");
  Chat chat("qwen_fc");
  chat.say("user", "q").response(response).say("user", "on");
  const std::string printed =
      "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"x\": \"\\u00e9\"}}\n</tool_call>";
  // No line end before a call that equals the first.
  EXPECT_NE(chat.prompt().find("assistant\n" + printed + printed + "<|im_end|>"),
            std::string::npos);
  Chat pelican("pelican_vl_fc");
  pelican.say("user", "q").response(response).say("user", "on");
  EXPECT_NE(pelican.prompt().find("{\"x\": \"é\"}"), std::string::npos);
}

TEST(PromptFormats, ABlockThatIsNoCallFailsAtTheNextPrompt) {
  Chat chat("qwen_fc");
  chat.say("user", "q").response("<tool_call>\n[1]\n</tool_call>").say("user", "on");
  EXPECT_EQ(chat.prompt(), "TypeError: list indices must be integers or slices, not str");
  Chat number("granite_4");
  number.say("user", "q").response("<tool_call>\n1\n</tool_call>").say("user", "on");
  EXPECT_EQ(number.prompt(), "TypeError: argument of type 'int' is not iterable");
  Chat arch("arch");
  arch.say("user", "q").response("<tool_call>\n{'name': 'f', 'arguments': {}}\n</tool_call>");
  EXPECT_EQ(arch.prompt(), "AttributeError: 'str' object has no attribute 'get'");
}

TEST(PromptFormats, ResponsesBecomeCallsWhereTheHandlerMakesThem) {
  EXPECT_EQ(parsed("arch", "plain"), "'plain'");
  EXPECT_EQ(parsed("arch", "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>"),
            "[{'f': {}}]");
  EXPECT_EQ(parsed("arch", "<tool_call>\n{\"name\": \"f\"}\n</tool_call>"),
            "KeyError: 'arguments'");
  EXPECT_EQ(parsed("arch", "<tool_call>\n{\"name\": x}\n</tool_call>"),
            "NameError: name 'x' is not defined");
  // Letters of the word are stripped, in any order.
  EXPECT_EQ(parsed("granite_3", "NASA<tool_call>{\"name\": \"f\", \"arguments\": 1}</tool_call>"),
            "[{'f': 1}]");
  EXPECT_EQ(parsed("granite_3", "<|tool_call|>[{\"name\": \"f\"}]"),
            "'<|tool_call|>[{\"name\": \"f\"}]'");
  EXPECT_EQ(parsed("phi_4_mini_fc", "<|tool_call|>{\"name\": \"f\", \"arguments\": 1}\n"),
            "[{'f': 1}]");
  EXPECT_EQ(parsed("phi_4_mini_fc", "<|tool_call|>[\"q\"]<|/tool_call|>"),
            "NameError: name 'q' is not defined");
  EXPECT_EQ(parsed("deepseek_reasoning", "a</think>b</think>c"), "'c' | 'c'");
  EXPECT_EQ(parsed("deepseek_reasoning", "abc"), "'abc' | ''");
}

TEST(PromptFormats, MistralNumbersItsCallsAndTrustsJson) {
  EXPECT_EQ(parsed("mistral_fc", "[{\"name\": \"f\", \"arguments\": {}}]"), "[{'f': {}}]");
  EXPECT_EQ(parsed("mistral_fc", "no json"), "'no json'");
  EXPECT_EQ(parsed("mistral_fc", "{\"name\": \"f\"}"),
            "TypeError: 'str' object does not support item assignment");
  EXPECT_EQ(parsed("mistral_fc", "[[]]"),
            "TypeError: list indices must be integers or slices, not str");
  EXPECT_EQ(parsed("mistral_fc", "null"), "TypeError: 'NoneType' object is not iterable");
  EXPECT_EQ(parsed("mistral_fc", "[{}]"), "KeyError: 'name'");
  Chat chat("mistral_fc");
  chat.say("user", "q").response("[{\"name\": \"f\", \"arguments\": {}}]").results("[]", "[\"r\"]");
  EXPECT_NE(chat.prompt().find("[TOOL_RESULTS]{\"content\": \"r\", \"call_id\": \"call00001\"}"),
            std::string::npos);
}

TEST(PromptFormats, MistralShowsToolsWithEveryMessageThatEqualsTheLast) {
  Chat chat("mistral_fc");
  chat.say("user", "same").response("x").say("user", "same");
  const std::string prompt = chat.prompt();
  const std::size_t first = prompt.find("[AVAILABLE_TOOLS]");
  EXPECT_NE(prompt.find("[AVAILABLE_TOOLS]", first + 1), std::string::npos);
}

TEST(PromptFormats, HammerChangesTheDocsAtEveryStep) {
  const Value functions = json(R"([{"name": "f", "description": "d", "parameters": {"properties":
      {"a": {"type": "dict", "properties": {"b": {"description": "B"}}, "required": ["b"]},
       "c": {"description": "C", "default": 3}}, "required": ["a"]}}])");
  Chat chat("hammer", functions);
  chat.say("user", "q");
  EXPECT_NE(chat.prompt().find("{\"a\": {\"b\": {\"description\": \"B\", \"required\": true}, "
                               "\"required\": true}, \"c\": {\"description\": "
                               "\"Cdefault is '3'\", \"default\": 3}}"),
            std::string::npos);
  EXPECT_NE(chat.prompt().find("\"Cdefault is '3'default is '3'\""), std::string::npos);
  Chat wrong("hammer", json(R"([{"name": "f", "description": "d", "parameters": {"properties": {},
      "required": ["a"]}}])"));
  EXPECT_EQ(wrong.say("user", "q").prompt(), "KeyError: 'a'");
}

TEST(PromptFormats, FunctionGemmaLeavesOutWhatItsSchemaDoesNotKnow) {
  const Value functions = json(R"([{"name": "f", "description": "d", "parameters": {"type": "dict",
      "properties": {"z": {"type": "string", "enum": ["q", 1]}, "type": {"type": "string"},
      "a": {"type": "dict", "properties": {"n": {"type": "string"}}},
      "l": {"type": "array", "items": {"type": "float", "required": ["r"]}}}}}])");
  Chat chat("functiongemma", functions);
  EXPECT_EQ(chat.say("user", "q").prompt(),
            "<start_of_turn>developer\nSYS\n<start_function_declaration>declaration:f{description:"
            "<escape>d<escape>,properties:{a:{description:<escape><escape>,type:<escape>DICT"
            "<escape>},l:{description:<escape><escape>,items:{required:[<escape>r<escape>],type:"
            "<escape>FLOAT<escape>},type:<escape>ARRAY<escape>},z:{description:<escape><escape>,"
            "enum:[<escape>q<escape>,1],type:<escape>STRING<escape>}},type:<escape>DICT<escape>}"
            "<end_function_declaration><end_of_turn>\n<start_of_turn>user\nq<end_of_turn>\n"
            "<start_of_turn>model\n");
}

TEST(PromptFormats, PhiWithToolsTakesOneSystemMessage) {
  Chat chat("phi_4_mini_fc");
  EXPECT_EQ(chat.say("user", "q").prompt().substr(0, 17), "<|system|>SYS<|to");
  EXPECT_EQ(chat.say("system", "a").say("system", "b").prompt(), "AssertionError: ");
}

TEST(PromptFormats, DeepSeekGetsResultsAsOneMessage) {
  Chat chat("deepseek_reasoning");
  chat.say("user", "q").response("t</think>[f()]").results(R"x(["f()", "g()"])x", R"(["1", "2"])");
  EXPECT_EQ(chat.prompt(),
            "<｜begin▁of▁sentence｜><｜User｜>q<｜Assistant｜>[f()]<｜end▁of▁sentence｜><｜User｜>"
            "[{'role': 'tool', 'name': 'f()', 'content': '1'}, {'role': 'tool', 'name': 'g()', "
            "'content': '2'}]<｜Assistant｜><think>\n");
}

TEST(PromptFormats, TheServersTemplateGetsWhatTheTokenizerWould) {
  const PromptInput input{json(R"([{"role": "user", "content": "q"}])"), one_function(),
                          Value::none()};
  const Value with = template_arguments(*find_prompt_format("falcon_fc"), input);
  EXPECT_EQ(repr(with).substr(0, 70),
            "{'add_generation_prompt': True, 'tokenize': False, 'tools': [{'name': ");
  const Value without = template_arguments(*find_prompt_format("tokenizer_template"), input);
  EXPECT_EQ(member(without, "tools"), nullptr);
}

TEST(PromptFormats, ADatasetWithoutTheSentencesIsToldWhatToDo) {
  const PromptFormat& format = *find_prompt_format("qwen_fc");
  const Result<Value> missing = prompt_texts_of(Value::dict(), format);
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find("tools/get-dataset"), std::string::npos);
  EXPECT_TRUE(prompt_texts_of(Value::none(), *find_prompt_format("qwen")).ok());
  const Value prompts = json(R"({"PROMPT_TEXTS": {"QwenFCHandler": {"tools_before": "b"}}})");
  const Result<Value> texts = prompt_texts_of(prompts, format);
  ASSERT_TRUE(texts.ok());
  const PromptInput input{Value::list(), Value::list(), *texts};
  EXPECT_EQ(*input.text("tools_before"), "b");
  EXPECT_EQ(input.text("tools_after").error().kind, "DatasetError");
}

// --- the dialect that carries a format ---

std::unique_ptr<Dialect> completions(const Settings& settings) {
  const DialectInfo* row = find_dialect("completions");
  EXPECT_NE(row, nullptr);
  return row->make(settings);
}

Value body_of(Dialect& dialect) {
  const Result<HttpRequest> request = dialect.request();
  EXPECT_TRUE(request.ok());
  EXPECT_EQ(request->path, "/completions");
  return json(request->body);
}

std::unique_ptr<Dialect> asked(const Settings& settings) {
  std::unique_ptr<Dialect> dialect = completions(settings);
  Dict prompts;
  prompts.set("PROMPT_TEXTS", json(R"({"GLMHandler": {"tools_before": "b", "tool_after": "a"}})"));
  const Value entry = json(R"({"id": "e_0", "question": [[{"role": "user", "content": "q"}]],
                              "function": []})");
  EXPECT_TRUE(dialect->begin(entry, Value::dict(prompts)).ok());
  EXPECT_TRUE(dialect->add_turn(entry.as_dict().find("question")->items()[0], true).ok());
  return dialect;
}

TEST(Completions, MaxTokensIsWhatTheContextLeaves) {
  Settings settings;
  settings.prompt_format = "glm";
  settings.model_name = "m";
  settings.context_length = 100;
  const std::map<std::int64_t, std::int64_t> left = {{10, 88}, {98, 0}, {99, 1000}};
  for (const auto& [prompt, wanted] : left) {
    const std::unique_ptr<Dialect> dialect = asked(settings);
    EXPECT_EQ(dialect->prompt_to_count(), "<|user|>\nq<|assistant|>");
    dialect->set_prompt_tokens(prompt);
    EXPECT_EQ(repr(body_of(*dialect)),
              "{'model': 'm', 'prompt': '<|user|>\\nq<|assistant|>', 'max_tokens': " +
                  std::to_string(wanted) +
                  ", 'temperature': 0.001, 'stop_token_ids': [151329, 151336, 151338]}");
  }
  settings.max_tokens = 7;
  const std::unique_ptr<Dialect> dialect = asked(settings);
  EXPECT_EQ(dialect->prompt_to_count(), std::nullopt);
  EXPECT_EQ(repr(*member(body_of(*dialect), "max_tokens")), "7");
}

TEST(Completions, ForeignAnswersAreErrors) {
  Settings settings;
  settings.prompt_format = "glm";
  const std::unique_ptr<Dialect> dialect = asked(settings);
  const std::map<std::string, std::string> kinds = {{"{\"choices\": []}", "IndexError"},
                                                    {"{}", "TypeError"},
                                                    {"[]", "TypeError"},
                                                    {"{\"choices\": [{}]}", "TypeError"},
                                                    {"<html>", "JSONDecodeError"}};
  for (const auto& [body, kind] : kinds) {
    HttpResponse http;
    http.status = 200;
    http.body = body;
    const Result<ModelResponse> response = dialect->parse(http);
    ASSERT_FALSE(response.ok()) << body;
    EXPECT_EQ(response.error().kind, kind) << body;
  }
}

TEST(Completions, ATemplateOfTheTokenizerComesFromOutside) {
  Settings settings;
  settings.prompt_format = "falcon_fc";
  const std::unique_ptr<Dialect> dialect = asked(settings);
  const std::optional<Value> arguments = dialect->template_to_apply();
  ASSERT_TRUE(arguments.has_value());
  EXPECT_EQ(dialect->request().error().kind, "SettingsError");
  const std::unique_ptr<Dialect> again = asked(settings);
  again->set_prompt("made elsewhere");
  EXPECT_EQ(repr(*member(body_of(*again), "prompt")), "'made elsewhere'");
}

TEST(Completions, AFormatHasToBeNamed) {
  Settings settings;
  settings.prompt_format = "unheard";
  EXPECT_EQ(completions(settings)->begin(Value::dict(), Value::none()).error().kind,
            "SettingsError");
}

}  // namespace
}  // namespace bfclx
