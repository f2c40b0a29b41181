// Repeats of a run: folder, seed and manifest of each.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_REPEATS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_REPEATS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "core/value/value.h"
#include "tools/bfclx/generate/options.h"
#include "tools/bfclx/generate/target.h"

namespace bfclx::tools {

// The options of each repeat of each run of a sweep, in order; of a run without either its own.
std::vector<GenerateOptions> runs_of(const GenerateOptions& options);

// The runs of a command that ended behind run `index` of `model`: "Not started: repeats 3 to 5 of
// my-model". Empty where there are none.
std::string not_begun_text(const std::vector<GenerateOptions>& runs, std::size_t index,
                           const std::string& model);

// Adds the seed of a sweep or of a repeat to its requests: of a repeat the one of --extra-body, or
// 1, and one more for each that follows. Only where the server is known to take a seed: OpenAI's,
// and servers of one's own that speak its protocol.
void add_seed(const GenerateOptions& options, Target& target);

// For the manifest: {"number", "of", "by": "seed", "repetition" or "choice", "seed"}.
Value repeat_value(const GenerateOptions& options, const Target& target);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_REPEATS_H_
