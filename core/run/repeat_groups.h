// Which runs are repeats of one model.
#ifndef BFCLX_CORE_RUN_REPEAT_GROUPS_H_
#define BFCLX_CORE_RUN_REPEAT_GROUPS_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/run/model_run.h"
#include "core/statistics/repeats.h"

namespace bfclx {

struct RepeatsRequest {
  std::string of;        // all runs, of a model with this name; empty: see below
  bool by_name = false;  // those whose folders have the same name
  // Neither: those whose manifests have the same settings but for the seed. Copies of a run are
  // left out, and the caller leaves out what shares no entry (share_an_entry).
  bool by_manifest() const { return of.empty() && !by_name; }
};

// At least two runs each, in the order of the runs.
std::vector<RepeatGroup> repeat_groups(std::span<const ModelRun* const> runs,
                                       const RepeatsRequest& request);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_REPEAT_GROUPS_H_
