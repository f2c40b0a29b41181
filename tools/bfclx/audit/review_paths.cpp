#include "tools/bfclx/audit/review_paths.h"

#include "core/review/run_paths.h"
#include "tools/bfclx/input/run_one_by_one.h"
#include "tools/bfclx/input/score_run.h"

namespace bfclx::tools {

ReviewPlan finished_plan(const AuditReport& report, const ReviewRequest& request,
                         const RunOptions& options) {
  ReviewPlanner planner(report, request);
  if (planner.wants_paths()) {
    const std::size_t jobs = chosen_jobs(options);
    open_one_by_one(options, [&](Session&, ModelRun& model) {
      RunPaths paths(planner, model);
      score_run(model, Keep::kCounts, jobs, paths.hooks());
      paths.finish();
    });
  }
  return planner.finish();
}

}  // namespace bfclx::tools
