// The runs of result files that were found, before they are read.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_FOUND_RUN_H_
#define BFCLX_TOOLS_BFCLX_INPUT_FOUND_RUN_H_

#include <string>
#include <vector>

#include "core/run/model_run.h"
#include "core/run/run_manifest.h"
#include "tools/bfclx/input/inputs.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/run.h"

namespace bfclx::tools {

struct FoundRun {
  ModelRun model;
  RunManifest manifest;
  std::string notes;  // bytes of bfclx_entries.jsonl; empty where there is none
  MatchRequest request;
};

// One for each run of the files, which stand together. Files that are not wanted are dropped where
// no settings are detected. `given`: the model of all, which --model names, or nullptr.
std::vector<FoundRun> find_runs(const Session& session, std::vector<Input>& files,
                                const Model* given, const RunOptions& options);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_FOUND_RUN_H_
