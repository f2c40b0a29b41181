// Cohere chat, version 2 (cohere.py:CohereHandler). It always calls functions.
#include <algorithm>
#include <string>
#include <utility>

#include "core/base/utf8.h"
#include "core/conversation/dialects/dialects.h"
#include "core/conversation/dialects/history.h"
#include "core/conversation/dialects/response_access.h"
#include "core/conversation/prompts.h"
#include "core/conversation/tools.h"
#include "core/conversation/values.h"
#include "core/python/python.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

// name.replace("-FC", "")
std::string without_fc(std::string name) {
  constexpr string_view kSuffix = "-FC";
  for (std::size_t at = name.find(kSuffix); at != std::string::npos; at = name.find(kSuffix, at)) {
    name.erase(at, kSuffix.size());
  }
  return name;
}

// load_cohere_tool: name, description and parameters, all of which must be there.
Result<Value> tool_on_wire(const Value& tool) {
  BFCLX_ASSIGN_OR_RETURN(const Value function, required_member(tool, "function"));
  Dict out;
  for (const string_view name : {"name", "description", "parameters"}) {
    BFCLX_ASSIGN_OR_RETURN(Value value, required_member(function, name));
    out.set(name, std::move(value));
  }
  return make_dict({{"type", Value::str("function")}, {"function", Value::dict(std::move(out))}});
}

// A token count, which the SDK holds as a float; 0 where there is none.
Value token_count(const Value* units, string_view name) {
  const Value* count = units != nullptr ? present(*units, name) : nullptr;
  if (count == nullptr) return Value::integer(0);
  if (count->is_float()) return truthy(*count) ? *count : Value::integer(0);
  if (!count->is_small_int() || count->as_int64() == 0) return Value::integer(0);
  return Value::real(static_cast<double>(count->as_int64()));
}

// One item of a response's content: what goes back, and which of the two kinds it is.
struct ContentItem {
  Value sent;
  std::string text;
  bool thought = false;
};
Result<ContentItem> read_item(const Value& item) {
  ContentItem read;
  read.thought = present(item, "thinking") != nullptr;
  const string_view name = read.thought ? "thinking" : "text";
  BFCLX_ASSIGN_OR_RETURN(const Value text, text_attribute(item, name, "a content item"));
  read.text = text.as_str();
  read.sent = make_dict({{"type", Value::str(name)}, {name, text}});
  return read;
}

// What the model is told of a call: a dict's "id" is renamed, whatever is no Python literal stays.
Value result_text(const Value& result) {
  const Result<Value> literal = python::literal_eval(result.as_str());
  if (!literal.ok() || !literal->is_dict()) return result;
  Dict dict = literal->as_dict();
  if (const Value* id = dict.find("id")) {
    const Value value = *id;
    dict.set("ID", value);
    dict.erase("id");
  }
  const Result<std::string> text = json_dumps(Value::dict(std::move(dict)));
  return text.ok() ? Value::str(*text) : result;
}

// str(ApiError); the official text has the headers of the response before it.
std::string error_text(const HttpResponse& http) {
  const Result<Value> body = read_json_body(http);
  const bool valid = !find_invalid_utf8(http.body).has_value();
  const std::string shown = body.ok() ? str(*body) : valid ? http.body : "(no valid UTF-8)";
  return "status_code: " + std::to_string(http.status) + ", body: " + shown;
}

class CohereDialect final : public Dialect {
 public:
  using Dialect::Dialect;

  Status begin(const Value& entry, const Value& /*prompts*/) override {
    BFCLX_ASSIGN_OR_RETURN(const Value question, required_member(entry, "question"));
    if (question.items().empty()) return {};
    const std::optional<Value> system = take_system_message(question.items()[0]);
    if (system && truthy(*system)) system_ = *system;
    return {};
  }

  Status compile_tools(const Value& functions) override {
    BFCLX_ASSIGN_OR_RETURN(tools_, convert_to_tool(functions, ToolStyle::kCohere));
    return {};
  }

  Status add_turn(const Value& messages, bool first) override {
    for (const Value& message : messages.items()) {
      const string_view role = text_member(message, "role");
      if (role != "user" && role != "assistant") {
        if (first) {
          return Error{"AssertionError", "message role must be in ['user', 'assistant']"};
        }
        return Error{"Exception", "Role " + std::string(role) + " is undefined!"};
      }
      BFCLX_ASSIGN_OR_RETURN(const Value content, required_member(message, "content"));
      append(message_of(role, content));
    }
    if (first) return {};
    if (turns_.items().empty()) return Error{"IndexError", "list index out of range"};
    if (text_member(turns_.items().back(), "role") != "user") {
      append(message_of("user", Value::str("")));
    }
    return {};
  }

  Result<HttpRequest> request() override {
    Value messages = Value::list();
    if (!system_.is_none()) messages.mutable_list().push_back(message_of("system", system_));
    for (const Value& turn : turns_.items()) messages.mutable_list().push_back(turn);
    Value tools = Value::list();
    for (const Value& tool : tools_.items()) {
      BFCLX_ASSIGN_OR_RETURN(Value sent, tool_on_wire(tool));
      tools.mutable_list().push_back(std::move(sent));
    }
    Dict body;
    body.set("model", Value::str(without_fc(settings().model_name)));
    body.set("messages", messages);
    body.set("tools", tools);
    body.set("citation_options", make_dict({{"mode", Value::str("OFF")}}));
    body.set("temperature", Value::real(settings().temperature));
    body.set("stream", Value::boolean(false));
    if (settings().max_tokens) body.set("max_tokens", Value::integer(*settings().max_tokens));
    HttpRequest request;
    request.path = "/v2/chat";
    request.headers.push_back({"Content-Type", "application/json"});
    BFCLX_ASSIGN_OR_RETURN(request.body, write_body(Value::dict(std::move(body)), settings()));
    return request;
  }

  // The official handler logs nothing.
  Value input_log() override { return Value::str(""); }

  Result<ModelResponse> parse(const HttpResponse& http) override {
    BFCLX_ASSIGN_OR_RETURN(const Value body, read_json_body(http));
    BFCLX_ASSIGN_OR_RETURN(const Value message, attribute(body, "message"));
    BFCLX_ASSIGN_OR_RETURN(const Value calls, attribute(message, "tool_calls"));
    ModelResponse response;
    response.message = message_dict();
    response.result = Value::list();
    if (truthy(calls)) BFCLX_RETURN_IF_ERROR(read_calls(message, response));
    for (const string_view name : {"tool_plan", "citations"}) {
      const Value* value = member(message, name);
      if (value != nullptr && truthy(*value)) response.message.mutable_dict().set(name, *value);
    }
    BFCLX_RETURN_IF_ERROR(read_content(message, response));
    const Value* usage = present(body, "usage");
    const Value* units = usage != nullptr ? present(*usage, "billed_units") : nullptr;
    response.input_tokens = token_count(units, "input_tokens");
    response.output_tokens = token_count(units, "output_tokens");
    if (usage != nullptr) response.usage = *usage;
    response.finish_reason = text_member(body, "finish_reason");
    return response;
  }

  Status add_assistant(const ModelResponse& response) override {
    append(response.message);
    return {};
  }

  Status add_results(const Value& /*calls*/, const Value& results,
                     const ModelResponse& response) override {
    const List& ids = response.tool_call_ids.items();
    if (ids.size() != results.items().size()) {
      return Error{"AssertionError", "as many results as tool calls are expected"};
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (!ids[i].is_str()) {
        return Error{"ValidationError",
                     "1 validation error for ToolChatMessageV2\ntool_call_id\n"
                     "  Input should be a valid string"};
      }
      const Value text = result_text(results.items()[i]);
      const Value item = make_dict({{"type", Value::str("text")}, {"text", text}});
      append(make_dict({{"role", Value::str("tool")},
                        {"tool_call_id", ids[i]},
                        {"content", Value::list({item})}}));
    }
    return {};
  }

  HttpResponse said(const SaidMessage& said) const override {
    Value message = message_dict();
    if (!said.text.empty()) {
      const Value item = make_dict({{"type", Value::str("text")}, {"text", Value::str(said.text)}});
      message.mutable_dict().set("content", Value::list({item}));
    }
    message.mutable_dict().set("tool_calls", said_tool_calls(said, ToolStyle::kCohere));
    return said_as(make_dict({{"message", message}}));
  }

 private:
  static Value message_dict() { return make_dict({{"role", Value::str("assistant")}}); }
  void append(Value message) { turns_.mutable_list().push_back(std::move(message)); }

  // Arguments are read in the query, officially: what is no JSON ends the entry.
  static Status read_calls(const Value& message, ModelResponse& response) {
    BFCLX_ASSIGN_OR_RETURN(const Value calls, list_attribute(message, "tool_calls"));
    for (const Value& call : calls.items()) {
      BFCLX_ASSIGN_OR_RETURN(const Value name, attribute_path(call, {"function", "name"}));
      BFCLX_ASSIGN_OR_RETURN(const Value text, attribute_path(call, {"function", "arguments"}));
      if (!text.is_str()) {
        return Error{"TypeError", "the JSON object must be str, bytes or bytearray, not " +
                                      std::string(type_name(text))};
      }
      Result<Value> arguments = json_loads(text.as_str());
      // Not of kind JSONDecodeError, which would be the body's.
      if (!arguments.ok()) return Error{"ValueError", arguments.error().message};
      response.result.mutable_list().push_back(
          make_dict({{"tool_name", name}, {"parameters", *arguments}}));
      BFCLX_ASSIGN_OR_RETURN(Value id, attribute(call, "id"));
      response.tool_call_ids.mutable_list().push_back(std::move(id));
    }
    response.message.mutable_dict().set("tool_calls", calls);
    return {};
  }

  static Status read_content(const Value& message, ModelResponse& response) {
    const Value* content = member(message, "content");
    Value sent = Value::list();
    std::string texts;
    std::string thoughts;
    bool text_before = false;
    if (content != nullptr && truthy(*content)) {
      BFCLX_ASSIGN_OR_RETURN(const Value items, list_attribute(message, "content"));
      for (const Value& item : items.items()) {
        BFCLX_ASSIGN_OR_RETURN(ContentItem read, read_item(item));
        sent.mutable_list().push_back(read.sent);
        if (!read.thought && text_before) texts += '\n';
        text_before = text_before || !read.thought;
        (read.thought ? thoughts : texts) += read.text;
      }
    }
    const bool any = !sent.items().empty();
    if (any) response.message.mutable_dict().set("content", sent);
    if (!response.result.items().empty()) {
      thoughts.clear();  // officially told beside a text alone
    } else {
      response.result = any ? Value::str(texts) : Value();
    }
    response.reasoning = thoughts.empty() ? Value() : Value::str(thoughts);
    return {};
  }

  Value turns_ = Value::list();
  Value system_;  // a text, or None
  Value tools_ = Value::list();
};

std::unique_ptr<Dialect> make(const Settings& settings) {
  return std::make_unique<CohereDialect>(settings);
}

constexpr string_view kHandlers[] = {"CohereHandler"};
constexpr DialectInfo kRows[] = {
    {.name = "cohere",
     .api = "cohere",
     .handlers = kHandlers,
     .make = make,
     .retry = {.inner = {}, .outer = {.on_anything = true, .max_calls = 5}},
     .error_text = error_text,
     .key_header = KeyHeader::kBearer,
     .base_url = "https://api.cohere.com",
     .key_variable = "COHERE_API_KEY",
     .fc = true},
};

}  // namespace

std::span<const DialectInfo> cohere_dialects() { return kRows; }

}  // namespace bfclx
