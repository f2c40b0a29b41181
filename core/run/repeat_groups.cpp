#include "core/run/repeat_groups.h"

#include <map>
#include <set>
#include <string>

namespace bfclx {

std::vector<std::vector<std::size_t>> repeats_by_manifest(std::span<const ModelRun* const> runs) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::string, std::size_t> places;
  std::set<std::string> manifests;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const RepeatFacts& facts = runs[i]->repeat;
    if (facts.key.empty() || !manifests.insert(facts.manifest).second) continue;
    const auto [place, is_new] = places.try_emplace(facts.key, groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(i);
  }
  std::erase_if(groups, [](const auto& group) { return group.size() < 2; });
  return groups;
}

}  // namespace bfclx
