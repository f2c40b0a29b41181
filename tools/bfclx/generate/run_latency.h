// How long the requests behind the results of a folder took, for its manifest.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_RUN_LATENCY_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_RUN_LATENCY_H_

#include <string_view>

#include "core/base/result.h"
#include "core/run/response_latency.h"
#include "tools/bfclx/generate/result_folder.h"

namespace bfclx::tools {

// Of the result line of an entry; nothing where it cannot be read.
void add_latency(std::string_view id, std::string_view text, ResponseLatency& found);
// By all result lines of the folder, those of earlier runs too. An error where a file cannot be
// read to its end: percentiles of a part would look like those of the whole.
Result<ResponseLatency> latency_of_results(const ResultFolder& folder);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_RUN_LATENCY_H_
