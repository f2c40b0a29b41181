// What one run did in the episodes of a review.
//
//   RunPaths paths(planner, model);
//   score_run(model, Keep::kCounts, paths.hooks());
//   paths.finish();
#ifndef BFCLX_CORE_REVIEW_RUN_PATHS_H_
#define BFCLX_CORE_REVIEW_RUN_PATHS_H_

#include <vector>

#include "core/review/session.h"
#include "core/run/score_run.h"

namespace bfclx {

class RunPaths {
 public:
  RunPaths(ReviewPlanner& planner, const ModelRun& model);

  // They refer to this object, and may be called on many threads.
  ScoreHooks hooks();
  // Hands the paths to the planner in the order of the run, once all is scored.
  void finish();

 private:
  ReviewPlanner& planner_;
  const ModelRun& model_;
  std::vector<Value> paths_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_REVIEW_RUN_PATHS_H_
