// The entries of a sampled run: drawn again from its manifest, as `bfclx generate` drew them.
//
// What lies outside the sample was not asked for, and is not missing; what lies inside and has no
// response is missing. A manifest that does not match the responses is ignored: a problem of
// the run names it, and every entry without a response is missing.
#ifndef BFCLX_CORE_RUN_RUN_SAMPLE_H_
#define BFCLX_CORE_RUN_RUN_SAMPLE_H_

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/dataset/dataset_files.h"
#include "core/run/model_run.h"
#include "core/run/run_manifest.h"

namespace bfclx {

using DrawnIds = std::set<std::string, std::less<>>;

// Loads the categories of the draw; an error where one of them cannot be loaded.
Result<DrawnIds> draw_sample(DatasetFiles& dataset, const SampleDraw& draw);

// The sample of a run whose responses are sorted but not matched yet; categories of the sample
// without a response are added to the sorter, unless only parts of the run are there. None where
// the manifest tells of no sample, or cannot be believed.
std::optional<DrawnIds> sample_of_run(DatasetFiles& dataset, const ManifestOfRun& manifest,
                                      ResponseSorter& sorter, ModelRun& model);

// Entries that were not wanted are not missing: they are left out.
void leave_out_unwanted(ModelRun& model, const std::function<bool(std::string_view id)>& wanted);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_RUN_SAMPLE_H_
