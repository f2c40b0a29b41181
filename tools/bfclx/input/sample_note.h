// The manifest beside results, which tells those of `generate --sample` apart.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_SAMPLE_NOTE_H_
#define BFCLX_TOOLS_BFCLX_INPUT_SAMPLE_NOTE_H_

#include <string>
#include <vector>

#include "core/dataset/dataset_files.h"
#include "core/run/run_manifest.h"

namespace bfclx::tools {

// The manifest in a model's folder of results, or what a log tells instead; empty where there is
// none.
RunManifest manifest_in(const std::string& model_folder);
// What is wrong with a manifest: it cannot be used, or names another dataset than the one in use.
void note_manifest(const std::string& model_folder, const RunManifest& manifest,
                   const DatasetFiles& dataset, std::vector<std::string>& notes);
// The bytes of bfclx_entries.jsonl beside it; empty where there is none that can be read.
std::string entry_notes_in(const std::string& model_folder);
// Where that manifest is.
std::string manifest_path(const std::string& model_folder);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_SAMPLE_NOTE_H_
