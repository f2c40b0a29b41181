// Results that `generate --sample` made are told apart wherever their scores are shown.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_SAMPLE_NOTE_H_
#define BFCLX_TOOLS_BFCLX_INPUT_SAMPLE_NOTE_H_

#include <string>

#include "core/run/run_manifest.h"

namespace bfclx::tools {

// sample_text by the manifest in a model's folder of results; empty where it tells of no sample.
std::string sample_note(const std::string& model_folder);
// All that it tells; empty where there is none.
RunManifest manifest_in(const std::string& model_folder);
// Where that manifest is.
std::string manifest_path(const std::string& model_folder);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_SAMPLE_NOTE_H_
