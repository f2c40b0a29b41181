// Responses that are a text of JSON, or nearly.
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/unicode.h"
#include "core/decode/call_items.h"
#include "core/decode/formats.h"
#include "core/decode/python_calls.h"
#include "core/decode/python_like.h"
#include "core/python/evaluate/simple_calls.h"
#include "core/python/python.h"
#include "core/value/dict.h"
#include "core/value/extent.h"
#include "core/value/json.h"

namespace bfclx::formats {
namespace {

using python_like::str_method;

// Each piece between semicolons as JSON.
Result<Value> json_pieces(std::string_view text) {
  List items;
  std::optional<std::string_view> rest = text;
  while (rest) {
    const std::string_view piece = python_like::next_piece(rest, ";");
    BFCLX_ASSIGN_OR_RETURN(Value item, json_loads(piece));
    items.push_back(std::move(item));
  }
  return Value::list(std::move(items));
}

// bitagent.py: one JSON value, taken for a list of one when it is none.
Result<Value> bitagent_items(const Value& response) {
  BFCLX_ASSIGN_OR_RETURN(Value items, python_like::json_loads_of(response));
  return as_list(std::move(items));
}

// salesforce_llama.py, salesforce_qwen.py: likewise, or JSON values between semicolons.
Result<Value> salesforce_items(const Value& response) {
  Result<Value> whole = bitagent_items(response);
  if (whole.ok() || whole.error().kind != "JSONDecodeError") return whole;
  List items;
  std::optional<std::string_view> rest = response.as_str();
  while (rest) {
    BFCLX_ASSIGN_OR_RETURN(Value item, json_loads(strip(python_like::next_piece(rest, ";"))));
    items.push_back(std::move(item));
  }
  return Value::list(std::move(items));
}

// hammer.py: JSON without its fences; whatever cannot be read is no calls.
Result<Value> hammer_items(const Value& response) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view text, str_method(response, "replace"));
  constexpr std::string_view kFence = "```";
  Result<Value> items = text.find(kFence) == std::string_view::npos
                            ? json_loads(text)
                            : json_loads(replace_all(text, kFence, ""));
  return items.ok() ? std::move(items) : Result<Value>(Value::list());
}

// think_agent.py: what follows the thoughts, read as JSON once every ' is a " (quirk
// think_agent_quotes).
Result<Value> think_agent_items(const Value& response) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view text, str_method(response, "strip"));
  constexpr std::string_view kThoughtEnd = "</think>";
  const std::size_t end = text.find(kThoughtEnd);
  if (end == std::string_view::npos) return Value::list();
  const std::string_view answer = strip(text.substr(end + kThoughtEnd.size()));
  return json_loads(replace_all(answer, "'", "\""));
}

Result<Value> evaluated(std::string_view text, Budget* budget) {
  // A line end behind it is the end of the expression.
  const std::string_view line = text.substr(0, text.find_last_not_of('\n') + 1);
  if (std::optional<Value> plain = read_plain_value(line)) return *std::move(plain);
  python::EvaluateLimits limits;
  limits.budget = budget;
  return python::evaluate_text(text, limits);
}

// llama_3_1.py: JSON values between semicolons, or one Python expression: `true` and `null` are
// unknown names in it. Quirk llama_python_literals.
Result<Value> llama_3_1_items(const Value& response, Budget* budget) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view raw, str_method(response, "replace"));
  const std::string text = replace_all(raw, "<|python_tag|>", "");
  if (text.find(';') != std::string::npos) return json_pieces(text);
  BFCLX_ASSIGN_OR_RETURN(Value items, evaluated(text, budget));
  if (budget != nullptr) BFCLX_RETURN_IF_ERROR(pay_for_result(items, *budget));
  return items.is_dict() ? as_list(std::move(items)) : std::move(items);
}

// glm.py: the first two lines.
struct GlmLines {
  std::string_view name;
  std::optional<std::string_view> arguments;
};

Result<GlmLines> glm_lines(const Value& response) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view text, str_method(response, "split"));
  std::optional<std::string_view> rest = text;
  GlmLines lines;
  lines.name = python_like::next_piece(rest, "\n");
  if (rest) lines.arguments = python_like::next_piece(rest, "\n");
  return lines;
}

Result<Value> list_of_call(std::string_view name, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(Value call, python_like::one_item_dict(Value::str(name), arguments));
  return as_list(std::move(call));
}

}  // namespace

// bitagent.py
Result<Value> bitagent_ast(const Value& response, const DecodeOptions&) {
  BFCLX_ASSIGN_OR_RETURN(const Value items, bitagent_items(response));
  return calls_from_items(items);
}

Result<Value> bitagent_execute(const Value& response, const DecodeOptions&) {
  BFCLX_ASSIGN_OR_RETURN(const Value items, bitagent_items(response));
  return texts_from_items(items);
}

// salesforce_llama.py, salesforce_qwen.py
Result<Value> salesforce_ast(const Value& response, const DecodeOptions&) {
  BFCLX_ASSIGN_OR_RETURN(const Value items, salesforce_items(response));
  return calls_from_items(items);
}

Result<Value> salesforce_execute(const Value& response, const DecodeOptions&) {
  BFCLX_ASSIGN_OR_RETURN(const Value items, salesforce_items(response));
  return texts_from_items(items);
}

// hammer.py
Result<Value> hammer_ast(const Value& response, const DecodeOptions&) {
  BFCLX_ASSIGN_OR_RETURN(const Value items, hammer_items(response));
  return calls_from_items(items);
}

Result<Value> hammer_execute(const Value& response, const DecodeOptions&) {
  BFCLX_ASSIGN_OR_RETURN(const Value items, hammer_items(response));
  if (items.is_list()) return texts_from_dicts(items);
  if (!items.is_dict()) return Value::list();
  const Value* calls = items.as_dict().find("tool_calls");
  return calls == nullptr ? Value::list() : texts_from_dicts(as_list(*calls));
}

// think_agent.py
Result<Value> think_agent_ast(const Value& response, const DecodeOptions&) {
  BFCLX_ASSIGN_OR_RETURN(const Value items, think_agent_items(response));
  return calls_from_items(items);
}

// The official code makes texts of the calls and then asks these for their items, which raises
// whenever there is a call: quirk think_agent_never_executes.
Result<Value> think_agent_execute(const Value& response, const DecodeOptions&) {
  BFCLX_ASSIGN_OR_RETURN(const Value items, think_agent_items(response));
  bool any_call = false;
  const auto visit = [&](const Value& item) -> Status {
    any_call = true;
    BFCLX_RETURN_IF_ERROR(python_like::subscript(item, "name"));
    BFCLX_RETURN_IF_ERROR(python_like::subscript(item, "arguments"));
    return {};
  };
  BFCLX_RETURN_IF_ERROR(python_like::for_each_item(items, visit));
  if (any_call) return python_like::no_attribute(Value::str(""), "items");
  return Value::list();
}

// llama_3_1.py
Result<Value> llama_3_1_ast(const Value& response, const DecodeOptions& options) {
  BFCLX_ASSIGN_OR_RETURN(const Value items, llama_3_1_items(response, options.budget));
  return calls_from_items(items, kNameParameters);
}

Result<Value> llama_3_1_execute(const Value& response, const DecodeOptions& options) {
  BFCLX_ASSIGN_OR_RETURN(const Value items, llama_3_1_items(response, options.budget));
  return texts_from_items(items, kNameParameters);
}

// glm.py
Result<Value> glm_ast(const Value& response, const DecodeOptions&) {
  BFCLX_ASSIGN_OR_RETURN(const GlmLines lines, glm_lines(response));
  if (!lines.arguments) return as_list(Value::str(lines.name));
  BFCLX_ASSIGN_OR_RETURN(const Value arguments, json_loads(*lines.arguments));
  return list_of_call(lines.name, arguments);
}

Result<Value> glm_execute(const Value& response, const DecodeOptions&) {
  BFCLX_ASSIGN_OR_RETURN(const GlmLines lines, glm_lines(response));
  if (!lines.arguments) return convert_to_function_call(Value::str(lines.name));
  BFCLX_ASSIGN_OR_RETURN(const Value calls, list_of_call(lines.name, Value::str(*lines.arguments)));
  return convert_to_function_call(calls);
}

}  // namespace bfclx::formats
