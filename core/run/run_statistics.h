// A scored run as core/statistics takes it.
#ifndef BFCLX_CORE_RUN_RUN_STATISTICS_H_
#define BFCLX_CORE_RUN_RUN_STATISTICS_H_

#include <vector>

#include "core/run/model_run.h"
#include "core/statistics/basis.h"
#include "core/statistics/comparison.h"
#include "core/statistics/composition.h"

namespace bfclx {

// Whether the response has a verdict that counts: of a known entry, not superseded, not skipped.
inline bool counts(const ScoredResponse& response) {
  return response.entry != nullptr && !response.superseded && !response.skipped();
}

// The verdicts of a scored run that count. Ids and error types are views into the dataset's entries
// and the run, which must both outlive it.
JudgedRun judged_run(const ModelRun& model);

// The same with what a score's basis says of the run (core/statistics/basis.h).
struct RunForScores {
  JudgedRun judged;
  ScoredRun scored;  // refers to `judged`

  explicit RunForScores(const ModelRun& model);
  RunForScores(const RunForScores&) = delete;
  RunForScores& operator=(const RunForScores&) = delete;
};

// Clusters and accuracy of one category of a scored run.
Accuracy accuracy_of(const CategoryRun& run);
// All entries of all its categories taken together, each counting the same.
Accuracy accuracy_of(const ModelRun& model);

// Those of a version's overall score.
std::vector<CategoryWeight> category_weights(LeaderboardVersion version);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_RUN_STATISTICS_H_
