// A run as core/findings diagnoses it.
#ifndef BFCLX_CORE_FINDINGS_RUN_DIAGNOSIS_H_
#define BFCLX_CORE_FINDINGS_RUN_DIAGNOSIS_H_

#include <cstddef>
#include <functional>
#include <vector>

#include "core/findings/diagnosis.h"
#include "core/run/model_run.h"
#include "core/run/score_run.h"

namespace bfclx {

// Judged by what several responses did. Of episodes a diagnosis needs no verdict.
bool is_episode(const Category& category);

// What score_run has to score of the run for a diagnosis.
ScoreHooks needed_for_diagnosis(const ModelRun& model);

// What is known of the inference log of a response; empty facts when nothing is. `file` is an index
// into ModelRun::files, and the response has an entry. See diagnosis.h.
using LogFactsOf = std::function<LogFacts(std::size_t file, const ScoredResponse&)>;

// Findings about a run whose responses are scored (Keep::kAll); episodes need not be, but must
// still have theirs. `log_facts` may be empty.
std::vector<Finding> diagnose_run(const ModelRun& model, const LogFactsOf& log_facts);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_RUN_DIAGNOSIS_H_
