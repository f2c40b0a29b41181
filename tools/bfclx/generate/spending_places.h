// Which result folders the limits of a command count (--budget-scope folder).
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_SPENDING_PLACES_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_SPENDING_PLACES_H_

#include "core/dataset/models.h"
#include "tools/bfclx/generate/options.h"

namespace bfclx::tools {

// With `places`: the folders of all models, repeats and sweeps of the command, each once.
SpendingOptions with_places(const GenerateOptions& options, const ModelRegistry& registry);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_SPENDING_PLACES_H_
