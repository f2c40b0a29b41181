// What the options of a run change of its requests, in the settings of its target.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_REQUEST_SETTINGS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_REQUEST_SETTINGS_H_

#include "tools/bfclx/generate/options.h"
#include "tools/bfclx/generate/target.h"
#include "tools/bfclx/input/dataset_dir.h"

namespace bfclx::tools {

// Into the settings of a target as make_target() made it. UsageError, for the first run of a sweep
// also for what a later one has: before anything is paid for.
void add_request_settings(const GenerateOptions& options, const DatasetDir& dataset,
                          Target& target);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_REQUEST_SETTINGS_H_
