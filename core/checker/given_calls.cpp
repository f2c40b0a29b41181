#include "core/checker/given_calls.h"

#include <optional>
#include <utility>

#include "core/check/ast_checker.h"
#include "core/dataset/response_calls.h"
#include "core/dataset/response_forms.h"

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

}  // namespace

Result<Value> decode_given_calls(const Value& given, const Decoder& texts) {
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

}  // namespace bfclx
