#include "core/dataset/finish_reason.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace bfclx {

namespace {

constexpr std::string_view kAtLimit[] = {"length", "max_tokens", "MAX_TOKENS", "max_output_tokens",
                                         "model_length"};
// OpenRouter, Mistral and vLLM; Cohere; the responses API; SGLang and vLLM.
constexpr std::string_view kServerFailed[] = {"error", "ERROR", "failed", "abort"};

template <std::size_t kSize>
bool is_one_of(const std::string_view (&reasons)[kSize], std::string_view reason) {
  return std::find(std::begin(reasons), std::end(reasons), reason) != std::end(reasons);
}

}  // namespace

bool is_token_limit(std::string_view finish_reason) { return is_one_of(kAtLimit, finish_reason); }

bool is_server_failure(std::string_view finish_reason) {
  return is_one_of(kServerFailed, finish_reason);
}

}  // namespace bfclx
