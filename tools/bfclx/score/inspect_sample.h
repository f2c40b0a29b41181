// A scored entry as a sample of a log of inspect: the conversation, the verdict, what it was.
#ifndef BFCLX_TOOLS_BFCLX_SCORE_INSPECT_SAMPLE_H_
#define BFCLX_TOOLS_BFCLX_SCORE_INSPECT_SAMPLE_H_

#include <string>
#include <string_view>

#include "core/run/scorer.h"

namespace bfclx::tools {

// The name of the score in samples and results.
inline constexpr std::string_view kInspectScore = "bfcl";

// Without what is not UTF-8: strict readers refuse the whole file for one lone surrogate.
std::string valid_text(std::string_view text);

// The fields are those of EvalSample and EvalSampleSummary of inspect_ai 0.3.285. Any JSON reader
// takes the values: numbers that JSON does not have are texts. `uuid` is the sample's. The response
// has an entry, and nothing of its verdict has been dropped.
struct InspectSample {
  Value sample;
  Value summary;
};
InspectSample inspect_sample(const ScoredResponse& response, const RunSettings& settings,
                             std::string_view model, std::string_view uuid);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SCORE_INSPECT_SAMPLE_H_
