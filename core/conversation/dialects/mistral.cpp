// Mistral (mistral.py:MistralHandler). Its SDK reads messages and tools into typed objects and
// writes those: keys in its own order, each call with an index, and nothing that it does not know.
#include <algorithm>
#include <string>
#include <utility>

#include "core/conversation/dialects/dialects.h"
#include "core/conversation/dialects/history.h"
#include "core/conversation/dialects/response_access.h"
#include "core/conversation/prompts.h"
#include "core/conversation/tools.h"
#include "core/conversation/values.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

constexpr UsageKeys kUsage = {"usage", "prompt_tokens", "completion_tokens"};

// The members of the SDK's types, in their order.
constexpr string_view kAssistantMembers[] = {"content", "tool_calls", "prefix", "role"};
constexpr string_view kToolMembers[] = {"content", "tool_call_id", "name", "role"};
constexpr string_view kPlainMembers[] = {"content", "role"};
constexpr string_view kFunctionMembers[] = {"name", "parameters", "description", "strict"};

void copy_members(const Value& from, std::span<const string_view> names, Dict& to) {
  for (const string_view name : names) {
    if (const Value* value = member(from, name)) to.set(name, *value);
  }
}

// {"function": {...}, "type": "function"}
Value tool_on_wire(const Value& tool) {
  Dict function;
  copy_members(*member(tool, "function"), kFunctionMembers, function);
  return make_dict(
      {{"function", Value::dict(std::move(function))}, {"type", Value::str("function")}});
}

// What is None in a call does not go back.
Value call_on_wire(const Value& call) {
  Dict out;
  for (const Dict::Entry& entry : call.as_dict()) {
    if (!entry.value.is_none()) out.set(entry.key, entry.value);
  }
  return Value::dict(std::move(out));
}

Value message_on_wire(const Value& message) {
  const string_view role = text_member(message, "role");
  Dict out;
  if (role == "assistant") {
    Dict source = message.as_dict();
    if (!source.contains("prefix")) source.set("prefix", Value::boolean(false));
    if (const Value* calls = source.find("tool_calls"); calls != nullptr && calls->is_list()) {
      Value sent = Value::list();
      for (const Value& call : calls->items()) sent.mutable_list().push_back(call_on_wire(call));
      source.set("tool_calls", std::move(sent));
    }
    copy_members(Value::dict(std::move(source)), kAssistantMembers, out);
  } else if (role == "tool") {
    copy_members(message, kToolMembers, out);
  } else {
    copy_members(message, kPlainMembers, out);
  }
  return Value::dict(std::move(out));
}

// A call of a response as the SDK holds it.
Result<Value> read_call(const Value& call) {
  BFCLX_ASSIGN_OR_RETURN(const Value function, attribute(call, "function"));
  BFCLX_ASSIGN_OR_RETURN(const Value name, text_attribute(function, "name", "a tool call"));
  BFCLX_ASSIGN_OR_RETURN(const Value arguments, attribute(function, "arguments"));
  if (!arguments.is_str() && !arguments.is_dict()) {
    return Error{"ValidationError", "arguments of a tool call: neither a text nor an object"};
  }
  const Value* id = member(call, "id");
  const Value* index = member(call, "index");
  const Value* type = member(call, "type");
  Dict out;
  out.set("function", make_dict({{"name", name}, {"arguments", arguments}}));
  out.set("id", id != nullptr ? *id : Value::str("null"));
  out.set("type", type != nullptr ? *type : Value());
  out.set("index", index != nullptr ? *index : Value::integer(0));
  return Value::dict(std::move(out));
}

// choices[0].message as the SDK's AssistantMessage.
Result<Value> read_message(const Value& message) {
  if (!message.is_dict()) return Error{"ValidationError", "message of the response: not an object"};
  Dict out;
  if (const Value* content = member(message, "content")) {
    if (!content->is_none() && !content->is_str() && !content->is_list()) {
      return Error{"ValidationError", "content of the response: neither a text nor a list"};
    }
    out.set("content", *content);
  }
  if (const Value* calls = member(message, "tool_calls")) {
    if (!calls->is_none() && !calls->is_list()) {
      return Error{"ValidationError", "tool_calls of the response: not a list"};
    }
    Value read = calls->is_none() ? Value() : Value::list();
    for (const Value& call : calls->is_list() ? calls->items() : List()) {
      BFCLX_ASSIGN_OR_RETURN(Value each, read_call(call));
      read.mutable_list().push_back(std::move(each));
    }
    out.set("tool_calls", read);
  }
  const Value* prefix = present(message, "prefix");
  out.set("prefix", Value::boolean(prefix != nullptr && truthy(*prefix)));
  out.set("role", Value::str("assistant"));
  return Value::dict(std::move(out));
}

// How Python prints a call: "ToolCall(function=FunctionCall(name='f', ...), id='x', ...)".
std::string call_repr(const Value& call) {
  const Value* function = member(call, "function");
  return "ToolCall(function=FunctionCall(name=" + repr(*member(*function, "name")) +
         ", arguments=" + repr(*member(*function, "arguments")) +
         "), id=" + repr(*member(call, "id")) + ", type=" + repr(*member(call, "type")) +
         ", index=" + repr(*member(call, "index")) + ")";
}

// str() of an AssistantMessage, which is what the inference log holds.
std::string python_text_of(const Value& message) {
  std::string calls = "Unset()";
  if (const Value* found = member(message, "tool_calls")) {
    calls = found->is_list() ? "[" : repr(*found);
    for (const Value& call : found->is_list() ? found->items() : List()) {
      if (calls.size() > 1) calls += ", ";
      calls += call_repr(call);
    }
    if (found->is_list()) calls += "]";
  }
  const Value* content = member(message, "content");
  return "content=" + (content != nullptr ? repr(*content) : std::string("Unset()")) +
         " tool_calls=" + calls + " prefix=" + repr(*member(message, "prefix")) +
         " role='assistant'";
}

// choices[0] of a response, as strictly as the SDK takes it.
Result<Value> first_choice(const Value& body) {
  if (!body.is_dict()) return Error{"ValidationError", "the response: not an object"};
  const Value* choices = present(body, "choices");
  if (choices == nullptr) return Error{"TypeError", "'NoneType' object is not subscriptable"};
  if (!choices->is_list()) return Error{"ValidationError", "choices of the response: not a list"};
  if (choices->items().empty()) return Error{"IndexError", "list index out of range"};
  return choices->items()[0];
}

// str(SDKError): "API error occurred: Status 429\n{the body}".
std::string error_text(const HttpResponse& http) {
  std::string text = "API error occurred: Status " + std::to_string(http.status);
  return http.body.empty() ? text : text + "\n" + http.body;
}

class MistralDialect final : public Dialect {
 public:
  using Dialect::Dialect;

  Status begin(const Value& entry, const Value& prompts) override {
    return fc() ? Status() : add_system_prompt(prompts, entry);
  }

  Status compile_tools(const Value& functions) override {
    BFCLX_ASSIGN_OR_RETURN(tools_, convert_to_tool(functions, ToolStyle::kMistral));
    return {};
  }

  Status add_turn(const Value& messages, bool /*first*/) override {
    history_.add_each(messages);
    return {};
  }

  Result<HttpRequest> request() override {
    Dict body;
    body.set("model", Value::str(settings().model_name));
    body.set("messages", wire(history_.sent(), message_on_wire));
    body.set("temperature", Value::real(settings().temperature));
    body.set("stream", Value::boolean(false));
    if (fc()) body.set("tools", wire(tools_, tool_on_wire));
    if (settings().max_tokens) body.set("max_tokens", Value::integer(*settings().max_tokens));
    return json_request("/v1/chat/completions",
                        write_ascii_body(Value::dict(std::move(body)), settings()));
  }

  // The log holds the list itself, which grows on.
  Value input_log() override { return input_log_of(history_.shown(), tools_, fc()); }

  Result<ModelResponse> parse(const HttpResponse& http) override {
    BFCLX_ASSIGN_OR_RETURN(const Value body, read_json_body(http));
    BFCLX_ASSIGN_OR_RETURN(const Value choice, first_choice(body));
    BFCLX_ASSIGN_OR_RETURN(const Value raw, attribute(choice, "message"));
    ModelResponse response;
    BFCLX_ASSIGN_OR_RETURN(response.message, read_message(raw));
    // Officially an empty list of calls hides a text, and so do calls that are not told of at all:
    // what the SDK has in their place can be iterated.
    const Value* told = member(response.message, "tool_calls");
    const Value calls = told != nullptr ? *told : Value::list();
    const bool hides = calls.is_list() && (settings().as_official || !calls.items().empty());
    if (fc() && hides) {
      BFCLX_RETURN_IF_ERROR(read_calls(calls, response));
    } else {
      const Value* content = member(response.message, "content");
      response.result = content != nullptr ? *content : Value();
    }
    BFCLX_RETURN_IF_ERROR(read_usage(body, kUsage, settings().as_official, response));
    read_ending(body, choice, response);
    return response;
  }

  Status add_assistant(const ModelResponse& response) override {
    const std::string text = python_text_of(response.message);
    history_.add(response.message,
                 Value::opaque({"AssistantMessage", "AssistantMessage(" + text + ")", text}));
    return {};
  }

  Status add_results(const Value& calls, const Value& results,
                     const ModelResponse& response) override {
    if (!fc()) {
      history_.add(results_message(calls, results));
      return {};
    }
    for_each_result(response, results, [&](std::size_t i, const Value& id, const Value& result) {
      const Value& name = response.result.items()[i].as_dict().begin()->key;
      history_.add(make_dict({{"role", Value::str("tool")},
                              {"name", name},
                              {"content", result},
                              {"tool_call_id", id}}));
    });
    return {};
  }

  HttpResponse said(const SaidMessage& said) const override {
    return said_as(said_completion(said, ToolStyle::kMistral));
  }

 private:
  bool fc() const { return settings().calls_functions(); }

  static Value wire(const Value& items, Value (*map)(const Value&)) {
    Value out = Value::list();
    for (const Value& item : items.items()) out.mutable_list().push_back(map(item));
    return out;
  }

  static Status read_calls(const Value& calls, ModelResponse& response) {
    response.result = Value::list();
    for (const Value& call : calls.items()) {
      const Value& function = *member(call, "function");
      response.result.mutable_list().push_back(
          make_dict({{text_member(function, "name"), *member(function, "arguments")}}));
      response.tool_call_ids.mutable_list().push_back(*member(call, "id"));
    }
    return {};
  }

  History history_;
  Value tools_ = Value::list();
};

std::unique_ptr<Dialect> make(const Settings& settings) {
  return std::make_unique<MistralDialect>(settings);
}

constexpr string_view kTooMany[] = {"Status 429"};
constexpr string_view kHandlers[] = {"MistralHandler"};
constexpr DialectInfo kRows[] = {
    {.name = "mistral",
     .api = "mistral",
     .handlers = kHandlers,
     .make = make,
     .retry = {.inner = {}, .outer = {.messages = kTooMany}},
     .error_text = error_text,
     .key_header = KeyHeader::kBearer,
     .base_url = "https://api.mistral.ai",
     .key_variable = "MISTRAL_API_KEY"},
};

}  // namespace

std::span<const DialectInfo> mistral_dialects() { return kRows; }

}  // namespace bfclx
