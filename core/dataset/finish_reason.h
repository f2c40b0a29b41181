// Finish reasons of responses ("stop", "length", ...) in each protocol.
#ifndef BFCLX_CORE_DATASET_FINISH_REASON_H_
#define BFCLX_CORE_DATASET_FINISH_REASON_H_

#include <string_view>

namespace bfclx {

// Whether it is the limit of tokens: the response is truncated.
bool is_token_limit(std::string_view finish_reason);
// Whether the server gave up: what there is of a response is not the model's last word.
bool is_server_failure(std::string_view finish_reason);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_FINISH_REASON_H_
