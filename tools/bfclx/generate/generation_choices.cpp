// --one-request: the first repeat has the responses of the others, too. They go into the journal of
// each, which goes on with them as after an interruption.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "core/generation/several_choices.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/generation.h"

namespace bfclx::tools {

void Generation::open_choices(AskerSettings& how, AskerHooks& hooks) {
  if (!options_.one_request || options_.repeat != 1) return;
  how.choices = std::min(options_.repeats, kMostChoices);
  hooks.keep_choice = [this](const PlannedEntry&, std::size_t repeat, const std::string& line) {
    keep_choice(repeat, line);
  };
}

// A folder that another run has, or that cannot be written, goes without: its repeat sends the
// request itself.
void Generation::keep_choice(std::size_t repeat, const std::string& line) {
  auto known = repeat_folders_.find(repeat);
  if (known == repeat_folders_.end()) {
    GenerateOptions other = options_;
    other.repeat = repeat;
    std::unique_ptr<ResultFolder> folder;
    try {
      folder = std::make_unique<ResultFolder>(chosen_result_dir(other),
                                              checked_model_folder(target_.settings.registry_name));
      folder->open();
      if (!folder->append_to(kJournalFile, "")) folder.reset();
    } catch (const UsageError&) {
      folder.reset();
    }
    known = repeat_folders_.emplace(repeat, std::move(folder)).first;
  }
  if (known->second == nullptr) return;
  std::string clean;
  if (!known->second->append_to(kJournalFile, target_.server.scrubbed(line, clean), "\n")) {
    known->second.reset();
  }
}

}  // namespace bfclx::tools
