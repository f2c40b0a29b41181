// A model of an earlier run of `bfclx report`, as `--add` keeps it: read from its files, and
// checked against everything in them that can be computed again.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_KEPT_MODEL_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_KEPT_MODEL_H_

#include <filesystem>
#include <string>

#include "core/dataset/dataset_files.h"
#include "tools/bfclx/publish/board_json.h"
#include "tools/bfclx/publish/model_record.h"

namespace bfclx::tools {

struct KeptModel {
  ModelRecord record;    // with the figures of model.json
  PublishedModel model;  // what the marks do not tell; of `parts` those with unknown marks alone
  std::filesystem::path file;
  std::string program;     // the version that published it
  bool has_status = true;  // files of earlier versions have none
};

// Loads the model's categories. Throws a UsageError that says what is wrong with its files.
KeptModel read_kept(const std::filesystem::path& board, const std::string& name,
                    DatasetFiles& dataset);

// Throws a UsageError where `figures`, computed again (model_figures), are not those of the file.
// A model that another version published gets them instead, and the result is its new model.json;
// empty where the file has them.
std::string check_figures(KeptModel& kept, const std::string& figures);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_KEPT_MODEL_H_
