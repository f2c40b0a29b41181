// Entries that a run leaves out on purpose: with `generate --sample`, entries outside the sample
// are not missing.
#ifndef BFCLX_TOOLS_BFCLX_DOCTOR_SAMPLE_SCOPE_H_
#define BFCLX_TOOLS_BFCLX_DOCTOR_SAMPLE_SCOPE_H_

#include <set>

#include "core/dataset/dataset.h"
#include "core/run/model_run.h"

namespace bfclx::tools {

// Missing entries that are not in the sample of the manifest beside the run's files. A sample of a
// category is the first of its entries in the order that the seed gives: those up to the last one
// that has a response are in it. Empty where the run is no sample.
std::set<const Entry*> left_out_by_sample(const Dataset& dataset, const ModelRun& model);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_DOCTOR_SAMPLE_SCOPE_H_
