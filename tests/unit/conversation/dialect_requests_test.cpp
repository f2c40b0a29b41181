// What each hosted protocol is sent: first requests, echoed responses, results of tools.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/unit/conversation/dialect_talk.h"

namespace bfclx {
namespace {

constexpr std::string_view kTurns =
    R"([[{"role": "system", "content": "S"}, {"role": "user", "content": "a"},
         {"role": "user", "content": "b"}, {"role": "assistant", "content": "c"}],
        [{"role": "user", "content": "d"}]])";

// A step: the response is echoed, its calls answered by `result` each.
void step(Talk& talk, std::string_view body, std::string_view result) {
  const Result<ModelResponse> response = talk.response(body);
  ASSERT_TRUE(response.ok()) << response.error().message;
  ASSERT_TRUE(talk->add_assistant(*response).ok());
  List calls(response->tool_call_ids.items().size(), Value::str("f(x=1)"));
  List results(calls.size(), Value::str(result));
  if (!talk.settings().calls_functions()) {
    calls = {Value::str("f(x=1)")};
    results = {Value::str(result)};
  }
  const Status added = talk->add_results(Value::list(calls), Value::list(results), *response);
  ASSERT_TRUE(added.ok()) << added.error().message;
}

constexpr std::string_view kSchema =
    R"({"type": "object", "properties": {"x": {"type": "integer", "description": "X."}}, )"
    R"("required": ["x"]})";

TEST(DialectRequests, Responses) {
  Talk talk("responses", "gpt-5.1", true);
  ASSERT_TRUE(talk.start(kTurns).ok());
  EXPECT_EQ(
      talk.sent(),
      R"({"input": [{"role": "developer", "content": "S"}, {"role": "user", "content": "a"}, )"
      R"({"role": "user", "content": "b"}, {"role": "assistant", "content": "c"}], )"
      R"("model": "gpt-5.1", "store": false, "include": ["reasoning.encrypted_content"], )"
      R"("reasoning": {"summary": "auto"}, "tools": [{"name": "a_f", "description": "F.", )"
      R"("parameters": )" +
          std::string(kSchema) + R"(, "type": "function"}]})");
  step(talk,
       R"({"output": [{"type": "reasoning", "id": "r", "summary": [], "unknown": null},
           {"type": "function_call", "call_id": "c1", "name": "a_f", "arguments": "{}"}],
           "usage": {"input_tokens": 1, "output_tokens": 2}})",
       "R");
  const std::string input = talk.sent("input");
  EXPECT_NE(
      input.find(R"({"type": "reasoning", "id": "r", "summary": [], "unknown": null}, )"
                 R"({"type": "function_call", "call_id": "c1", "name": "a_f", "arguments": "{}"}, )"
                 R"({"type": "function_call_output", "call_id": "c1", "output": "R"}])"),
      std::string::npos)
      << input;
  const std::string log = to_json(talk->input_log());
  EXPECT_NE(log.find("ResponseReasoningItem(id='r', summary=[], type='reasoning', content=None, "
                     "encrypted_content=None, status=None, unknown=None), "
                     "ResponseFunctionToolCall(arguments='{}', call_id='c1', name='a_f', "
                     "type='function_call', id=None, namespace=None, status=None)"),
            std::string::npos)
      << log;
}

TEST(DialectRequests, ResponsesPrompting) {
  Talk talk("responses", "gpt-4.1", false);
  ASSERT_TRUE(talk.start(R"([[{"role": "user", "content": "a"}]])").ok());
  EXPECT_EQ(
      talk.sent(),
      R"({"input": [{"role": "developer", "content": "P"}, {"role": "user", "content": "a"}], )"
      R"("model": "gpt-4.1", "store": false, "temperature": 0.001})");
  step(
      talk,
      R"({"output": [{"type": "message", "content": [{"type": "output_text", "text": "[f(x=1)]"}]}],
           "usage": {}})",
      "R");
  const std::string input = talk.sent("input");
  EXPECT_NE(input.find(R"({"role": "user", "content": "[{'role': 'tool', 'name': 'f(x=1)', )"
                       R"('content': 'R'}]"}])"),
            std::string::npos)
      << input;
}

TEST(DialectRequests, Anthropic) {
  Talk talk("anthropic", "claude-haiku-4-5-20251001-FC", true);
  ASSERT_TRUE(talk.start(kTurns).ok());
  const std::string mark = R"(, "cache_control": {"type": "ephemeral"})";
  EXPECT_EQ(
      talk.sent(),
      R"({"model": "claude-haiku-4-5-20251001", "max_tokens": 64000, "temperature": 0.001, )"
      R"("tools": [{"name": "a_f", "description": "F.", "input_schema": )" +
          std::string(kSchema) + mark +
          R"(}], "messages": [{"role": "user", "content": [{"type": "text", "text": "a\n\nb")" +
          mark +
          R"(}]}, {"role": "assistant", "content": [{"type": "text", "text": "c"}]}], )"
          R"("system": [{"type": "text", "text": "S")" +
          mark + "}]}");
  // The entry's own messages are those of the request.
  EXPECT_EQ(to_json(talk.question().items()[0].items()[0]),
            R"({"role": "user", "content": [{"type": "text", "text": "a\n\nb")" + mark + "}]}");
  const std::string_view call =
      R"({"content": [{"type": "text", "text": "t"},
           {"type": "tool_use", "id": "u", "name": "a_f", "input": {"x": 1}}], "usage": {}})";
  step(talk, call, "R");
  talk.sent();
  step(talk, call, "R");
  // Only the last two messages of the user keep the mark.
  const std::string echo =
      R"({"role": "assistant", "content": [{"type": "text", "text": "t"}, )"
      R"({"type": "tool_use", "id": "u", "name": "a_f", "input": {"x": 1}}]}, )"
      R"({"role": "user", "content": [{"type": "tool_result", "content": "R", "tool_use_id": "u")" +
      mark + "}]}";
  EXPECT_EQ(talk.sent("messages"),
            R"([{"role": "user", "content": [{"type": "text", "text": "a\n\nb"}]}, )"
            R"({"role": "assistant", "content": [{"type": "text", "text": "c"}]}, )" +
                echo + ", " + echo + "]");
}

TEST(DialectRequests, AnthropicModels) {
  Talk unknown("anthropic", "claude-x", true);
  ASSERT_TRUE(unknown.start(kTurns, "simple_python_0").ok());
  EXPECT_EQ(unknown.sent(), "ValueError: Unsupported model: claude-x");
  unknown.settings().as_official = false;
  EXPECT_EQ(unknown.sent("max_tokens"), "64000");
  // Single turns are not cached.
  EXPECT_EQ(unknown.sent("system"), R"([{"type": "text", "text": "S"}])");
}

TEST(DialectRequests, AnthropicPrompting) {
  Talk talk("anthropic", "claude-haiku-4-5-20251001", false);
  ASSERT_TRUE(talk.start(kTurns, "simple_python_0").ok());
  EXPECT_EQ(talk.sent("system"), R"([{"type": "text", "text": "P\n\nS"}])");
  EXPECT_EQ(talk.sent("tools"), "-");
  const std::string_view thinking =
      R"({"content": [{"type": "thinking", "thinking": "h"}, {"type": "text", "text": "t"}],
          "usage": {}})";
  EXPECT_FALSE(talk.response(thinking).ok());
  talk.settings().as_official = false;
  const Result<ModelResponse> mended = talk.response(thinking);
  ASSERT_TRUE(mended.ok());
  EXPECT_EQ(to_json(mended->result), R"("t")");
}

TEST(DialectRequests, Gemini) {
  Talk talk("gemini", "g-1", true);
  ASSERT_TRUE(talk.start(kTurns).ok());
  EXPECT_EQ(talk->request()->path, "/v1beta/models/g-1:generateContent");
  EXPECT_EQ(
      talk.sent(),
      R"({"contents": [{"parts": [{"text": "a"}], "role": "user"}, {"parts": [{"text": "b"}], )"
      R"("role": "user"}, {"parts": [{"text": "c"}], "role": "model"}], "systemInstruction": )"
      R"({"parts": [{"text": "S"}], "role": "user"}, "tools": [{"functionDeclarations": )"
      R"([{"description": "F.", "name": "a_f", "parameters": {"properties": {"x": {"description": )"
      R"("X.", "type": "INTEGER"}}, "required": ["x"], "type": "OBJECT"}}]}], "generationConfig": )"
      R"({"temperature": 0.001, "thinkingConfig": {"include_thoughts": true}}})");
  EXPECT_EQ(to_json(talk.question().items()[0].items()[2]), R"({"role": "model", "content": "c"})");
  step(talk,
       R"({"candidates": [{"content": {"parts": [{"text": "h", "thought": true, "new": 1},
           {"functionCall": {"name": "a_f", "args": {"x": null}}, "thoughtSignature": "+/8"}],
           "role": "model"}}], "usageMetadata": {}})",
       "R");
  const std::string contents = talk.sent("contents");
  EXPECT_NE(
      contents.find(
          R"({"parts": [{"text": "h", "thought": true}, {"functionCall": {"args": {"x": null}, )"
          R"("name": "a_f"}, "thoughtSignature": "-_8="}], "role": "model"}, {"parts": )"
          R"([{"functionResponse": {"name": "a_f", "response": {"result": "R"}}}], "role": "user"}])"),
      std::string::npos)
      << contents;
  EXPECT_EQ(
      to_json(talk->input_log()).substr(0, 82),
      R"({"message": "[Content(\n  parts=[\n    Part(\n      text='a'\n    ),\n  ],\n  role)");
}

TEST(DialectRequests, GeminiSchemas) {
  const auto tools = [](std::string_view schema) {
    Talk talk("gemini", "g", true);
    EXPECT_TRUE(talk.start(R"([[{"role": "user", "content": "a"}]])").ok());
    const Value docs = from_json(
        R"([{"name": "f", "description": "F.", "parameters": {"type": "dict", "properties": )"
        R"({"p": {"type": "dict", "properties": {"q": )" +
        std::string(schema) + "}}}}}]");
    EXPECT_TRUE(talk->compile_tools(docs).ok());
    const std::string text = talk.sent("tools");
    const std::size_t at = text.find(R"("q": )");
    return at == std::string::npos ? text : text.substr(at + 5, text.find("}}", at) - at - 5);
  };
  EXPECT_EQ(tools(R"({"type": "integer", "maximum": 5, "minItems": 2, "default": null})"),
            R"({"maximum": 5.0, "min_items": 2, "type": "INTEGER")");
  EXPECT_EQ(tools(R"({"type": "tuple", "items": {"type": "any", "description": "D"}})"),
            R"({"items": {"description": "D", "type": "STRING"}, "type": "ARRAY")");
  EXPECT_EQ(tools(R"({"type": "string", "optional": true})"),
            "ValidationError: 1 validation error for Tool\n"
            "function_declarations.0.parameters.properties.p.properties.q.optional\n"
            "  Extra inputs are not permitted");
  EXPECT_EQ(tools(R"({"type": "integer", "enum": [1]})"),
            "ValidationError: 1 validation error for Tool\n"
            "function_declarations.0.parameters.properties.p.properties.q.enum.0\n"
            "  Input should be a valid string");
}

TEST(DialectRequests, Mistral) {
  Talk talk("mistral", "m", true);
  ASSERT_TRUE(talk.start(kTurns).ok());
  EXPECT_EQ(talk.sent(),
            R"({"model": "m", "messages": [{"content": "S", "role": "system"}, )"
            R"({"content": "a", "role": "user"}, {"content": "b", "role": "user"}, )"
            R"({"content": "c", "prefix": false, "role": "assistant"}], "temperature": 0.001, )"
            R"("stream": false, "tools": [{"function": {"name": "a_f", "parameters": )" +
                std::string(kSchema) + R"(, "description": "F."}, "type": "function"}]})");
  step(talk,
       R"({"choices": [{"message": {"role": "assistant", "content": "", "new": 1, "tool_calls":
           [{"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}}],
           "usage": {}})",
       "R");
  step(talk, R"({"choices": [{"message": {"content": "t", "tool_calls": null}}], "usage": {}})",
       "");
  const std::string messages = talk.sent("messages");
  EXPECT_NE(messages.find(
                R"({"content": "", "tool_calls": [{"function": {"name": "f", "arguments": "{}"}, )"
                R"("id": "1", "type": "function", "index": 0}], "prefix": false, )"
                R"("role": "assistant"}, {"content": "R", "tool_call_id": "1", "name": "f", )"
                R"("role": "tool"}, {"content": "t", "tool_calls": null, "prefix": false, )"
                R"("role": "assistant"}])"),
            std::string::npos)
      << messages;
  // The log is the list itself and so shows what came later.
  const std::string log = to_json(talk->input_log());
  EXPECT_NE(log.find(R"("content='t' tool_calls=None prefix=False role='assistant'")"),
            std::string::npos)
      << log;
}

TEST(DialectRequests, Cohere) {
  Talk talk("cohere", "c-FC", true);
  ASSERT_TRUE(talk.start(kTurns).ok());
  EXPECT_EQ(
      talk.sent(),
      R"({"model": "c", "messages": [{"role": "system", "content": "S"}, )"
      R"({"role": "user", "content": "a"}, {"role": "user", "content": "b"}, )"
      R"({"role": "assistant", "content": "c"}], "tools": [{"type": "function", "function": )"
      R"({"name": "a_f", "description": "F.", "parameters": )" +
          std::string(kSchema) +
          R"(}}], "citation_options": {"mode": "OFF"}, "temperature": 0.001, "stream": false})");
  const std::pair<std::string_view, std::string_view> results[] = {
      {R"({"id": 1, "b": "é"})", R"({\"b\": \"\\u00e9\", \"ID\": 1})"},
      {R"({"a": true})", R"({\"a\": true})"},
      {"None", "None"},
      {"['x']", "['x']"},
  };
  for (const auto& [result, expected] : results) {
    step(talk,
         R"({"message": {"tool_calls": [{"id": "1", "type": "function", "function": {"name": "f",
             "arguments": "{}"}}]}})",
         result);
    const std::string messages = talk.sent("messages");
    const std::string last =
        R"({"role": "tool", "tool_call_id": "1", "content": [{"type": "text", )"
        R"("text": ")" +
        std::string(expected) + R"("}]}])";
    EXPECT_NE(messages.find(last), std::string::npos) << messages;
  }
  // A turn must end with the user.
  ASSERT_TRUE(talk->add_turn(Value::list(), false).ok());
  const std::string messages = talk.sent("messages");
  EXPECT_NE(messages.find(R"({"role": "user", "content": ""}])"), std::string::npos) << messages;
  const Status odd = talk->add_turn(from_json(R"([{"role": "tool", "content": ""}])"), false);
  ASSERT_FALSE(odd.ok());
  EXPECT_EQ(odd.error().message, "Role tool is undefined!");
}

TEST(DialectRequests, CohereTokensAreFloats) {
  Talk talk("cohere", "c", true);
  ASSERT_TRUE(talk.start(kTurns).ok());
  const Result<ModelResponse> response = talk.response(
      R"({"message": {}, "usage": {"billed_units": {"input_tokens": 101, "output_tokens": 0}}})");
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(to_json(response->input_tokens), "101.0");
  EXPECT_EQ(to_json(response->output_tokens), "0");
}

TEST(DialectRequests, Bedrock) {
  Talk talk("bedrock", "us.amazon.nova-2-lite-v1:0", true);
  ASSERT_TRUE(talk.start(kTurns).ok());
  EXPECT_EQ(talk->request()->path, "/model/us.amazon.nova-2-lite-v1%3A0/converse");
  EXPECT_EQ(talk.sent(),
            R"({"messages": [{"role": "user", "content": [{"text": "a\n\nb"}]}, )"
            R"({"role": "assistant", "content": [{"text": "c"}]}], "system": [{"text": "S"}], )"
            R"("inferenceConfig": {"temperature": 0.001}, "toolConfig": {"tools": [{"toolSpec": )"
            R"({"name": "a_f", "description": "F.", "inputSchema": {"json": )" +
                std::string(kSchema) +
                R"(}}}]}, "additionalModelRequestFields": {"reasoningConfig": {"type": "enabled", )"
                R"("maxReasoningEffort": "medium"}}})");
  step(talk,
       R"({"output": {"message": {"role": "assistant", "content": [{"toolUse": {"toolUseId": "1",
           "name": "a_f", "input": {"x": 1}, "new": 1}}]}},
           "usage": {"inputTokens": 1, "outputTokens": 2}})",
       "R");
  const std::string messages = talk.sent("messages");
  EXPECT_NE(messages.find(R"({"role": "assistant", "content": [{"toolUse": {"toolUseId": "1", )"
                          R"("name": "a_f", "input": {"x": 1}}}]}, {"role": "user", "content": )"
                          R"([{"toolResult": {"toolUseId": "1", "content": [{"text": "R"}]}}]}])"),
            std::string::npos)
      << messages;
}

TEST(DialectRequests, AnthropicOnVertex) {
  Talk talk("anthropic-vertex", "claude-opus-4-5-20251101-FC", true);
  ASSERT_TRUE(talk.start(kTurns).ok());
  const Result<HttpRequest> request = talk->request();
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->path, "/publishers/anthropic/models/claude-opus-4-5@20251101:rawPredict");
  EXPECT_EQ(find_header(request->headers, "anthropic-version"), "");
  EXPECT_EQ(talk.sent("anthropic_version"), "\"vertex-2023-10-16\"");
  EXPECT_EQ(talk.sent().find("\"model\""), std::string::npos);
  Talk plain("anthropic", "claude-opus-4-5-20251101-FC", true);
  ASSERT_TRUE(plain.start(kTurns).ok());
  ASSERT_TRUE(plain->request().ok());
  for (const char* member : {"messages", "tools", "max_tokens", "temperature", "system"}) {
    EXPECT_EQ(talk.sent(member), plain.sent(member)) << member;
  }
  for (const auto& [name, path] :
       {std::pair("claude-sonnet-4@20250514", "claude-sonnet-4@20250514"),
        std::pair("claude-opus-4-6", "claude-opus-4-6"), std::pair("12345678", "12345678")}) {
    Talk other("anthropic-vertex", name, false);
    other.settings().max_tokens = 7;
    ASSERT_TRUE(other.start(kTurns).ok());
    EXPECT_EQ(other->request()->path,
              "/publishers/anthropic/models/" + std::string(path) + ":rawPredict");
  }
}

TEST(DialectRequests, ErrorTexts) {
  const struct {
    std::string_view dialect;
    int status;
    std::string_view header;
    std::string_view body;
    std::string_view expected;
  } cases[] = {
      {"responses", 400, "", R"({"error": {"code": null}})",
       "Error code: 400 - {'error': {'code': None}}"},
      {"anthropic", 502, "", "<html>", "<html>"},
      {"gemini", 429, "", R"({"error": {"status": "RESOURCE_EXHAUSTED"}})",
       "429 RESOURCE_EXHAUSTED. {'error': {'status': 'RESOURCE_EXHAUSTED'}}"},
      {"gemini", 503, "", R"([{"error": {"message": "m"}}])",
       "503 None. {'error': {'message': 'm'}}"},
      {"mistral", 429, "", R"({"message": "m"})",
       "API error occurred: Status 429\n{\"message\": \"m\"}"},
      {"cohere", 400, "", R"({"message": "m"})", "status_code: 400, body: {'message': 'm'}"},
      {"bedrock", 429, "ThrottlingException:http://x/", R"({"message": "slow"})",
       "An error occurred (ThrottlingException) when calling the Converse operation (reached max "
       "retries: 2): slow"},
      {"bedrock", 400, "a.b#ValidationException", R"({"Message": "bad"})",
       "An error occurred (ValidationException) when calling the Converse operation: bad"},
      {"bedrock", 404, "", "", "An error occurred (404) when calling the Converse operation: "},
  };
  for (const auto& each : cases) {
    HttpResponse http;
    http.status = each.status;
    http.headers.push_back({"x-amzn-errortype", std::string(each.header)});
    http.body = each.body;
    EXPECT_EQ(find_dialect(each.dialect)->error_text(http), each.expected) << each.dialect;
  }
}

TEST(DialectRequests, EveryProtocolHasADefaultDecoder) {
  for (const DialectInfo* row : dialects()) {
    for (const bool fc : {false, true}) {
      Settings settings;
      settings.registry_name = settings.model_name = "my-model";
      settings.dialect = row;
      settings.fc = fc;
      EXPECT_NE(settings.reader(), nullptr) << row->name << (fc ? " with tools" : " by prompt");
    }
  }
  Settings claude;
  claude.dialect = find_dialect("anthropic");
  claude.fc = true;
  EXPECT_EQ(claude.reader()->name, "claude_fc");
  claude.fc = false;
  EXPECT_EQ(claude.reader()->name, "claude_prompting");
}

TEST(DialectRequests, ExtraBodyReachesEveryHandler) {
  for (const DialectInfo* row : dialects()) {
    for (const bool fc : {false, true}) {
      if (row->api == "completions") continue;  // needs a chat format
      // The one name that the handler of ling takes.
      Talk talk(row->name, "Ling/ling-lite-v1.5", fc);
      talk.settings().max_tokens = 7;
      talk.settings().extra_body = from_json(R"({"own_member": 90000, "temperature": 0.5})");
      const Status started = talk.start(R"([[{"role": "user", "content": "a"}]])");
      // Two handlers have texts of their own in the dataset, which are not among the tests'.
      if (!started.ok() && started.error().message == "'PROMPT_TEXTS'") continue;
      ASSERT_TRUE(started.ok()) << row->name << ": " << started.error().message;
      EXPECT_EQ(talk.sent("own_member"), "90000") << row->name;
      EXPECT_EQ(talk.sent("temperature"), "0.5") << row->name;
    }
  }
}

}  // namespace
}  // namespace bfclx
