// Whether a run may go on in a folder: its results were made with the same settings, or the user
// says otherwise.
#include <algorithm>
#include <map>
#include <string>

#include "core/conversation/values.h"
#include "core/dataset/entry_id.h"
#include "tools/bfclx/generate/generation.h"

namespace bfclx::tools {
namespace {

bool is_chosen(const Choice& choice, std::string_view id) {
  const Category* category = read_entry_id(id).category;
  return std::find(choice.categories.begin(), choice.categories.end(), category) !=
         choice.categories.end();
}

}  // namespace

void Generation::read_earlier_settings() {
  settings_ = result_settings(target_, dataset_.dataset().prompts());
  earlier_ = earlier_settings(folder_.read_manifest());
}

// Why this run may not add to the results that are there, of any category; empty where it may.
std::string Generation::other_settings(const ResultFolder::Found& found) const {
  if (options_.overwrite || options_.continue_anyway) return {};
  std::map<std::string, std::size_t> counts;
  const auto made_with = folder_.made_with();
  for (const auto& [id, settings] : made_with) {
    const bool chosen = is_chosen(choice_, id);
    if (!chosen || found.done.count(id) != 0) ++counts[settings];
  }
  for (const std::string& id : found.done) {
    if (made_with.count(id) == 0) ++counts[""];
  }
  for (const auto& [id, count] : counts) {
    const Value* known = id.empty() ? &earlier_.older : present(earlier_.made_with, id);
    const std::string differs = known != nullptr ? settings_difference(*known, settings_) : "";
    if (differs.empty()) continue;
    return target_.server.scrubbed(folder_.place().string() + " has " + std::to_string(count) +
                                   (count == 1 ? " result" : " results") +
                                   " made with other settings: " + differs +
                                   ". Use --run-name NAME to keep this run separate, -o to "
                                   "regenerate them, or --continue-anyway to add to them");
  }
  return {};
}

}  // namespace bfclx::tools
