// The response put together from the events of a streamed chat completion (qwen.py:QwenAPIHandler).
#include <utility>

#include "core/base/utf8.h"
#include "core/conversation/dialects/chat.h"
#include "core/conversation/values.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

using std::string_view;

// More calls in one answer than any model makes.
constexpr std::size_t kMaxCalls = 4096;

// The parts of a call so far; what never came stays unset.
struct CallParts {
  std::optional<std::string> id;
  std::optional<std::string> name;
  std::optional<std::string> arguments;
};

struct Gathered {
  std::string reasoning;
  std::string content;
  std::vector<CallParts> calls;
  bool any_chunk = false;
  Value usage;  // of the last chunk
  std::string finish_reason;
};

void add_text(std::optional<std::string>& part, const Value* value) {
  if (value == nullptr || !value->is_str() || value->as_str().empty()) return;
  if (!part) part.emplace();
  part->append(value->as_str());
}

Status add_call(const Value& call, Gathered& gathered) {
  const Value* index = member(call, "index");
  if (index == nullptr || !index->is_small_int()) {
    return Error{"TypeError", "'<=' not supported between instances of 'int' and 'NoneType'"};
  }
  const std::int64_t at = index->as_int64();
  if (at < 0 || at >= static_cast<std::int64_t>(kMaxCalls)) {
    return Error{"IndexError", "list index out of range"};
  }
  const auto place = static_cast<std::size_t>(at);
  if (gathered.calls.size() <= place) gathered.calls.resize(place + 1);
  CallParts& parts = gathered.calls[place];
  add_text(parts.id, member(call, "id"));
  if (const Value* function = member(call, "function")) {
    add_text(parts.name, member(*function, "name"));
    add_text(parts.arguments, member(*function, "arguments"));
  }
  return {};
}

void append_if_text(std::string& out, const Value* value) {
  if (value != nullptr && value->is_str()) out += value->as_str();
}

Status add_chunk(const Value& chunk, bool fc, Gathered& gathered) {
  gathered.any_chunk = true;
  const Value* usage = member(chunk, "usage");
  gathered.usage = usage != nullptr ? *usage : Value();
  const Value* choices = member(chunk, "choices");
  if (choices == nullptr || !choices->is_list() || choices->items().empty()) return {};
  const Value& choice = choices->items()[0];
  if (const string_view reason = text_member(choice, "finish_reason"); !reason.empty()) {
    gathered.finish_reason = reason;
  }
  const Value* delta = member(choice, "delta");
  if (delta == nullptr) return Error{"AttributeError", "'Choice' object has no attribute 'delta'"};
  append_if_text(gathered.reasoning, member(*delta, "reasoning_content"));
  append_if_text(gathered.content, member(*delta, "content"));
  const Value* calls = fc ? member(*delta, "tool_calls") : nullptr;
  if (calls == nullptr || !calls->is_list()) return {};
  for (const Value& call : calls->items()) BFCLX_RETURN_IF_ERROR(add_call(call, gathered));
  return {};
}

// The data of the event that begins at `offset`, which moves behind it; nullopt at the end.
std::optional<std::string> next_event(string_view events, std::size_t& offset) {
  std::string data;
  bool any = false;
  while (offset < events.size()) {
    std::size_t end = events.find('\n', offset);
    if (end == string_view::npos) end = events.size();
    string_view line = events.substr(offset, end - offset);
    offset = end + 1;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty()) {
      if (any) return data;
      continue;
    }
    if (line.substr(0, 5) != "data:") continue;
    line.remove_prefix(5);
    if (!line.empty() && line[0] == ' ') line.remove_prefix(1);
    if (any) data += '\n';
    data += line;
    any = true;
  }
  if (any) return data;
  return std::nullopt;
}

Result<Gathered> gather(string_view events, bool fc) {
  Gathered gathered;
  if (find_invalid_utf8(events).has_value()) {
    return Error{"UnicodeDecodeError", "'utf-8' codec can't decode the events: invalid UTF-8"};
  }
  std::size_t offset = 0;
  while (const std::optional<std::string> data = next_event(events, offset)) {
    if (data->rfind("[DONE]", 0) == 0) break;
    BFCLX_ASSIGN_OR_RETURN(const Value chunk, json_loads(*data));
    if (const Value* error = present(chunk, "error"); error != nullptr && truthy(*error)) {
      const string_view text = text_member(*error, "message");
      return Error{kStreamError,
                   text.empty() ? "An error occurred during streaming" : std::string(text)};
    }
    BFCLX_RETURN_IF_ERROR(add_chunk(chunk, fc, gathered));
  }
  if (!gathered.any_chunk) {
    return Error{"UnboundLocalError",
                 "cannot access local variable 'chunk' where it is not associated with a value"};
  }
  if (!gathered.usage.is_dict()) {
    return Error{"AttributeError", "'NoneType' object has no attribute 'prompt_tokens'"};
  }
  return gathered;
}

Status add_calls(const std::vector<CallParts>& calls, ModelResponse& response) {
  List results;
  List history;
  for (const CallParts& call : calls) {
    if (!call.id) return key_error("id");
    response.tool_call_ids.mutable_list().push_back(Value::str(*call.id));
  }
  for (const CallParts& call : calls) {
    if (!call.name) return key_error("name");
    if (!call.arguments) return key_error("arguments");
    const Value name = Value::str(*call.name);
    const Value arguments = Value::str(*call.arguments);
    Dict result;
    result.set(name, arguments);
    results.push_back(Value::dict(std::move(result)));
    history.push_back(
        make_dict({{"id", Value::str(*call.id)},
                   {"type", Value::str("function")},
                   {"function", make_dict({{"name", name}, {"arguments", arguments}})}}));
  }
  response.result = Value::list(std::move(results));
  response.message = message_of("assistant", Value());
  response.message.mutable_dict().set("tool_calls", Value::list(std::move(history)));
  return {};
}

}  // namespace

Result<ModelResponse> read_chat_stream(string_view events, bool fc) {
  BFCLX_ASSIGN_OR_RETURN(const Gathered gathered, gather(events, fc));
  ModelResponse response;
  if (gathered.calls.empty()) {
    response.result = Value::str(gathered.content);
    response.message = message_of("assistant", response.result);
  } else {
    BFCLX_RETURN_IF_ERROR(add_calls(gathered.calls, response));
  }
  if (!gathered.reasoning.empty()) {
    response.reasoning = Value::str(gathered.reasoning);
    response.message.mutable_dict().set("reasoning_content", *response.reasoning);
  }
  response.usage = gathered.usage;
  response.finish_reason = gathered.finish_reason;
  return response;
}

}  // namespace bfclx
