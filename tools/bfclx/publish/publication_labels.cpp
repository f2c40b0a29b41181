// How the runs of a leaderboard are named, and which of those that are there a new one replaces.
#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

#include "tools/bfclx/publish/publication.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

// "old/repeat-2/my-model" of "old/result/repeat-2/my-model" with two folders; see run_names.
std::string name_with_folders(const ModelRun& model, std::size_t folders) {
  std::string name = model.folder_name;
  for (std::filesystem::path path =
           std::filesystem::path(model.path).lexically_normal().parent_path();
       folders > 0 && path.has_filename(); path = path.parent_path()) {
    const std::string folder = path.filename().string();
    if (folder == "result" || folder == "results") continue;
    name.insert(0, folder + "/");
    --folders;
  }
  return name;
}

}  // namespace

// "name", and "name (2)" where another run of this time has it.
std::string Publication::name_of(const std::string& label) {
  const auto known = before_.find(label);
  return known != before_.end() ? known->second : names_.of(label);
}

// The name that it has among the runs on the leaderboard: with as many folders as tell it from
// them, but one at least.
std::string Publication::repeat_label_of(const ModelRun& model) const {
  if (model.name != model.folder_name) return model.name;
  std::string name = name_with_folders(model, 1);
  const auto is_taken = [&](const auto& run) {
    return run.first == name || run.first.ends_with("/" + name);
  };
  for (std::size_t folders = 2; std::any_of(before_.begin(), before_.end(), is_taken); ++folders) {
    const std::string longer = name_with_folders(model, folders);
    if (longer == name) break;
    name = longer;
  }
  return name;
}

// Whether the leaderboard has several runs with these settings.
bool Publication::has_repeats(std::string_view settings) const {
  return !settings.empty() &&
         std::count_if(repeats_before_.begin(), repeats_before_.end(),
                       [&](const auto& run) { return run.second.settings == settings; }) > 1;
}

// That of the run on the leaderboard that this one is, or is generated again for. Else the model's
// own, or that of a further repeat, and behind it a number where another run has it.
std::string Publication::label_of(const PublishedModel& model) {
  const std::string own = printable_line(model.label);
  const std::string* there = nullptr;
  bool joins = false;  // repeats of the same settings
  for (const auto& [label, repeat] : repeats_before_) {
    if (model.repeat.key.empty() || labels_.count(label) > 0) continue;
    if (repeat.manifest == model.repeat.manifest) {
      there = &label;
      break;
    }
    if (repeat.settings != model.repeat.key) continue;
    joins = true;
    const bool is_named =
        label == own || (!repeat.repetition.empty() && label.ends_with("/" + own));
    if (is_named && repeat.repetition == model.repetition && there == nullptr) there = &label;
  }
  if (there != nullptr) return *labels_.insert(*there).first;
  const std::string first = joins ? printable_line(model.repeat_label) : own;
  std::string label = first;
  for (int number = 2;; ++number) {
    const auto taken = repeats_before_.find(label);
    const bool is_taken = taken != repeats_before_.end();
    const bool other = joins && is_taken && taken->second.settings == model.repeat.key;
    // A run with other settings takes no place among the repeats of a model.
    const bool differs = is_taken && !model.repeat.key.empty() &&
                         taken->second.settings != model.repeat.key &&
                         has_repeats(taken->second.settings);
    if (!other && !differs && labels_.insert(label).second) {
      if (number > 2 && !joins) {
        note(first + " on the leaderboard has other settings: added as " + label);
      }
      return label;
    }
    label = first + " (" + std::to_string(number) + ")";
  }
}

}  // namespace bfclx::tools
