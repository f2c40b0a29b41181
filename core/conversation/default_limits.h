// Limits that requests have where nobody gives one.
#ifndef BFCLX_CORE_CONVERSATION_DEFAULT_LIMITS_H_
#define BFCLX_CORE_CONVERSATION_DEFAULT_LIMITS_H_

#include <cstdint>

namespace bfclx {

// max_tokens of the protocol of Anthropic, which requires one: that of the official handler.
inline constexpr std::int64_t kAnthropicMaxTokens = 64000;

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_DEFAULT_LIMITS_H_
