#include "core/run/repeat_groups.h"

#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace bfclx {
namespace {

// Runs by their keys, in the order of the first of each; an empty key is none.
template <typename KeyOf>
std::vector<RepeatGroup> grouped(std::span<const ModelRun* const> runs, const KeyOf& key_of) {
  std::vector<RepeatGroup> groups;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string key = key_of(*runs[i]);
    if (key.empty()) continue;
    const auto [place, is_new] = places.try_emplace(key, groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].runs.push_back(i);
  }
  std::erase_if(groups, [](const RepeatGroup& group) { return group.runs.size() < 2; });
  return groups;
}

// Groups of one model, such as those of a sweep, differ by their settings.
void tell_temperatures(std::span<const ModelRun* const> runs, std::vector<RepeatGroup>& groups) {
  std::map<std::string, std::size_t> count;
  for (const RepeatGroup& group : groups) ++count[group.model];
  for (RepeatGroup& group : groups) {
    const std::optional<double>& temperature = runs[group.runs.front()]->repeat.temperature;
    if (count[group.model] < 2 || !temperature) continue;
    char text[32];
    std::snprintf(text, sizeof text, "%g", *temperature);
    group.reason.append(", temperature ").append(text);
  }
}

}  // namespace

std::vector<RepeatGroup> repeat_groups(std::span<const ModelRun* const> runs,
                                       const RepeatsRequest& request) {
  if (!request.of.empty()) {
    if (runs.size() < 2) return {};
    RepeatGroup all{request.of, "declared as repeats", {}};
    for (std::size_t i = 0; i < runs.size(); ++i) all.runs.push_back(i);
    return {all};
  }
  std::vector<RepeatGroup> groups;
  if (request.by_name) {
    groups = grouped(runs, [](const ModelRun& run) { return run.folder_name; });
  } else {
    std::set<std::string> manifests;
    groups = grouped(runs, [&](const ModelRun& run) {
      const RepeatFacts& facts = run.repeat;
      const bool is_new = !facts.key.empty() && manifests.insert(facts.manifest).second;
      return is_new ? facts.key : std::string();
    });
  }
  for (RepeatGroup& group : groups) {
    const ModelRun& first = *runs[group.runs.front()];
    const bool named = !request.by_name && !first.repeat.model.empty();
    group.model = named ? first.repeat.model : first.folder_name;
    group.reason = request.by_name ? "same folder name" : "same settings in bfclx_manifest.json";
  }
  if (!request.by_name) tell_temperatures(runs, groups);
  return groups;
}

}  // namespace bfclx
