// Messages of several APIs as those of OpenAI's chat API (internal to core/benchmark).
#ifndef BFCLX_CORE_BENCHMARK_LOGGED_MESSAGES_H_
#define BFCLX_CORE_BENCHMARK_LOGGED_MESSAGES_H_

#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

struct LoggedConversation {
  List messages;          // {"role", "content", "tool_calls" | "tool_call_id"}
  const Value* tools{};   // as the log has them; nullptr where it has none
  std::string problem{};  // why its messages cannot be read; then there are none
  std::vector<std::size_t> empty_questions{};  // places of the user's messages without text
};

// Those in a value, containers such as a log with samples taken apart. Without a message of the
// user and one of the assistant behind it there is none.
std::vector<LoggedConversation> conversations_in(const Value& value);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_LOGGED_MESSAGES_H_
