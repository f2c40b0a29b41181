#include "tools/bfclx/generate/model_checks.h"

#include <string>
#include <vector>

#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/generate/repeats.h"
#include "tools/bfclx/input/options.h"

namespace bfclx::tools {

// The first run of a model checks the others of its sweep.
void check_sweep_of_models(const GenerateOptions& options, DatasetDir& dataset,
                           const ModelRegistry& registry) {
  const std::vector<std::string> models = split_items(options.models);
  if (models.size() < 2 || options.sweep.empty()) return;
  GenerateOptions first = runs_of(options).front();
  first.dry_run = true;
  for (const std::string& model : models) {
    try {
      const Generation checked(first, model, dataset, registry);
    } catch (const UsageError& error) {
      throw UsageError("--model " + model + ": " + error.what());
    }
  }
}

}  // namespace bfclx::tools
