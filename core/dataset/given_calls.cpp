#include "core/dataset/given_calls.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "core/check/ast_checker.h"
#include "core/dataset/response_calls.h"
#include "core/dataset/response_forms.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

Result<Value> decode(const Value& response, const Decoder& decoder) {
  Budget budget;
  DecodeOptions options;
  options.budget = &budget;
  return decoder.decode_ast(response, options);
}

// [{name: JSON text}], a text or None, as response_calls.h has them.
Result<Value> decode_step(const Value& step, const Decoder& texts) {
  if (step.is_none()) return Value::list();
  if (step.is_str()) return decode(step, texts);
  if (step.is_list() && !step.items().empty()) return decode(step, *find_decoder("openai_fc"));
  return step;
}

Result<Value> decode_conversation(const Value& messages, const Decoder& texts) {
  List calls;
  Value last;
  bool has_calls = false;
  for (const Value& message : messages.items()) {
    if (!is_assistant(message)) continue;
    BFCLX_ASSIGN_OR_RETURN(Value step, response_of_message(message));
    if (step.is_list()) {
      has_calls = true;
      calls.insert(calls.end(), step.items().begin(), step.items().end());
    } else if (!step.is_none()) {
      last = std::move(step);
    }
  }
  return decode_step(has_calls ? Value::list(std::move(calls)) : last, texts);
}

// Whether it says who speaks, or carries calls: a message, not {name: arguments}.
bool is_message(const Value& given) {
  return list_member(given, "tool_calls") != nullptr || str_member(given, "role") != nullptr;
}

// {"name": "now"} is a call without arguments here. Elsewhere it is none: much has a name.
Value with_arguments(const Value& item) {
  if (str_member(item, "name") == nullptr) return item;
  for (const auto& [key, value] : item.as_dict()) {
    if (!key.is_str()) return item;
    const bool is_argument = std::find(std::begin(kArgumentNames), std::end(kArgumentNames),
                                       key.as_str()) != std::end(kArgumentNames);
    const bool is_known =
        is_argument ? value.is_none() : is_one_of(key.as_str(), {"name", "type", "id", "call_id"});
    if (!is_known) return item;
  }
  Dict call = item.as_dict();
  call.set("arguments", Value::dict());
  return Value::dict(std::move(call));
}

// A list of calls may be a tuple.
Value completed(const Value& given) {
  if (!given.is_sequence()) return with_arguments(given);
  List items = given.items();
  for (Value& item : items) item = with_arguments(item);
  return Value::list(std::move(items));
}

Result<Value> decode_completed(const Value& given, const Decoder& texts) {
  if (given.is_none() || given.is_str()) return decode_step(given, texts);
  if (is_function_calling_format(given)) {
    // {"function": {"name": ...}} has that form too.
    std::optional<Value> calls = calls_of(given);
    const bool wrapped =
        calls && !given.items().empty() &&
        dict_member(given.items().front(), "function") != nullptr &&
        str_member(*dict_member(given.items().front(), "function"), "name") != nullptr;
    return wrapped ? decode_step(*calls, texts) : given;
  }
  if (is_messages(given)) return decode_conversation(given, texts);
  if (is_message(given)) {
    BFCLX_ASSIGN_OR_RETURN(const Value step, response_of_message(given));
    return decode_step(step, texts);
  }
  if (std::optional<Value> calls = calls_of(given)) return decode_step(*calls, texts);
  if (std::optional<Value> call = given.is_dict() ? call_of(given) : std::nullopt) {
    return decode_step(Value::list({*std::move(call)}), texts);
  }
  const Value read = response_in_hand(given, false);
  return equal(read, given) ? given : decode_step(read, texts);
}

}  // namespace

Result<Value> decode_given_calls(const Value& given, const Decoder& texts) {
  return decode_completed(completed(given), texts);
}

}  // namespace bfclx
