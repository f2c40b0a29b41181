// The inference logs of result files, as score files carry them on.
#ifndef BFCLX_CORE_OFFICIAL_INFERENCE_LOG_H_
#define BFCLX_CORE_OFFICIAL_INFERENCE_LOG_H_

#include <cstdint>

#include "core/base/result.h"
#include "core/dataset/json_scanner.h"

namespace bfclx {

// Gives the value of "inference_log" of the entry at `offset` to `sink`, as the official writer
// writes it after reading it; "" where there is none.
Status write_log(const ReadBytes& read, std::uint64_t offset, const TextSink& sink);

}  // namespace bfclx

#endif  // BFCLX_CORE_OFFICIAL_INFERENCE_LOG_H_
