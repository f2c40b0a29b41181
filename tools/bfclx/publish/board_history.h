// What changed on a leaderboard: data/history.json has its releases and the date of each model,
// models/<name>/history.json the earlier results of a model. A release is a run of `bfclx report`
// that adds, replaces or removes models. Of a model with repeats it has the mean and their number.
// All of it is bounded.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_HISTORY_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_HISTORY_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bfclx/publish/model_record.h"
#include "tools/bfclx/publish/published_files.h"

namespace bfclx::tools {

inline constexpr const char* kHistoryFile = "data/history.json";

// Writes both; the date of the last release, empty where it has none. `index`: the new
// data/index.json; the one in the folder is still that of before. `today`: the date of the release,
// and of models whose manifest has none. Throws a UsageError where the history in the folder cannot
// be read.
std::string write_history(const std::filesystem::path& folder, std::string_view index,
                          const std::vector<ModelRecord>& records, const std::string& today,
                          PublishedFiles& files);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_HISTORY_H_
