#include "tools/bfclx/audit/review_paths.h"

#include <vector>

#include "core/review/episode_paths.h"
#include "core/run/run_statistics.h"
#include "tools/bfclx/input/run_one_by_one.h"
#include "tools/bfclx/input/score_run.h"

namespace bfclx::tools {
namespace {

void add_paths(ReviewPlanner& planner, ModelRun& model, std::size_t jobs) {
  std::vector<Value> paths(model.order.size());
  ScoreHooks hooks;
  hooks.wanted = [&](std::size_t i) {
    const Place& place = model.order[i];
    if (!place.scored) return false;
    const ScoredResponse& response = model.response(place);
    return response.entry != nullptr && planner.wants_path_of(response.entry->id);
  };
  hooks.scored = [&](std::size_t i, const ScoredResponse& response) {
    if (counts(response)) paths[i] = path_of(response);
  };
  score_run(model, Keep::kCounts, jobs, hooks);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i].is_none()) continue;
    planner.add_path(model.response(model.order[i]).entry->id, paths[i]);
  }
}

}  // namespace

ReviewPlan finished_plan(const AuditReport& report, const ReviewRequest& request,
                         const RunOptions& options) {
  ReviewPlanner planner(report, request);
  if (planner.wants_paths()) {
    const std::size_t jobs = chosen_jobs(options);
    open_one_by_one(options, [&](Session&, ModelRun& model) { add_paths(planner, model, jobs); });
  }
  return planner.finish();
}

}  // namespace bfclx::tools
