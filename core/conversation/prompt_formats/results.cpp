// How the results of calls go back into the history.
#include <algorithm>

#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/value/dict.h"

namespace bfclx::chat_formats {

namespace {

// zip(results, calls) of Python: as many as the shorter has.
std::size_t pairs(const List& a, const List& b) { return std::min(a.size(), b.size()); }

// {"role": "tool", <key>: <tag>, "content": <result>}
Value tool_message(std::string_view key, const Value& tag, const Value& result) {
  Dict message;
  message.set("role", Value::str("tool"));
  message.set(key, tag);
  message.set("content", result);
  return Value::dict(std::move(message));
}

List tagged(std::string_view key, const Value& tags, const Value& results) {
  List messages;
  for (std::size_t i = 0; i < pairs(tags.items(), results.items()); ++i) {
    messages.push_back(tool_message(key, tags.items()[i], results.items()[i]));
  }
  return messages;
}

void append_all(const Value& messages, const List& more) {
  List& all = messages.mutable_list();
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

Status tool_messages(const Value& messages, const Value& calls, const Value& results,
                     const ModelResponse& /*response*/) {
  append_all(messages, tagged("name", calls, results));
  return {};
}

Status ipython_messages(const Value& messages, const Value& /*calls*/, const Value& results,
                        const ModelResponse& /*response*/) {
  for (const Value& result : results.items()) {
    messages.mutable_list().push_back(message_of("ipython", result));
  }
  return {};
}

Status one_user_message(const Value& messages, const Value& calls, const Value& results,
                        const ModelResponse& /*response*/) {
  messages.mutable_list().push_back(
      message_of("user", Value::list(tagged("name", calls, results))));
  return {};
}

Status numbered_tool_messages(const Value& messages, const Value& /*calls*/, const Value& results,
                              const ModelResponse& response) {
  append_all(messages, tagged("tool_call_id", response.tool_call_ids, results));
  return {};
}

}  // namespace bfclx::chat_formats
