// What the official handlers make of choices[0].message of a chat completion.
#include <utility>

#include "core/conversation/dialects/chat.h"
#include "core/conversation/values.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;
using Reading = ChatTraits::Reading;

Error no_attribute(string_view type, string_view name) {
  return Error{"AttributeError",
               "'" + std::string(type) + "' object has no attribute '" + std::string(name) + "'"};
}

// One item of tool_calls; nullopt where Python would raise on the way.
struct ToolCall {
  Value id;
  Value type;
  Value name;
  Value arguments;
};

std::optional<ToolCall> read_call(const Value& item, bool lenient) {
  const Value* function = member(item, "function");
  if (function == nullptr) return std::nullopt;
  const Value* name = member(*function, "name");
  const Value* arguments = member(*function, "arguments");
  const Value* id = member(item, "id");
  if (name == nullptr || arguments == nullptr || !hashable(*name)) return std::nullopt;
  if (id == nullptr && !lenient) return std::nullopt;
  const Value* type = member(item, "type");
  return ToolCall{id != nullptr ? *id : Value(), type != nullptr ? *type : Value::str("function"),
                  *name, *arguments};
}

// nullopt: the official code falls back on the text.
std::optional<std::vector<ToolCall>> read_calls(const Value& message, bool lenient) {
  const Value* items = member(message, "tool_calls");
  if (items == nullptr || !items->is_list()) return std::nullopt;
  std::vector<ToolCall> calls;
  for (const Value& item : items->items()) {
    std::optional<ToolCall> call = read_call(item, lenient);
    if (!call) return std::nullopt;
    calls.push_back(*std::move(call));
  }
  return calls;
}

Value results_of(const std::vector<ToolCall>& calls) {
  List results;
  for (const ToolCall& call : calls) {
    Dict item;
    item.set(call.name, call.arguments);
    results.push_back(Value::dict(std::move(item)));
  }
  return Value::list(std::move(results));
}

Value ids_of(const std::vector<ToolCall>& calls) {
  List ids;
  for (const ToolCall& call : calls) ids.push_back(call.id);
  return Value::list(std::move(ids));
}

Value calls_for_history(const std::vector<ToolCall>& calls, bool always_function) {
  List items;
  for (const ToolCall& call : calls) {
    items.push_back(
        make_dict({{"id", call.id},
                   {"type", always_function ? Value::str("function") : call.type},
                   {"function", make_dict({{"name", call.name}, {"arguments", call.arguments}})}}));
  }
  return Value::list(std::move(items));
}

Value content_of(const Value& message) {
  const Value* content = member(message, "content");
  return content != nullptr ? *content : Value();
}

void echo(const Value& message, const ChatReading& how, ModelResponse& response) {
  response.message = message;
  if (how.for_input_log) response.shown = shown_chat_message(message);
}

// Some servers say "tool_calls": [] beside a text; officially that is a response without calls:
// quirk empty_calls_hide_the_text.
bool text_beside_no_calls(const std::vector<ToolCall>& calls, const Value& content) {
  return calls.empty() && content.is_str() && !content.as_str().empty();
}

// _add_reasoning_content_if_available_FC
void strip_reasoning(const Value& message, const std::vector<ToolCall>& calls,
                     ModelResponse& response) {
  const Value* reasoning = member(message, "reasoning_content");
  if (!calls.empty()) {
    response.message = make_dict({{"role", Value::str("assistant")},
                                  {"content", content_of(message)},
                                  {"tool_calls", calls_for_history(calls, false)}});
    response.shown.reset();
  } else if (reasoning != nullptr) {
    response.message = message_of("assistant", content_of(message));
    response.shown.reset();
  }
  if (reasoning != nullptr) response.reasoning = *reasoning;
}

ModelResponse read_calling(const Value& message, const ChatReading& how) {
  ModelResponse response;
  const Value content = content_of(message);
  std::optional<std::vector<ToolCall>> calls = read_calls(message, !how.as_official);
  if (calls && !how.as_official && text_beside_no_calls(*calls, content)) calls.reset();
  response.result = calls ? results_of(*calls) : content;
  if (calls) response.tool_call_ids = ids_of(*calls);
  echo(message, how, response);
  if (how.traits->strips_reasoning_fc) {
    strip_reasoning(message, calls ? *calls : std::vector<ToolCall>(), response);
  }
  return response;
}

// fireworks.py: the calls go back with nothing else.
ModelResponse read_fireworks(const Value& message, const ChatReading& how) {
  ModelResponse response = read_calling(message, how);
  const bool called = response.result.is_list();
  response.message =
      make_dict({{"role", Value::str("assistant")},
                 {"content", Value::str("")},
                 {"tool_calls", called ? *member(message, "tool_calls") : Value::list()}});
  response.shown.reset();
  return response;
}

// nanbeige.py: history is put together anew, with the reasoning.
Result<ModelResponse> read_nanbeige(const Value& message) {
  const Value* reasoning = member(message, "reasoning_content");
  if (reasoning == nullptr) return no_attribute("ChatCompletionMessage", "reasoning_content");
  ModelResponse response;
  std::vector<ToolCall> calls;
  if (const Value* items = member(message, "tool_calls"); items != nullptr && truthy(*items)) {
    std::optional<std::vector<ToolCall>> read = read_calls(message, false);
    if (!read) return no_attribute("ChatCompletionMessageFunctionToolCall", "function");
    calls = *std::move(read);
  }
  response.tool_call_ids = ids_of(calls);
  response.result = calls.empty() ? content_of(message) : results_of(calls);
  response.message = message_of("assistant", calls.empty() ? content_of(message) : Value());
  Dict& history = response.message.mutable_dict();
  if (!calls.empty()) history.set("tool_calls", calls_for_history(calls, true));
  if (truthy(*reasoning)) {
    history.set("reasoning_content", *reasoning);
    response.reasoning = *reasoning;
  }
  return response;
}

// mining.py: what stands between the tags, as JSON if it is some.
Result<ModelResponse> read_mining(const Value& message, const ChatReading& how) {
  ModelResponse response;
  const Value content = content_of(message);
  if (!content.is_str()) {
    return Error{"TypeError", "expected string or bytes-like object, got '" +
                                  std::string(type_name(content)) + "'"};
  }
  constexpr string_view kBegin = "<tool_calls>\n";
  string_view text = content.as_str();
  const std::size_t begin = text.find(kBegin);
  if (begin != string_view::npos) {
    const std::size_t inner = begin + kBegin.size();
    const std::size_t end = text.find("\n</tool_calls>", inner);
    if (end != string_view::npos) text = text.substr(inner, end - inner);
  }
  const Result<Value> calls = json_loads(text);
  response.result = calls.ok() ? *calls : Value::str(text);
  echo(message, how, response);
  return response;
}

ModelResponse read_prompted(const Value& message, const ChatReading& how) {
  ModelResponse response;
  response.result = content_of(message);
  echo(message, how, response);
  const Value* reasoning = member(message, "reasoning_content");
  if (how.traits->strips_reasoning_prompt && reasoning != nullptr) {
    response.reasoning = *reasoning;
    response.message = message_of("assistant", Value::str(str(response.result)));
    response.shown.reset();
  }
  return response;
}

// Of servers of today: "reasoning_content" or "reasoning", told in the result.
void tell_reasoning(const Value& message, ModelResponse& response) {
  for (const string_view name : {"reasoning_content", "reasoning"}) {
    const Value* reasoning = present(message, name);
    if (reasoning != nullptr && reasoning->is_str()) {
      response.reasoning = *reasoning;
      return;
    }
  }
}

// ---- as Python prints it ----

void append_field(std::string& out, string_view name, const std::string& text) {
  if (out.back() != '(') out += ", ";
  out.append(name).append("=").append(text);
}

// Fields in the order of the SDK's class, then what it does not know in the order of the answer.
void append_object(std::string& out, string_view type, const Value& object,
                   std::initializer_list<string_view> fields,
                   std::string (*text_of)(string_view name, const Value& value)) {
  out.append(type).append("(");
  for (const string_view name : fields) {
    if (const Value* value = member(object, name)) append_field(out, name, text_of(name, *value));
  }
  for (const Dict::Entry& entry : object.as_dict()) {
    bool known = false;
    for (const string_view name : fields) known = known || equal(entry.key, Value::str(name));
    if (!known) append_field(out, str(entry.key), repr(entry.value));
  }
  out += ")";
}

std::string plain_text(string_view /*name*/, const Value& value) { return repr(value); }

std::string call_text(string_view name, const Value& value) {
  if (name != "function" || !value.is_dict()) return repr(value);
  std::string out;
  append_object(out, "Function", value, {"arguments", "name"}, plain_text);
  return out;
}

std::string message_text(string_view name, const Value& value) {
  if (name == "tool_calls" && value.is_list()) {
    std::string out = "[";
    for (const Value& call : value.items()) {
      if (out.size() > 1) out += ", ";
      if (!call.is_dict()) {
        out += repr(call);
        continue;
      }
      append_object(out, "ChatCompletionMessageFunctionToolCall", call, {"id", "function", "type"},
                    call_text);
    }
    return out + "]";
  }
  if (name == "function_call" && value.is_dict()) {
    std::string out;
    append_object(out, "FunctionCall", value, {"arguments", "name"}, plain_text);
    return out;
  }
  return repr(value);
}

}  // namespace

Value shown_chat_message(const Value& message) {
  Dict whole;
  for (const string_view name :
       {"content", "refusal", "annotations", "audio", "function_call", "tool_calls"}) {
    whole.set(name, Value());
  }
  for (const Dict::Entry& entry : message.as_dict()) whole.set(entry.key, entry.value);
  std::string text;
  append_object(
      text, "ChatCompletionMessage", Value::dict(std::move(whole)),
      {"content", "refusal", "role", "annotations", "audio", "function_call", "tool_calls"},
      message_text);
  return Value::opaque({"ChatCompletionMessage", text, text});
}

Result<Value> first_message(const Value& completion) {
  if (!completion.is_dict()) return no_attribute(type_name(completion), "choices");
  const Value* choices = member(completion, "choices");
  if (choices == nullptr || choices->is_none()) {
    return Error{"TypeError", "'NoneType' object is not subscriptable"};
  }
  if (!choices->is_list()) return no_attribute(type_name(*choices), "message");
  if (choices->items().empty()) return Error{"IndexError", "list index out of range"};
  const Value* message = member(choices->items()[0], "message");
  if (message == nullptr) return no_attribute("Choice", "message");
  if (!message->is_dict()) return no_attribute(type_name(*message), "content");
  return *message;
}

Result<ModelResponse> read_chat_message(const Value& message, const ChatReading& how) {
  const Reading reading = how.traits->reading;
  if (reading == Reading::kGorilla) {
    ModelResponse response;
    BFCLX_ASSIGN_OR_RETURN(response.result, required_member(message, "content"));
    response.message = message_of("assistant", response.result);
    return response;
  }
  if (how.fc && reading == Reading::kNanbeige) return read_nanbeige(message);
  if (how.fc && reading == Reading::kFireworks) return read_fireworks(message, how);
  if (!how.fc && reading == Reading::kMining) return read_mining(message, how);
  ModelResponse response = how.fc ? read_calling(message, how) : read_prompted(message, how);
  if (reading == Reading::kGeneric) tell_reasoning(message, response);
  return response;
}

}  // namespace bfclx
