// Requests that the server should be able to answer, of entries that are not planned: those that
// have a result first. They tell a server that fails from planned entries that do, see Asker.
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/bfclx/generate/generation.h"

namespace bfclx::tools {

std::function<std::optional<HttpRequest>()> Generation::known_good_requests(
    const std::vector<PlannedEntry>& planned) {
  std::set<std::string_view> asked;
  for (const PlannedEntry& one : planned) asked.insert(one.entry->id);
  std::vector<const Entry*> candidates;
  std::vector<const Entry*> others;
  for (const Category* category : choice_.categories) {
    if (category->judging == Judging::kMultiTurn || category->judging == Judging::kAgentic)
      continue;
    for (const Entry& entry : dataset_.dataset().entries(*category)) {
      if (asked.count(entry.id) != 0) continue;
      (had_results_.count(entry.id) != 0 ? candidates : others).push_back(&entry);
    }
  }
  candidates.insert(candidates.end(), others.begin(), others.end());
  return [this, candidates = std::move(candidates),
          next = std::size_t{0}]() mutable -> std::optional<HttpRequest> {
    while (next < candidates.size()) {
      const Result<Conversation> started =
          Conversation::start(dataset_.dataset(), *candidates[next++], target_.settings);
      if (started.ok() && started->next().kind == Ask::Kind::kModel) return started->next().request;
    }
    return std::nullopt;
  };
}

}  // namespace bfclx::tools
