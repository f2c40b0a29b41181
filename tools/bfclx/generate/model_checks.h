// Checks the runs of a sweep for all models of a command, before the first model is queried.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_MODEL_CHECKS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_MODEL_CHECKS_H_

#include "core/dataset/models.h"
#include "tools/bfclx/generate/options.h"
#include "tools/bfclx/input/dataset_dir.h"

namespace bfclx::tools {

// UsageError where a model does not take a setting of the sweep, as far as it is known without its
// server. Nothing is sent.
void check_sweep_of_models(const GenerateOptions& options, DatasetDir& dataset,
                           const ModelRegistry& registry);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_MODEL_CHECKS_H_
