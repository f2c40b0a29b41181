// Reasoning between <think> and </think> in front of an answer.
#ifndef BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_THOUGHT_H_
#define BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_THOUGHT_H_

#include <optional>
#include <string_view>

namespace bfclx::chat_formats {

// Views into the text.
struct Thought {
  std::string_view reasoning;  // before the first "</think>", behind the last "<think>" there
  std::string_view answer;     // behind the last "</think>"
};
// As qwen.py splits a response; nullopt where there is no "</think>".
std::optional<Thought> split_thought(std::string_view text);
// text.split("</think>")[-1]
std::string_view behind_thought(std::string_view text);

}  // namespace bfclx::chat_formats

#endif  // BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_THOUGHT_H_
