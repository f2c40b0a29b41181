// Responses in which JSON stands behind or between tags.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/unicode.h"
#include "core/decode/call_items.h"
#include "core/decode/formats.h"
#include "core/decode/python_calls.h"
#include "core/decode/python_like.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx::formats {
namespace {

using python_like::str_method;
using python_like::subscript;

// --- <tool_call> lines ---

// qwen_fc.py:_extract_tool_calls (granite_4.py, nanbeige_fc.py and pelican_vl_fc.py have the same):
// the JSON values between tags on lines of their own; what is no JSON is passed over. All must be
// objects.
Result<List> tool_call_dicts(const Value& response) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view text, python_like::regex_subject(response));
  List items;
  bool all_dicts = true;
  std::size_t begin = 0;
  while (const auto found =
             python_like::find_between(text, "<tool_call>\n", "\n</tool_call>", begin)) {
    begin = found->end;
    Result<Value> item = json_loads(found->content);
    if (!item.ok()) continue;
    all_dicts = all_dicts && item->is_dict();
    items.push_back(*std::move(item));
  }
  if (!all_dicts) {
    std::string message = "Model did not return a list of function calls: ";
    message += text;
    return Error{"ValueError", std::move(message)};
  }
  return items;
}

// --- Falcon ---

// falcon_fc.py: the JSON between the first pair of tags, perhaps in a fence.
Result<Value> falcon_json(std::string_view text) {
  constexpr std::string_view kOpen = "<tool_call>";
  constexpr std::string_view kFence = "```";
  text.remove_prefix(text.find(kOpen) + kOpen.size());
  text = strip(text.substr(0, std::min(text.find(kOpen), text.find("</tool_call>"))));
  const bool opens = text.substr(0, kFence.size()) == kFence;
  const bool closes =
      text.size() >= kFence.size() && text.substr(text.size() - kFence.size()) == kFence;
  if (opens && closes) {
    text = strip(strip_chars(text, "`"));
    constexpr std::string_view kLanguage = "json";
    if (text.substr(0, kLanguage.size()) == kLanguage) text = strip(text.substr(kLanguage.size()));
  }
  return json_loads(text);
}

using FromItems = Result<Value> (*)(const Value& items, const ItemKeys& keys);

// JSON errors and missing keys are reported as one ValueError, other exceptions as they are.
Result<Value> falcon_decode(const Value& response, FromItems from_items) {
  BFCLX_ASSIGN_OR_RETURN(const bool tagged, python_like::contains_str(response, "<tool_call>"));
  if (!tagged) {
    return Error{"ValueError", "No <tool_call> found in the model's response: " + str(response)};
  }
  BFCLX_ASSIGN_OR_RETURN(const std::string_view text, str_method(response, "split"));
  Result<Value> decoded = falcon_json(text);
  if (decoded.ok()) decoded = from_items(as_list(*std::move(decoded)), kNameArguments);
  if (decoded.ok()) return decoded;
  const std::string_view kind = decoded.error().kind;
  if (kind != "JSONDecodeError" && kind != "KeyError" && kind != "IndexError") return decoded;
  std::string message = "Failed to decode the model's response: ";
  message += text;
  return Error{"ValueError", std::move(message)};
}

// --- Granite ---

// `value.get("name", "").strip()`, `value.get("arguments", {})` of granite.py.
struct GraniteCall {
  std::string_view name;
  Value arguments;
};

Result<GraniteCall> granite_call(const Value& item) {
  BFCLX_ASSIGN_OR_RETURN(const Dict* entries, python_like::dict_method(item, "get"));
  GraniteCall call;
  if (const Value* name = entries->find("name")) {
    BFCLX_ASSIGN_OR_RETURN(const std::string_view text, str_method(*name, "strip"));
    call.name = strip(text);
  }
  const Value* arguments = entries->find("arguments");
  call.arguments = arguments != nullptr ? *arguments : Value::dict();
  return call;
}

using FromCall = Result<Value> (*)(const Value& name, const Value& arguments);

// Each piece behind a tag: a call, the remark that there is none, or the text itself when it is no
// JSON.
Result<Value> granite_decode(const Value& response, FromCall from_call) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view text, str_method(response, "split"));
  List decoded;
  std::optional<std::string_view> rest = text;
  while (rest) {
    const std::string_view piece = strip(python_like::next_piece(rest, "<function_call>"));
    if (piece.empty()) continue;
    const Result<Value> item = json_loads(piece);
    if (!item.ok()) {
      decoded.push_back(Value::str(piece));
      continue;
    }
    BFCLX_ASSIGN_OR_RETURN(const GraniteCall call, granite_call(*item));
    if (call.name == "no_function") {
      decoded.push_back(Value::str("No function is called"));
      continue;
    }
    BFCLX_ASSIGN_OR_RETURN(Value one, from_call(Value::str(call.name), call.arguments));
    decoded.push_back(std::move(one));
  }
  return Value::list(std::move(decoded));
}

}  // namespace

// qwen_fc.py, granite_4.py, nanbeige_fc.py, pelican_vl_fc.py
Result<Value> tool_call_tags_ast(const Value& response, const DecodeOptions&) {
  BFCLX_ASSIGN_OR_RETURN(const List items, tool_call_dicts(response));
  List calls;
  calls.reserve(items.size());
  for (const Value& item : items) {
    BFCLX_ASSIGN_OR_RETURN(const Value* name, subscript(item, "name"));
    BFCLX_ASSIGN_OR_RETURN(const Value* arguments, subscript(item, "arguments"));
    BFCLX_RETURN_IF_ERROR(python_like::dict_method(*arguments, "items"));
    BFCLX_ASSIGN_OR_RETURN(Value call, python_like::one_item_dict(*name, *arguments));
    calls.push_back(std::move(call));
  }
  return Value::list(std::move(calls));
}

Result<Value> tool_call_tags_execute(const Value& response, const DecodeOptions&) {
  BFCLX_ASSIGN_OR_RETURN(List items, tool_call_dicts(response));
  BFCLX_ASSIGN_OR_RETURN(const Value calls, calls_from_items(Value::list(std::move(items))));
  return convert_to_function_call(calls);
}

// falcon_fc.py
Result<Value> falcon_ast(const Value& response, const DecodeOptions&) {
  return falcon_decode(response, calls_from_items);
}

Result<Value> falcon_execute(const Value& response, const DecodeOptions&) {
  return falcon_decode(response, texts_from_items);
}

// granite.py
Result<Value> granite_ast(const Value& response, const DecodeOptions&) {
  return granite_decode(response, python_like::one_item_dict);
}

Result<Value> granite_execute(const Value& response, const DecodeOptions&) {
  return granite_decode(response, [](const Value& name, const Value& arguments) -> Result<Value> {
    BFCLX_ASSIGN_OR_RETURN(const std::string text, call_text(name, arguments, ","));
    return Value::str(text);
  });
}

}  // namespace bfclx::formats
