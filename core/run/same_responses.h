// Runs with the same responses, which cannot be told from copies of one run.
#ifndef BFCLX_CORE_RUN_SAME_RESPONSES_H_
#define BFCLX_CORE_RUN_SAME_RESPONSES_H_

#include <cstddef>
#include <span>
#include <string>

#include "core/run/model_run.h"

namespace bfclx {

// The number of entries that all runs have, where the responses to each of them are the same; else
// 0. The bytes of files, the order of lines and members such as the latency are no responses. The
// runs still have their responses (Keep).
std::size_t identical_responses(std::span<const ModelRun* const> runs);

// What that says of repeats.
std::string identical_repeats_text(std::size_t entries);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_SAME_RESPONSES_H_
