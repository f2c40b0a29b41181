#include "core/review/run_paths.h"

#include "core/review/episode_paths.h"
#include "core/run/run_statistics.h"

namespace bfclx {

RunPaths::RunPaths(ReviewPlanner& planner, const ModelRun& model)
    : planner_(planner), model_(model), paths_(model.order.size()) {}

ScoreHooks RunPaths::hooks() {
  ScoreHooks hooks;
  hooks.wanted = [this](std::size_t index) {
    const Place& place = model_.order[index];
    if (!place.scored) return false;
    const ScoredResponse& response = model_.response(place);
    return response.entry != nullptr && planner_.wants_path_of(response.entry->id);
  };
  hooks.scored = [this](std::size_t index, const ScoredResponse& response) {
    if (counts(response)) paths_[index] = path_of(response);
  };
  return hooks;
}

void RunPaths::finish() {
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    if (paths_[i].is_none()) continue;
    planner_.add_path(model_.response(model_.order[i]).entry->id, paths_[i]);
  }
}

}  // namespace bfclx
