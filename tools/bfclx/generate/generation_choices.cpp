// --one-request: the first repeat has the responses of the others, too.
#include <algorithm>
#include <memory>
#include <string>

#include "core/generation/several_choices.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/generate/other_repeats.h"

namespace bfclx::tools {

void Generation::open_choices(AskerHooks& hooks) const {
  if (!options_.one_request || options_.repeat != 1) return;
  const auto others = std::make_shared<OtherRepeats>();
  GenerateOptions other = options_;
  const std::string model = checked_model_folder(target_.settings.registry_name);
  for (other.repeat = 2; other.repeat <= std::min(options_.repeats, kMostChoices); ++other.repeat) {
    others->add(other.repeat, chosen_result_dir(other), model, choice_.categories);
  }
  hooks.other_repeats = [others](const PlannedEntry& one, const HttpRequest& request) {
    return others->without(one.entry->id, request);
  };
  hooks.keep_choice = [this, others](std::size_t repeat, const std::string& line) {
    std::string clean;
    others->keep(repeat, target_.server.scrubbed(line, clean));
  };
}

}  // namespace bfclx::tools
