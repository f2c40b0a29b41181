#include "tools/bfclx/generate/spending_places.h"

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tools/bfclx/generate/repeats.h"
#include "tools/bfclx/generate/result_folder.h"
#include "tools/bfclx/input/options.h"

namespace bfclx::tools {

SpendingOptions with_places(const GenerateOptions& options, const ModelRegistry& registry) {
  SpendingOptions spending = options.spending;
  if (spending.scope != "folder" || !options.replay.empty()) return spending;
  std::set<std::pair<std::string, std::string>> places;
  const std::vector<GenerateOptions> runs = runs_of(options);
  for (const std::string& model : split_items(options.models)) {
    const Model* registered = registry.find(model);
    const std::string folder =
        checked_model_folder(registered != nullptr ? registered->name : model);
    for (const GenerateOptions& run : runs) places.emplace(chosen_result_dir(run), folder);
  }
  std::vector<SpendingPlace> all;
  for (const auto& [root, model] : places) all.push_back({root, model});
  spending.places = std::make_shared<const std::vector<SpendingPlace>>(std::move(all));
  return spending;
}

}  // namespace bfclx::tools
