// The sample inside the program: a small dataset of the project's own, and the responses of two
// made-up models, so that everything can be tried without any download (tools/sample/).
#ifndef BFCLX_TOOLS_SAMPLE_SAMPLE_H_
#define BFCLX_TOOLS_SAMPLE_SAMPLE_H_

#include <span>

#include "tools/embedded_file.h"

namespace bfclx {

// The dataset first, then the models: "data/BFCL_v4_live_simple.json", "models.json",
// "results/good-model/live/BFCL_v4_live_simple_result.json". Valid as long as the program runs.
std::span<const EmbeddedFile> sample_files();

}  // namespace bfclx

#endif  // BFCLX_TOOLS_SAMPLE_SAMPLE_H_
