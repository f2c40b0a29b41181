// Findings about repeats of one run, which a single run does not show.
#ifndef BFCLX_CORE_FINDINGS_REPEATS_DIAGNOSIS_H_
#define BFCLX_CORE_FINDINGS_REPEATS_DIAGNOSIS_H_

#include <span>
#include <vector>

#include "core/findings/diagnosis.h"
#include "core/run/model_run.h"

namespace bfclx {

// Up to here sampling is greedy: the official generator asks for 0.001.
inline constexpr double kGreedyTemperature = 0.001;

// Entries whose responses differ between runs with the same settings and a temperature of 0, or so
// close to it that every token is the most likely one; nothing for other runs. The responses are
// scored as diagnose_run needs them.
std::vector<Finding> diagnose_repeats(std::span<const ModelRun* const> repeats);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_REPEATS_DIAGNOSIS_H_
