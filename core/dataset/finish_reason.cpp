#include "core/dataset/finish_reason.h"

#include <algorithm>
#include <iterator>

namespace bfclx {

bool is_token_limit(std::string_view finish_reason) {
  static constexpr std::string_view kAtLimit[] = {"length", "max_tokens", "MAX_TOKENS",
                                                  "max_output_tokens", "model_length"};
  return std::find(std::begin(kAtLimit), std::end(kAtLimit), finish_reason) != std::end(kAtLimit);
}

}  // namespace bfclx
