// The sample inside the program: a small dataset of the project's own, and the replies of two
// made-up models, so that everything can be tried without any download (tools/sample/).
#ifndef BFCLX_TOOLS_SAMPLE_SAMPLE_H_
#define BFCLX_TOOLS_SAMPLE_SAMPLE_H_

#include <span>
#include <string_view>

namespace bfclx {

struct EmbeddedFile {
  // Relative to tools/sample, with forward slashes: "data/BFCL_v4_live_simple.json",
  // "results/good-model/live/BFCL_v4_live_simple_result.json", "models.json".
  std::string_view path;
  std::string_view bytes;
};

// The dataset first, then the models; valid as long as the program runs.
std::span<const EmbeddedFile> sample_files();

}  // namespace bfclx

#endif  // BFCLX_TOOLS_SAMPLE_SAMPLE_H_
