// Tokens by a server's usage objects, and what they cost.
#ifndef BFCLX_CORE_GENERATION_TOKEN_USAGE_H_
#define BFCLX_CORE_GENERATION_TOKEN_USAGE_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

struct TokenCounts {
  std::size_t input = 0;      // those from the server's cache included
  std::size_t cached = 0;     // of these
  std::size_t output = 0;     // reasoning included
  std::size_t reasoning = 0;  // of these, where the server counts them
  std::size_t written = 0;    // of the input, into the cache

  std::size_t all() const { return input + output; }
  void add(const TokenCounts& more);
};
// Of a usage object of OpenAI, Anthropic, Gemini, Bedrock, Cohere and those that speak like them:
// what they count apart (cached tokens of Anthropic and Bedrock, reasoning of Gemini and Grok) is
// added.
TokenCounts tokens_in(const Value& usage);
// Of the body of a response; nothing where it has no usage object, or is no JSON.
TokenCounts tokens_in_body(std::string_view body);

// US dollars for a million tokens.
struct TokenPrices {
  double input = 0;
  double output = 0;
  std::optional<double> cached = std::nullopt;   // none: as input
  std::optional<double> written = std::nullopt;  // into the cache; none: 1.25 times the input
  std::optional<double> batch = std::nullopt;    // factor of batches; none: 0.5

  double cost(const TokenCounts& tokens) const;  // US dollars
  double batch_factor() const { return batch.value_or(0.5); }
  TokenPrices in_batches() const;
};
// "in=3,out=15,cached=0.3,written=3.75,batch=0.5"; the last three may be absent. The Error says
// what is wrong with it.
Result<TokenPrices> read_prices(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_TOKEN_USAGE_H_
