// The folder of scores: the files in it, and the headers of those that are there.
#ifndef BFCLX_TOOLS_BFCLX_EVALUATE_SCORE_FOLDER_H_
#define BFCLX_TOOLS_BFCLX_EVALUATE_SCORE_FOLDER_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx::tools {

// Stands behind an error of missing rights.
inline constexpr std::string_view kScoreDirAdvice =
    "; name a folder that can be written with --score-dir";

// Whether a file of this name in a folder of scores is written by evaluations.
bool is_score_name(std::string_view name);

// Held while the tables are made of the folder: of two runs the later sees all scores of both. One
// that cannot be had (some network file systems) is done without.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  int descriptor_ = -1;
};

// The first line of a score file, checked for what the tables need. Error "ScoreError" where the
// file is half written or no score file.
Result<Value> read_score_header(const std::filesystem::path& path);

// Entries of a folder, in the order in which the system gives them (as official); empty with
// `error` when it cannot be read.
struct FolderEntries {
  std::vector<std::filesystem::path> folders;
  std::vector<std::filesystem::path> files;
  std::string error;
};
FolderEntries entries_of(const std::filesystem::path& folder);
// The files below a folder whose name is "BFCL_v4_<anything><suffix>", in the official order: those
// of a folder before those of the folders in it. Folders that are links are not entered; of those
// that lead out of `folder` `errors` tells. `others` gets result files of other names.
std::vector<std::filesystem::path> find_official_files(
    const std::filesystem::path& folder, std::string_view suffix, std::vector<std::string>& errors,
    std::vector<std::filesystem::path>* others = nullptr);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_EVALUATE_SCORE_FOLDER_H_
