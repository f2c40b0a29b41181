#include "core/dataset/response_calls.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

// Members under which other protocols wrap a call.
constexpr string_view kWrappers[] = {"functionCall", "function_call", "toolUse"};

// What stands beside a name in the doc of a function, and never in a call.
bool is_function_doc(const Value& item) {
  const Value* parameters = dict_member(item, "parameters");
  return find_member(item, "description") != nullptr || find_member(item, "strict") != nullptr ||
         (parameters != nullptr && dict_member(*parameters, "properties") != nullptr);
}

// {name: JSON text}; arguments that are text already stay as the model wrote them.
Value call_item(string_view name, const Value* arguments) {
  std::string text = "{}";
  if (arguments != nullptr && arguments->is_str()) {
    text = arguments->as_str();
  } else if (arguments != nullptr && !arguments->is_none()) {
    text.clear();
    append_json(text, *arguments);
  }
  Value item = Value::dict();
  item.mutable_dict().set(name, Value::str(text));
  return item;
}

const Value* arguments_of(const Value& item) {
  for (const string_view name : kArgumentNames) {
    if (const Value* value = find_member(item, name)) return value;
  }
  return nullptr;
}

// Letters, digits, `_`, `.`, `-` and what is no ASCII; not a digit first.
bool is_function_name(string_view name) {
  if (name.empty() || name.size() > 256 || is_digit(name.front())) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == '-' || (c & 0x80) != 0;
  });
}

// {name: {...}} or {name: "{...}"}.
std::optional<Value> named_by_key(const Value& item) {
  if (item.as_dict().size() != 1) return std::nullopt;
  for (const auto& [key, value] : item.as_dict()) {
    if (!key.is_str() || !is_function_name(key.as_str())) return std::nullopt;
    const bool text = value.is_str() && skip_space(value.as_str(), 0) < value.as_str().size() &&
                      value.as_str()[skip_space(value.as_str(), 0)] == '{';
    if (text || value.is_dict()) return call_item(key.as_str(), &value);
  }
  return std::nullopt;
}

std::optional<Value> call_of_dict(const Value& item) {
  for (const string_view wrapper : kWrappers) {
    if (const Value* inner = dict_member(item, wrapper)) {
      const Value* name = str_member(*inner, "name");
      if (name == nullptr) return std::nullopt;
      return call_item(name->as_str(), arguments_of(*inner));
    }
  }
  if (const Value* function = find_member(item, "function")) {
    if (function->is_str() && arguments_of(item) != nullptr) {
      return call_item(function->as_str(), arguments_of(item));
    }
    const Value* name = str_member(*function, "name");
    if (name == nullptr || is_function_doc(*function)) return std::nullopt;
    return call_item(name->as_str(), arguments_of(*function));
  }
  if (const Value* name = str_member(item, "name")) {
    const Value* arguments = arguments_of(item);
    const bool fits = arguments != nullptr && (arguments->is_dict() || arguments->is_str());
    if (!fits || is_function_doc(item) || find_member(item, "role") != nullptr) {
      return std::nullopt;
    }
    return call_item(name->as_str(), arguments);
  }
  return named_by_key(item);
}

// What a part adds to a response.
struct Parts {
  List calls;
  std::string text;
};

Status add_part(const Value& part, Parts& parts) {
  const string_view type = find_text(part, "type");
  if (is_one_of(type, {"function_call", "tool_use", "custom_tool_call"}) ||
      dict_member(part, "functionCall") != nullptr || dict_member(part, "toolUse") != nullptr) {
    std::optional<Value> call = call_of(part);
    if (!call) {
      return Error{"ValueError", "its call " + std::to_string(parts.calls.size() + 1) +
                                     " has no name or no arguments"};
    }
    parts.calls.push_back(*std::move(call));
    return {};
  }
  if (type == "message") {
    if (const Value* content = list_member(part, "content")) {
      for (const Value& inner : content->items()) parts.text += find_text(inner, "text");
    } else {
      parts.text += find_text(part, "content");
    }
    return {};
  }
  const Value* thought = find_member(part, "thought");
  const bool told = thought == nullptr || !thought->is_bool() || !thought->as_bool();
  if (told && is_one_of(type, {"", "text", "output_text"})) parts.text += find_text(part, "text");
  return {};
}

}  // namespace

const Value* list_member(const Value& object, string_view name) {
  const Value* value = find_member(object, name);
  return value != nullptr && value->is_list() ? value : nullptr;
}
const Value* dict_member(const Value& object, string_view name) {
  const Value* value = find_member(object, name);
  return value != nullptr && value->is_dict() ? value : nullptr;
}
const Value* str_member(const Value& object, string_view name) {
  const Value* value = find_member(object, name);
  return value != nullptr && value->is_str() ? value : nullptr;
}
bool is_one_of(string_view text, std::initializer_list<string_view> texts) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

std::optional<Value> call_of(const Value& item) {
  if (item.is_dict()) return call_of_dict(item);
  if (!item.is_str()) return std::nullopt;
  const Result<Value> parsed = json_loads(item.as_str());
  return parsed.ok() && parsed->is_dict() ? call_of_dict(*parsed) : std::nullopt;
}

std::optional<Value> calls_of(const Value& list) {
  if (!list.is_list() || list.items().empty()) return std::nullopt;
  List calls;
  calls.reserve(list.items().size());
  for (const Value& item : list.items()) {
    std::optional<Value> call = call_of(item);
    if (!call) return std::nullopt;
    calls.push_back(*std::move(call));
  }
  return Value::list(std::move(calls));
}

Result<Value> response_of_parts(const Value& list) {
  Parts parts;
  for (const Value& part : list.items()) {
    if (part.is_str()) {
      parts.text += part.as_str();
    } else {
      BFCLX_RETURN_IF_ERROR(add_part(part, parts));
    }
  }
  return parts.calls.empty() ? Value::str(parts.text) : Value::list(std::move(parts.calls));
}

Result<Value> response_of_message(const Value& message) {
  const Value* calls = list_member(message, "tool_calls");
  if (calls != nullptr && !calls->items().empty()) {
    if (std::optional<Value> read = calls_of(*calls)) return *std::move(read);
    return Error{"ValueError", "one of its `tool_calls` has no name or no arguments"};
  }
  if (dict_member(message, "function_call") != nullptr) {
    std::optional<Value> call = call_of(message);
    if (!call) return Error{"ValueError", "its `function_call` has no name"};
    return Value::list({*std::move(call)});
  }
  const Value* content = find_member(message, "content");
  if (content == nullptr) content = find_member(message, "parts");
  if (content == nullptr || content->is_none()) return Value();
  if (content->is_list()) return response_of_parts(*content);
  if (content->is_str()) return *content;
  return Error{"ValueError", "its `content` is neither text nor a list of parts"};
}

bool is_parts(const Value& list) {
  if (!list.is_list() || list.items().empty()) return false;
  const Value& first = list.items().front();
  return dict_member(first, "functionCall") != nullptr ||
         is_one_of(find_text(first, "type"),
                   {"text", "output_text", "tool_use", "function_call", "custom_tool_call",
                    "message", "reasoning", "thinking", "redacted_thinking"});
}

bool is_messages(const Value& list) {
  return list.is_list() && !list.items().empty() &&
         str_member(list.items().front(), "role") != nullptr;
}

bool is_assistant(const Value& message) {
  return is_one_of(find_text(message, "role"), {"assistant", "model"});
}

Result<Value> response_of_messages(const Value& messages) {
  List turns;
  std::size_t said = 0;
  bool opens = true;  // the next step begins a turn
  for (const Value& message : messages.items()) {
    if (find_text(message, "role") == "user") opens = true;
    if (!is_assistant(message)) continue;
    BFCLX_ASSIGN_OR_RETURN(Value step, response_of_message(message));
    if (opens) turns.push_back(Value::list());
    opens = false;
    ++said;
    turns.back().mutable_list().push_back(std::move(step));
  }
  if (said == 0) return Error{"ValueError", "no message of it is an assistant's"};
  if (said == 1) return turns.front().items().front();
  return Value::list(std::move(turns));
}

bool is_turns(const Value& value) {
  return value.is_list() && !value.items().empty() &&
         std::all_of(value.items().begin(), value.items().end(),
                     [](const Value& turn) { return turn.is_list(); });
}

}  // namespace bfclx
