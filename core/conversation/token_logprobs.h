// Log probabilities of the tokens of a response, in a bounded form for result lines (--logprobs):
// {"tokens": [text, ...], "logprobs": [number, ...], "top": [{text: number, ...}, ...]}, a place a
// token. "top" only where alternatives were asked for; "truncated": true where tokens are left out.
#ifndef BFCLX_CORE_CONVERSATION_TOKEN_LOGPROBS_H_
#define BFCLX_CORE_CONVERSATION_TOKEN_LOGPROBS_H_

#include <cstddef>
#include <optional>

#include "core/value/value.h"

namespace bfclx {

inline constexpr std::size_t kMostLogprobTokens = 4096;  // of a response
inline constexpr std::size_t kMostTopLogprobs = 20;      // of a token

// Of a choice of a chat or a text completion, as OpenAI's API reference documents them. nullopt
// where the choice has none, or of another shape.
std::optional<Value> read_logprobs(const Value& choice);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_TOKEN_LOGPROBS_H_
