// Reasoning that a server leaves in front of a response, between delimiters such as <think> and
// </think>: a table of the delimiters, and the rule that separates both. Not for models of the
// official registry, whose handlers have rules of their own.
#ifndef BFCLX_CORE_CONVERSATION_REASONING_BLOCKS_H_
#define BFCLX_CORE_CONVERSATION_REASONING_BLOCKS_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/conversation/dialect.h"

namespace bfclx {

struct SeparatedText {
  std::string reasoning;  // without delimiters; of several blocks, a line each
  std::string response;   // without leading white space; empty where the reasoning is truncated
};

// What a run says once about such responses.
inline constexpr std::string_view kReasoningFound =
    "some responses begin with reasoning, such as <think>...</think>: it is stored as "
    "reasoning_content, and is not scored";

// nullopt where the text does not begin with reasoning. A block without its opening delimiter
// (chat templates may write that) has to end at the begin or the end of a line, and not to begin as
// calls do.
std::optional<SeparatedText> separate_reasoning(std::string_view text);

// Moves leading reasoning from the result to `reasoning`, behind what the server separated itself.
// Beside native calls the text is no result: only its reasoning is taken. `in_history`: out of the
// message for the history, too, whose first text it is in all protocols; but no block becomes
// empty, because APIs refuse that. False where there is none.
bool separate_reasoning(ModelResponse& response, bool in_history);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_REASONING_BLOCKS_H_
