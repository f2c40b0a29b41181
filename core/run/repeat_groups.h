// Which runs are repeats of each other, by their manifests.
#ifndef BFCLX_CORE_RUN_REPEAT_GROUPS_H_
#define BFCLX_CORE_RUN_REPEAT_GROUPS_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/run/model_run.h"

namespace bfclx {

// Indices of runs with the same settings but for the seed, at least two each; copies of a run are
// left out.
std::vector<std::vector<std::size_t>> repeats_by_manifest(std::span<const ModelRun* const> runs);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_REPEAT_GROUPS_H_
