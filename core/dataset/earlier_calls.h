// Earlier calls in the messages of a question, with what they returned, in OpenAI's form:
//
//   {"role": "assistant", "content": "", "tool_calls": [{"id": "call00001", "type": "function",
//      "function": {"name": "get_time", "arguments": "{\"city\": \"Lima\"}"}}]},
//   {"role": "tool", "tool_call_id": "call00001", "content": "9:30"}
//
// Only entries of own benchmarks have them.
#ifndef BFCLX_CORE_DATASET_EARLIER_CALLS_H_
#define BFCLX_CORE_DATASET_EARLIER_CALLS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/value/dict_of.h"
#include "core/value/value.h"

namespace bfclx {

struct EarlierCall {
  std::string id;
  std::string name;
  Value arguments;  // a dict
  std::string result;
};

// Messages up to the next ones with calls, then the assistant's message with calls.
struct MessagePart {
  Value plain = Value::list();     // messages {role, content}, as they were
  std::string text;                // beside the calls; may be empty
  std::vector<EarlierCall> calls;  // none: the last part
};

// Whether a message calls, or is the result of a call.
inline bool is_part_of_call(const Value& message) {
  const Value* calls = given_member(message, "tool_calls");
  return find_text(message, "role") == "tool" ||
         (calls != nullptr && !(calls->is_list() && calls->items().empty()));
}
// Whether one of these messages is, or of those of these turns.
inline bool has_earlier_calls(const Value& messages) {
  if (!messages.is_list()) return false;
  for (const Value& one : messages.items()) {
    if (one.is_list() ? has_earlier_calls(one) : is_part_of_call(one)) return true;
  }
  return false;
}

// An Error {kind "SchemaError"} names the message, "messages[3].tool_calls[0]": for calls without a
// result, results without a call, arguments that are no JSON object. Results are paired by
// `tool_call_id`; where no call of a message has an id, in their order.
Result<std::vector<MessagePart>> split_at_calls(const Value& messages, std::string_view place);

// The messages as they are kept: with ids that every API accepts, results in the order of the
// calls, and nothing that does not belong to the form. Plain messages stay.
Value kept_messages(const std::vector<MessagePart>& parts);

// "get_time(city='Lima')"
std::string python_call(const EarlierCall& call);

// What a message says, for people: its text, or the calls as Python.
std::string message_text(const Value& message);
// The messages, or turns of messages, whose contents are what message_text() gives.
Value shown_messages(const Value& messages);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_EARLIER_CALLS_H_
