// The rows of each file of dialects/, for the registry (dialects.cpp) alone.
#ifndef BFCLX_CORE_CONVERSATION_DIALECTS_DIALECTS_H_
#define BFCLX_CORE_CONVERSATION_DIALECTS_DIALECTS_H_

#include <span>

#include "core/conversation/dialect.h"

namespace bfclx {

std::span<const DialectInfo> chat_dialects();  // chat.cpp: OpenAI chat completions and its family
std::span<const DialectInfo> completions_dialects();  // completions.cpp: prompt_formats/
// The other hosted protocols, each in a file of its name.
std::span<const DialectInfo> responses_dialects();
std::span<const DialectInfo> anthropic_dialects();
std::span<const DialectInfo> gemini_dialects();
std::span<const DialectInfo> mistral_dialects();
std::span<const DialectInfo> cohere_dialects();
std::span<const DialectInfo> bedrock_dialects();

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_DIALECTS_DIALECTS_H_
