// OpenAI Responses (openai_response.py:OpenAIResponsesHandler).
#include <algorithm>
#include <string>
#include <utility>

#include "core/conversation/dialects/dialects.h"
#include "core/conversation/dialects/history.h"
#include "core/conversation/dialects/response_access.h"
#include "core/conversation/prompts.h"
#include "core/conversation/tools.h"
#include "core/conversation/values.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

// Models that reason: no temperature, but a summary of what they thought.
constexpr string_view kReasoningModels[] = {"o3", "o4-mini", "gpt-5"};

constexpr string_view kCallFields[] = {"arguments", "call_id",   "name",  "type",
                                       "id",        "namespace", "status"};
constexpr string_view kReasoningFields[] = {"id",      "summary",           "type",
                                            "content", "encrypted_content", "status"};
constexpr string_view kMessageFields[] = {"id", "content", "role", "status", "type", "phase"};
constexpr string_view kTextFields[] = {"annotations", "text", "type", "logprobs"};
constexpr string_view kRefusalFields[] = {"refusal", "type"};
constexpr string_view kSummaryFields[] = {"text", "type"};
constexpr SdkClass kClasses[] = {
    {"message", "ResponseOutputMessage", kMessageFields},
    {"function_call", "ResponseFunctionToolCall", kCallFields},
    {"reasoning", "ResponseReasoningItem", kReasoningFields},
    {"output_text", "ResponseOutputText", kTextFields},
    {"refusal", "ResponseOutputRefusal", kRefusalFields},
    {"summary_text", "Summary", kSummaryFields},
};
constexpr UsageKeys kUsage = {"usage", "input_tokens", "output_tokens"};

bool reasons(const Settings& settings) {
  return std::any_of(
      std::begin(kReasoningModels), std::end(kReasoningModels),
      [&](string_view name) { return settings.model_name.find(name) != std::string::npos; });
}

// item.type == name; AttributeError for an item that is no object.
Result<bool> has_type(const Value& item, string_view name) {
  BFCLX_ASSIGN_OR_RETURN(const Value type, attribute(item, "type"));
  return type.is_str() && type.as_str() == name;
}

// output_text of the SDK: the texts of all messages in one.
Result<std::string> output_text(const Value& output) {
  std::string text;
  for (const Value& item : output.items()) {
    BFCLX_ASSIGN_OR_RETURN(const bool said, has_type(item, "message"));
    if (!said) continue;
    BFCLX_ASSIGN_OR_RETURN(const Value content, list_attribute(item, "content"));
    for (const Value& part : content.items()) {
      BFCLX_ASSIGN_OR_RETURN(const bool is_text, has_type(part, "output_text"));
      if (!is_text) continue;
      BFCLX_ASSIGN_OR_RETURN(const Value piece, text_attribute(part, "text", "an output text"));
      text += piece.as_str();
    }
  }
  return text;
}

Result<std::string> reasoning_summary(const Value& output) {
  std::string text;
  for (const Value& item : output.items()) {
    BFCLX_ASSIGN_OR_RETURN(const bool thought, has_type(item, "reasoning"));
    if (!thought) continue;
    BFCLX_ASSIGN_OR_RETURN(const Value summaries, list_attribute(item, "summary"));
    for (const Value& summary : summaries.items()) {
      BFCLX_ASSIGN_OR_RETURN(const Value piece, text_attribute(summary, "text", "a summary"));
      text.append(piece.as_str()).append("\n");
    }
  }
  return text;
}

Status read_calls(const Value& output, ModelResponse& response) {
  Value calls = Value::list();
  for (const Value& item : output.items()) {
    BFCLX_ASSIGN_OR_RETURN(const bool is_call, has_type(item, "function_call"));
    if (!is_call) continue;
    BFCLX_ASSIGN_OR_RETURN(const Value name, attribute(item, "name"));
    BFCLX_RETURN_IF_ERROR(check_key(name));
    BFCLX_ASSIGN_OR_RETURN(const Value arguments, attribute(item, "arguments"));
    Value call = Value::dict();
    call.mutable_dict().set(name, arguments);
    calls.mutable_list().push_back(std::move(call));
    BFCLX_ASSIGN_OR_RETURN(Value id, attribute(item, "call_id"));
    response.tool_call_ids.mutable_list().push_back(std::move(id));
  }
  response.result = std::move(calls);
  return {};
}

std::string finish_reason(const Value& body) {
  const Value* details = present(body, "incomplete_details");
  const string_view reason = details != nullptr ? text_member(*details, "reason") : string_view();
  return std::string(reason.empty() ? text_member(body, "status") : reason);
}

class ResponsesDialect final : public Dialect {
 public:
  using Dialect::Dialect;

  Status begin(const Value& entry, const Value& prompts) override {
    if (!fc()) BFCLX_RETURN_IF_ERROR(add_system_prompt(prompts, entry));
    BFCLX_ASSIGN_OR_RETURN(const Value question, required_member(entry, "question"));
    for (const Value& turn : question.items()) {
      for (const Value& message : turn.items()) {
        if (text_member(message, "role") != "system") continue;
        message.mutable_dict().set("role", Value::str("developer"));
      }
    }
    return {};
  }

  Status compile_tools(const Value& functions) override {
    BFCLX_ASSIGN_OR_RETURN(tools_, convert_to_tool(functions, ToolStyle::kOpenAiResponses));
    return {};
  }

  Status add_turn(const Value& messages, bool /*first*/) override {
    history_.add_each(messages);
    return {};
  }

  Result<HttpRequest> request() override {
    Dict body;
    body.set("input", history_.sent());
    body.set("model", Value::str(settings().model_name));
    body.set("store", Value::boolean(false));
    if (reasons(settings())) {
      body.set("include", Value::list({Value::str("reasoning.encrypted_content")}));
      body.set("reasoning", make_dict({{"summary", Value::str("auto")}}));
    } else {
      body.set("temperature", Value::real(settings().temperature));
    }
    if (fc() && !tools_.items().empty()) body.set("tools", tools_);
    if (settings().max_tokens) {
      body.set("max_output_tokens", Value::integer(*settings().max_tokens));
    }
    return json_request("/responses", write_body(Value::dict(std::move(body)), settings()));
  }

  Value input_log() override {
    return input_log_of(Value::str(repr(history_.shown())), tools_, fc());
  }

  Result<ModelResponse> parse(const HttpResponse& http) override {
    BFCLX_ASSIGN_OR_RETURN(const Value body, read_json_body(http));
    BFCLX_ASSIGN_OR_RETURN(const Value output, list_attribute(body, "output"));
    ModelResponse response;
    response.result = Value::list();
    if (fc()) BFCLX_RETURN_IF_ERROR(read_calls(output, response));
    if (response.result.items().empty()) {
      BFCLX_ASSIGN_OR_RETURN(const std::string text, output_text(output));
      response.result = Value::str(text);
    }
    BFCLX_ASSIGN_OR_RETURN(const std::string thought, reasoning_summary(output));
    response.reasoning = Value::str(thought);
    response.message = output;
    BFCLX_RETURN_IF_ERROR(read_usage(body, kUsage, settings().as_official, response));
    response.finish_reason = finish_reason(body);
    if (const Value* error = present(body, "error")) response.error = read_stated_error(*error);
    return response;
  }

  Status add_assistant(const ModelResponse& response) override {
    for (const Value& item : response.message.items())
      history_.add(item, shown_object(item, kClasses));
    return {};
  }

  Status add_results(const Value& calls, const Value& results,
                     const ModelResponse& response) override {
    if (!fc()) {
      history_.add(results_message(calls, results));
      return {};
    }
    for_each_result(response, results, [&](std::size_t, const Value& id, const Value& result) {
      history_.add(make_dict(
          {{"type", Value::str("function_call_output")}, {"call_id", id}, {"output", result}}));
    });
    return {};
  }

  HttpResponse said(const SaidMessage& said) const override {
    Value output = Value::list();
    if (!said.text.empty()) {
      const Value part = make_dict({{"type", Value::str("output_text")},
                                    {"text", Value::str(said.text)},
                                    {"annotations", Value::list()}});
      output.mutable_list().push_back(make_dict({{"type", Value::str("message")},
                                                 {"role", Value::str("assistant")},
                                                 {"content", Value::list({part})}}));
    }
    for (const EarlierCall& call : said.calls) {
      output.mutable_list().push_back(
          make_dict({{"type", Value::str("function_call")},
                     {"call_id", Value::str(call.id)},
                     {"name", Value::str(name_on_wire(call.name, ToolStyle::kOpenAiResponses))},
                     {"arguments", said_arguments(call)}}));
    }
    const Value usage =
        make_dict({{"input_tokens", Value::integer(0)}, {"output_tokens", Value::integer(0)}});
    return said_as(make_dict({{"output", output}, {"usage", usage}}));
  }

 private:
  bool fc() const { return settings().calls_functions(); }

  History history_;
  Value tools_ = Value::list();
};

std::unique_ptr<Dialect> make(const Settings& settings) {
  return std::make_unique<ResponsesDialect>(settings);
}

constexpr string_view kHandlers[] = {"OpenAIResponsesHandler"};
constexpr DialectInfo kRows[] = {
    {.name = "responses",
     .api = "responses",
     .handlers = kHandlers,
     .make = make,
     .retry = {.inner = {.count = 2}, .outer = {.on_429 = true}},
     .error_text = openai_error_text,
     .key_header = KeyHeader::kBearer,
     .base_url = "https://api.openai.com/v1",
     .key_variable = "OPENAI_API_KEY"},
};

}  // namespace

std::span<const DialectInfo> responses_dialects() { return kRows; }

}  // namespace bfclx
