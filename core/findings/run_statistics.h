// Runs as the statistics and the diagnosis of core/statistics and core/findings take them.
#ifndef BFCLX_CORE_FINDINGS_RUN_STATISTICS_H_
#define BFCLX_CORE_FINDINGS_RUN_STATISTICS_H_

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/findings/diagnosis.h"
#include "core/run/model_run.h"
#include "core/statistics/comparison.h"
#include "core/statistics/composition.h"

namespace bfclx {

// The verdicts of a scored run that count. Ids and error types are views into the dataset's entries
// and the run, which must both outlive it.
JudgedRun judged_run(const ModelRun& model);

// Clusters and accuracy of one category of a scored run.
Accuracy accuracy_of(const CategoryRun& run);

// Those of a version's overall score.
std::vector<CategoryWeight> category_weights(LeaderboardVersion version);

// Judged from one reply. Of the others, episodes, a diagnosis needs no verdict.
bool is_single_turn(const Category& category);

// What is known of the inference log of a reply; empty facts when nothing is. `file` is an index
// into ModelRun::files, and the reply has an entry. See diagnosis.h.
using LogFactsOf = std::function<LogFacts(std::size_t file, const ScoredReply&)>;

// Findings about a run whose single-turn replies are scored (score_reply); episodes need not be,
// but must still have their replies. `log_facts` may be empty.
std::vector<Finding> diagnose_run(const ModelRun& model, const LogFactsOf& log_facts);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_RUN_STATISTICS_H_
