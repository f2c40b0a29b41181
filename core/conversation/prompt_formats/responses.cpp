// What a completed text means: the entry's result, and the message that goes into the history.
//
// Calls are read here only as far as the official _parse_query_response_prompting does; decoding of
// the result is core/decode's. A block that is no JSON is evaluated as Python by three handlers,
// here in the closed subset of core/python.
#include <optional>
#include <utility>

#include "core/base/budget.h"
#include "core/base/unicode.h"
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/conversation/prompt_formats/thought.h"
#include "core/decode/python_like.h"
#include "core/python/python.h"
#include "core/value/dict.h"
#include "core/value/extent.h"
#include "core/value/json.h"

namespace bfclx::chat_formats {

namespace {

using python_like::find_between;

Value assistant(Value content) { return message_of("assistant", std::move(content)); }

// {item["name"]: item["arguments"]}
Result<Value> call_of(const Value& item) {
  BFCLX_ASSIGN_OR_RETURN(const Value* name, python_like::subscript(item, "name"));
  BFCLX_ASSIGN_OR_RETURN(const Value* arguments, python_like::subscript(item, "arguments"));
  return python_like::one_item_dict(*name, *arguments);
}

Result<Value> calls_of(const List& items) {
  List calls;
  for (const Value& item : items) {
    BFCLX_ASSIGN_OR_RETURN(Value call, call_of(item));
    calls.push_back(std::move(call));
  }
  return Value::list(std::move(calls));
}

// eval(item) where the item is a text, else itself. All items of a response are paid from one
// budget.
Result<Value> evaluated(const Value& item, Budget& budget) {
  if (!item.is_str()) return item;
  python::EvaluateLimits limits;
  limits.budget = &budget;
  BFCLX_ASSIGN_OR_RETURN(Value value, python::evaluate_text(item.as_str(), limits));
  BFCLX_RETURN_IF_ERROR(pay_for_result(value, budget));
  return value;
}

// --- blocks between <tool_call> lines ---

// The contents of all blocks. What is no JSON is left out, or kept as text.
List tool_call_blocks(std::string_view text, bool keeps_text) {
  List blocks;
  std::size_t begin = 0;
  while (const auto found = find_between(text, "<tool_call>\n", "\n</tool_call>", begin)) {
    begin = found->end;
    Result<Value> block = json_loads(found->content);
    if (block.ok()) {
      blocks.push_back(std::move(block).value());
    } else if (keeps_text) {
      blocks.push_back(Value::str(found->content));
    }
  }
  return blocks;
}

Value assistant_with_calls(Value content, List calls) {
  Value message = assistant(std::move(content));
  message.mutable_dict().set("tool_calls", Value::list(std::move(calls)));
  return message;
}

// The history has the calls alone, and of a response without any its text.
Value assistant_of(std::string_view text, List calls) {
  if (calls.empty()) return assistant(Value::str(text));
  return assistant_with_calls(Value::str(""), std::move(calls));
}

// --- lists behind a mark, as Phi and Granite 3 give them ---

// Appends what one match holds: the items of a JSON list, or the match itself. Brackets are added
// where both are missing.
Status add_items(List& items, std::string_view match, Budget& budget) {
  std::string text(match);
  const bool opens = !match.empty() && match.front() == '[';
  const bool closes = !match.empty() && match.back() == ']';
  if (!opens && !closes) text = "[" + text + "]";
  Result<Value> parsed = json_loads(text);
  if (!parsed.ok() && parsed.error().kind != "JSONDecodeError") return std::move(parsed).error();
  if (!parsed.ok() || !parsed->is_list()) {
    items.push_back(parsed.ok() ? std::move(parsed).value() : Value::str(text));
    return {};
  }
  for (const Value& item : parsed->items()) {
    BFCLX_ASSIGN_OR_RETURN(Value value, evaluated(item, budget));
    items.push_back(std::move(value));
  }
  return {};
}

// _is_tool_call_response_format: exactly a name and arguments in each.
bool are_calls(const List& items) {
  for (const Value& item : items) {
    if (member(item, "name") == nullptr || member(item, "arguments") == nullptr ||
        item.as_dict().size() != 2) {
      return false;
    }
  }
  return !items.empty();
}

Result<ModelResponse> response_of_items(std::string_view text, const List& items) {
  ModelResponse response;
  response.result = Value::str(text);
  response.message = assistant(response.result);
  if (are_calls(items)) {
    BFCLX_ASSIGN_OR_RETURN(response.result, calls_of(items));
  }
  return response;
}

}  // namespace

Result<ModelResponse> text_response(std::string_view text, std::size_t& /*made_ids*/) {
  ModelResponse response;
  response.result = Value::str(text);
  response.message = assistant(response.result);
  return response;
}

Result<ModelResponse> response_after_thought(std::string_view text, std::size_t& /*made_ids*/) {
  const Thought thought = split_thought(text).value_or(Thought{"", text});
  ModelResponse response;
  response.result = Value::str(thought.answer);
  response.reasoning = Value::str(thought.reasoning);
  response.message = assistant(response.result);
  response.message.mutable_dict().set("reasoning_content", *response.reasoning);
  return response;
}

// The official handler takes the reasoning out of what is left when the reasoning is gone, so it
// reports the answer as reasoning: quirk answer_as_reasoning.
Result<ModelResponse> deepseek_response(std::string_view text, std::size_t& /*made_ids*/) {
  ModelResponse response;
  response.result = Value::str(behind_thought(text));
  response.reasoning = split_thought(text).has_value() ? response.result : Value::str("");
  response.message = assistant(Value::str(text));
  return response;
}

Result<ModelResponse> tool_call_response(std::string_view text, std::size_t& /*made_ids*/) {
  ModelResponse response;
  response.result = Value::str(text);
  response.message = assistant_of(text, tool_call_blocks(text, false));
  return response;
}

Result<ModelResponse> thought_and_tool_call_response(std::string_view text, std::size_t& made_ids) {
  BFCLX_ASSIGN_OR_RETURN(ModelResponse response, response_after_thought(text, made_ids));
  // Blocks inside of the reasoning count too.
  response.message = assistant_of(response.result.as_str(), tool_call_blocks(text, false));
  response.message.mutable_dict().set("reasoning_content", *response.reasoning);
  return response;
}

Result<ModelResponse> arch_response(std::string_view text, std::size_t& /*made_ids*/) {
  ModelResponse response;
  List blocks = tool_call_blocks(text, true);
  if (blocks.empty()) {
    response.result = Value::str(text);
    response.message = assistant(response.result);
    return response;
  }
  List items;
  Budget budget;
  for (const Value& block : blocks) {
    BFCLX_ASSIGN_OR_RETURN(const Value item, evaluated(block, budget));
    BFCLX_ASSIGN_OR_RETURN(Value call, call_of(item));
    items.push_back(std::move(call));
  }
  response.result = Value::list(std::move(items));
  response.message = assistant_with_calls(Value::none(), std::move(blocks));
  return response;
}

Result<ModelResponse> granite_3_response(std::string_view text, std::size_t& /*made_ids*/) {
  // A set of letters is stripped, not the word: quirk letters_are_stripped.
  std::string rest(lstrip(python_like::lstrip_chars(text, "ASSISTANT:")));
  std::string_view mark = "<|tool_call|>";
  if (rest.find("<tool_call>") != std::string::npos) {
    mark = "<tool_call>";
    rest = replace_all(rest, "</tool_call>", "");
  }
  List items;
  Budget budget;
  const std::size_t at = rest.find(mark);
  if (at != std::string::npos) {
    const std::string_view match = strip(std::string_view(rest).substr(at + mark.size()));
    BFCLX_RETURN_IF_ERROR(add_items(items, match, budget));
  }
  return response_of_items(text, items);
}

Result<ModelResponse> phi_fc_response(std::string_view text, std::size_t& /*made_ids*/) {
  constexpr std::string_view kOpen = "<|tool_call|>";
  List items;
  Budget budget;
  std::size_t begin = 0;
  bool found_any = false;
  while (const auto found = find_between(text, kOpen, "<|/tool_call|>", begin)) {
    begin = found->end;
    found_any = true;
    BFCLX_RETURN_IF_ERROR(add_items(items, found->content, budget));
  }
  const std::size_t at = text.find(kOpen);
  if (!found_any && at != std::string_view::npos) {
    // To the end, where one line end does not count.
    std::string_view match = text.substr(at + kOpen.size());
    if (!match.empty() && match.back() == '\n') match.remove_suffix(1);
    BFCLX_RETURN_IF_ERROR(add_items(items, match, budget));
  }
  return response_of_items(text, items);
}

}  // namespace bfclx::chat_formats
