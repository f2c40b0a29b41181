#include "core/findings/repeats_diagnosis.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/counted.h"
#include "core/findings/diagnosis_parts.h"
#include "core/findings/run_diagnosis.h"

namespace bfclx {
namespace {

// The responses of all repeats to an entry.
struct Repeated {
  const Category* category = nullptr;
  std::vector<const ScoredResponse*> responses;
};

bool is_greedy(const ModelRun& run) {
  return run.repeat.temperature && *run.repeat.temperature <= kGreedyTemperature;
}

bool is_usable(const ScoredResponse& response) {
  return response.entry != nullptr && !response.superseded && !response.skipped() &&
         !diagnosis::is_inference_error(response.response);
}

// By id, in the order of the ids, of entries that all have.
std::map<std::string_view, Repeated> repeated_responses(std::span<const ModelRun* const> repeats) {
  std::map<std::string_view, Repeated> by_id;
  for (const ModelRun* run : repeats) {
    for (const CategoryRun& category : run->runs) {
      for (const ScoredResponse& response : category.responses) {
        if (!is_usable(response)) continue;
        Repeated& repeated = by_id[response.entry->id];
        repeated.category = category.category;
        repeated.responses.push_back(&response);
      }
    }
  }
  std::erase_if(by_id,
                [&](const auto& one) { return one.second.responses.size() != repeats.size(); });
  return by_id;
}

}  // namespace

std::vector<Finding> diagnose_repeats(std::span<const ModelRun* const> repeats) {
  std::vector<Finding> findings;
  const bool greedy = std::all_of(repeats.begin(), repeats.end(),
                                  [](const ModelRun* run) { return is_greedy(*run); });
  if (repeats.size() < 2 || !greedy) return findings;
  diagnosis::Collector differing(
      "nondeterminism", Severity::kWarning,
      "Report the spread of several repeats (`bfclx score` with their folders), or "
      "make the server deterministic: one replica, a fixed batch size, "
      "batch-invariant kernels.");
  const std::map<std::string_view, Repeated> by_id = repeated_responses(repeats);
  std::size_t judged = 0;
  std::size_t flips = 0;
  for (const auto& [id, repeated] : by_id) {
    const ScoredResponse& first = *repeated.responses.front();
    std::size_t passed = 0;
    bool differs = false;
    for (const ScoredResponse* response : repeated.responses) {
      differs = differs || !equal(response->response, first.response);
      passed += response->verdict.valid ? 1 : 0;
    }
    if (!differs) continue;
    const bool has_verdict = !is_episode(*repeated.category);
    const bool flipped = has_verdict && passed > 0 && passed < repeats.size();
    judged += has_verdict ? 1 : 0;
    flips += flipped ? 1 : 0;
    differing.add(repeated.category, {std::string(id),
                                      {},
                                      0,
                                      flipped ? "passed in " + std::to_string(passed) + " of " +
                                                    std::to_string(repeats.size()) + " repeats"
                                              : std::string()});
  }
  std::string effect = grouped_digits(differing.count()) + " of " +
                       counted(by_id.size(), "entry has", "entries have") +
                       " different responses in " + std::to_string(repeats.size()) +
                       " runs with the same settings.";
  if (judged > 0) {
    effect += " " + counted(flips, "single-turn entry passes", "single-turn entries pass") +
              " in some of these runs and " + (flips == 1 ? "fails" : "fail") +
              " in others: differences between two runs can be chance.";
  }
  differing.finish(findings, std::move(effect));
  return findings;
}

}  // namespace bfclx
