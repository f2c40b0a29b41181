// Gemini generateContent (gemini.py:GeminiHandler).
#include <algorithm>
#include <string>
#include <utility>

#include "core/conversation/dialects/dialects.h"
#include "core/conversation/dialects/gemini_content.h"
#include "core/conversation/dialects/gemini_schema.h"
#include "core/conversation/dialects/history.h"
#include "core/conversation/dialects/response_access.h"
#include "core/conversation/prompts.h"
#include "core/conversation/tools.h"
#include "core/conversation/values.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

constexpr UsageKeys kUsage = {"usageMetadata", "promptTokenCount", "candidatesTokenCount"};
// What stands for a response without parts, in the history and as prompting's result.
constexpr string_view kNoResponse = "The model did not return any response.";
// Prompting reads a thought and a text.
constexpr std::size_t kMostParts = 2;

Value text_part(const Value& text) {
  return text.is_none() ? Value::dict() : make_dict({{"text", text}});
}

Value content_of(string_view role, Value part) {
  return make_dict({{"parts", Value::list({std::move(part)})}, {"role", Value::str(role)}});
}

bool is_thought(const Value& part) {
  const Value* thought = member(part, "thought");
  return thought != nullptr && truthy(*thought);
}

Value text_of(const Value& part) {
  const Value* text = member(part, "text");
  return text != nullptr ? *text : Value();
}

// Officially the last text counts; ours is all of them.
Value joined(const Value& before, const Value& text) {
  if (!before.is_str() || !text.is_str()) return text.is_str() ? text : before;
  return Value::str(std::string(before.as_str()).append(text.as_str()));
}

// candidates[0].content, read; None where there are no parts.
Result<Value> first_content(const Value& body) {
  const Value* candidates = present(body, "candidates");
  if (candidates == nullptr) return Error{"TypeError", "object of type 'NoneType' has no len()"};
  if (!candidates->is_list()) return Error{"ValidationError", "candidates: no valid list"};
  if (candidates->items().empty()) return Value();
  const Value& first = candidates->items()[0];
  if (!first.is_dict()) return Error{"ValidationError", "candidates.0: no valid dictionary"};
  const Value* content = present(first, "content");
  if (content == nullptr) return Value();
  if (!content->is_dict()) {
    return Error{"ValidationError", "candidates.0.content: no valid dictionary"};
  }
  BFCLX_ASSIGN_OR_RETURN(Value read, gemini_content(*content));
  const Value* parts = member(read, "parts");
  return parts == nullptr || parts->items().empty() ? Value() : read;
}

std::string finish_reason(const Value& body) {
  const Value* candidates = present(body, "candidates");
  if (candidates == nullptr || !candidates->is_list() || candidates->items().empty()) return {};
  return std::string(text_member(candidates->items()[0], "finishReason"));
}

// str(APIError): "429 RESOURCE_EXHAUSTED. {repr of the body}".
std::string error_text(const HttpResponse& http) {
  Value body;
  if (Result<Value> read = read_json_body(http); read.ok()) {
    body = std::move(read).value();
  } else {
    body =
        make_dict({{"message", Value::str("the server's answer is no JSON")}, {"status", Value()}});
  }
  if (body.is_list() && body.items().size() == 1) body = Value(body.items()[0]);
  Value status;
  if (const Value* own = member(body, "status")) {
    status = *own;
  } else if (const Value* error = member(body, "error")) {
    if (const Value* inner = member(*error, "status")) status = *inner;
  }
  return std::to_string(http.status) + " " + str(status) + ". " + str(body);
}

class GeminiDialect final : public Dialect {
 public:
  using Dialect::Dialect;

  Status begin(const Value& entry, const Value& prompts) override {
    BFCLX_ASSIGN_OR_RETURN(const Value question, required_member(entry, "question"));
    if (question.items().empty()) return Error{"IndexError", "list index out of range"};
    for (const Value& turn : question.items()) {
      for (const Value& message : turn.items()) {
        if (text_member(message, "role") != "assistant") continue;
        message.mutable_dict().set("role", Value::str("model"));
      }
    }
    if (!fc()) BFCLX_RETURN_IF_ERROR(add_system_prompt(prompts, entry));
    const std::optional<Value> system = take_system_message(question.items()[0]);
    if (system && truthy(*system)) system_ = *system;
    return {};
  }

  Status compile_tools(const Value& functions) override {
    BFCLX_ASSIGN_OR_RETURN(tools_, convert_to_tool(functions, ToolStyle::kGoogle));
    return {};
  }

  Status add_turn(const Value& messages, bool /*first*/) override {
    for (const Value& message : messages.items()) {
      const Value* content = member(message, "content");
      if (content == nullptr) return key_error("content");
      contents_.mutable_list().push_back(
          content_of(text_member(message, "role"), text_part(*content)));
    }
    return {};
  }

  Result<HttpRequest> request() override {
    Dict body;
    body.set("contents", contents_);
    if (!system_.is_none()) body.set("systemInstruction", content_of("user", text_part(system_)));
    if (fc() && !tools_.items().empty()) {
      BFCLX_ASSIGN_OR_RETURN(Value declarations, gemini_declarations(tools_));
      body.set("tools", Value::list({make_dict({{"functionDeclarations", declarations}})}));
    }
    Value config =
        make_dict({{"temperature", Value::real(settings().temperature)},
                   {"thinkingConfig", make_dict({{"include_thoughts", Value::boolean(true)}})}});
    if (settings().max_tokens) {
      config.mutable_dict().set("maxOutputTokens", Value::integer(*settings().max_tokens));
    }
    body.set("generationConfig", std::move(config));
    HttpRequest request;
    request.path = "/v1beta/models/" + settings().model_name + ":generateContent";
    request.headers.push_back({"Content-Type", "application/json"});
    BFCLX_ASSIGN_OR_RETURN(request.body,
                           write_ascii_body(Value::dict(std::move(body)), settings()));
    return request;
  }

  Value input_log() override {
    const Value message = Value::str(gemini_contents_repr(contents_));
    if (!fc()) return make_dict({{"message", message}, {"system_prompt", system_}});
    return make_dict({{"message", message}, {"tools", tools_}, {"system_prompt", system_}});
  }

  Result<ModelResponse> parse(const HttpResponse& http) override {
    BFCLX_ASSIGN_OR_RETURN(const Value body, read_json_body(http));
    BFCLX_ASSIGN_OR_RETURN(const Value content, first_content(body));
    ModelResponse response;
    BFCLX_RETURN_IF_ERROR(fc() ? read_parts(content, response) : read_text(content, response));
    BFCLX_RETURN_IF_ERROR(read_usage(body, kUsage, settings().as_official, response));
    response.finish_reason = finish_reason(body);
    return response;
  }

  Status add_assistant(const ModelResponse& response) override {
    contents_.mutable_list().push_back(response.message);
    return {};
  }

  Status add_results(const Value& calls, const Value& results,
                     const ModelResponse& response) override {
    if (!fc()) {
      const Value text = Value::str(results_as_user_text(calls, results));
      contents_.mutable_list().push_back(content_of("user", text_part(text)));
      return {};
    }
    Value parts = Value::list();
    const List& names = response.tool_call_ids.items();
    const std::size_t count = std::min(names.size(), results.items().size());
    for (std::size_t i = 0; i < count; ++i) {
      const Value http = make_dict({{"result", results.items()[i]}});
      parts.mutable_list().push_back(
          make_dict({{"functionResponse", make_dict({{"name", names[i]}, {"response", http}})}}));
    }
    contents_.mutable_list().push_back(make_dict({{"parts", parts}, {"role", Value::str("user")}}));
    return {};
  }

  HttpResponse said(const SaidMessage& said) const override {
    Value parts = Value::list();
    if (!said.text.empty()) parts.mutable_list().push_back(text_part(Value::str(said.text)));
    for (const EarlierCall& call : said.calls) {
      const Value name = Value::str(name_on_wire(call.name, ToolStyle::kGoogle));
      parts.mutable_list().push_back(
          make_dict({{"functionCall", make_dict({{"name", name}, {"args", call.arguments}})}}));
    }
    const Value content = make_dict({{"parts", parts}, {"role", Value::str("model")}});
    const Value usage = make_dict(
        {{"promptTokenCount", Value::integer(0)}, {"candidatesTokenCount", Value::integer(0)}});
    return said_as(make_dict({{"candidates", Value::list({make_dict({{"content", content}})})},
                              {"usageMetadata", usage}}));
  }

 private:
  bool fc() const { return settings().calls_functions(); }

  // The calls, or else the texts; `tool_call_ids` are the names.
  static Status read_parts(const Value& content, ModelResponse& response) {
    Value calls = Value::list();
    Value texts = Value::list();
    std::string thoughts;
    bool thought_before = false;
    const Value* parts = member(content, "parts");
    for (const Value& part : parts != nullptr ? parts->items() : List()) {
      const Value* call = member(part, "functionCall");
      const string_view name = call != nullptr ? text_member(*call, "name") : string_view();
      if (call != nullptr && !name.empty()) {
        const Value* arguments = member(*call, "args");
        if (arguments == nullptr) {
          return Error{"AttributeError", "'NoneType' object has no attribute 'items'"};
        }
        calls.mutable_list().push_back(make_dict({{name, Value::dict(arguments->as_dict())}}));
        response.tool_call_ids.mutable_list().push_back(Value::str(name));
      } else if (is_thought(part)) {
        const Value text = text_of(part);
        if (!text.is_str()) return Error{"TypeError", "a thought without text"};
        if (thought_before) thoughts += '\n';
        thought_before = true;
        thoughts += text.as_str();
      } else {
        texts.mutable_list().push_back(text_of(part));
      }
    }
    response.result = calls.items().empty() ? texts : calls;
    response.reasoning = Value::str(thoughts);
    response.message = parts != nullptr ? content : no_response();
    return {};
  }

  Status read_text(const Value& content, ModelResponse& response) const {
    response.result = Value::str(content.is_none() ? kNoResponse : string_view());
    response.reasoning = Value::str("");
    const Value* parts = member(content, "parts");
    if (parts != nullptr && parts->items().size() > kMostParts && settings().as_official) {
      return Error{"AssertionError",
                   "Length of response parts should be less than or equal to 2. " +
                       gemini_parts_repr(*parts)};
    }
    for (const Value& part : parts != nullptr ? parts->items() : List()) {
      if (is_thought(part)) {
        response.reasoning = text_of(part);
      } else {
        response.result =
            settings().as_official ? text_of(part) : joined(response.result, text_of(part));
      }
    }
    response.message = content_of("model", text_part(response.result));
    return {};
  }

  static Value no_response() { return content_of("model", text_part(Value::str(kNoResponse))); }

  Value contents_ = Value::list();
  Value system_;  // a text, or None
  Value tools_ = Value::list();
};

std::unique_ptr<Dialect> make(const Settings& settings) {
  return std::make_unique<GeminiDialect>(settings);
}

constexpr string_view kOverloaded[] = {"RESOURCE_EXHAUSTED", "The model is overloaded"};
constexpr string_view kHandlers[] = {"GeminiHandler"};
constexpr DialectInfo kRows[] = {
    {.name = "gemini",
     .api = "gemini",
     .handlers = kHandlers,
     .make = make,
     .retry = {.inner = {}, .outer = {.messages = kOverloaded}},
     .error_text = error_text,
     .key_header = KeyHeader::kXGoogApiKey,
     .base_url = "https://generativelanguage.googleapis.com",
     .key_variable = "GOOGLE_API_KEY"},
};

}  // namespace

std::span<const DialectInfo> gemini_dialects() { return kRows; }

}  // namespace bfclx
