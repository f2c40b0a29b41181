// mistral_fc.py:_parse_query_response_prompting: a JSON list of calls, each of which gets an id.
#include <utility>

#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/decode/call_items.h"
#include "core/decode/python_like.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx::chat_formats {

namespace {

// Nine characters, as Mistral wants them; the official ones are random.
Value next_id(std::size_t& made_ids) {
  constexpr std::size_t kDigits = 5;
  std::string digits = std::to_string(++made_ids);
  if (digits.size() < kDigits) digits.insert(0, kDigits - digits.size(), '0');
  return Value::str("call" + digits);
}

// item["id"] = id
Status set_id(const Value& item, const Value& id) {
  if (item.is_dict()) {
    item.mutable_dict().set("id", id);
    return {};
  }
  if (item.is_list()) {
    return Error{"TypeError", "list indices must be integers or slices, not str"};
  }
  std::string message = "'";
  message.append(type_name(item)).append("' object does not support item assignment");
  return Error{"TypeError", std::move(message)};
}

}  // namespace

Result<ModelResponse> mistral_fc_response(std::string_view text, std::size_t& made_ids) {
  ModelResponse response;
  Result<Value> parsed = json_loads(text);
  if (!parsed.ok()) {
    if (parsed.error().kind != "JSONDecodeError") return std::move(parsed).error();
    response.result = Value::str(text);
    response.message = message_of("assistant", response.result);
    return response;
  }
  List ids;
  BFCLX_RETURN_IF_ERROR(python_like::for_each_item(*parsed, [&](const Value& item) -> Status {
    ids.push_back(next_id(made_ids));
    return set_id(item, ids.back());
  }));
  std::string history = "[TOOL_CALLS]";
  BFCLX_RETURN_IF_ERROR(append_dumps(history, *parsed));
  BFCLX_ASSIGN_OR_RETURN(response.result, calls_from_items(*parsed));
  response.message = message_of("assistant", Value::str(history));
  response.tool_call_ids = Value::list(std::move(ids));
  return response;
}

}  // namespace bfclx::chat_formats
