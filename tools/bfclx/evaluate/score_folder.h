// The folder of scores: files that appear whole or not at all, and headers of those that are there.
#ifndef BFCLX_TOOLS_BFCLX_EVALUATE_SCORE_FOLDER_H_
#define BFCLX_TOOLS_BFCLX_EVALUATE_SCORE_FOLDER_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx::tools {

// A file that is written beside its place under a name of its own and takes its place when it is
// whole. A run that is killed, or a full disk, leaves what was there before.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();  // without commit nothing remains

  void write(std::string_view bytes);
  // Error "FileError": what could not be done, with the path and what to do about it.
  Status commit();

 private:
  void write_out(std::string_view bytes);
  void flush();
  void fail(int error_number);

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  std::string pending_;
  std::string error_;
  int descriptor_ = -1;
};

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

// Makes the folder and tries whether files can be written there. Error as above.
Status prepare_folder(const std::filesystem::path& folder);
// Deletes what killed runs have left half written.
void remove_leftovers(const std::filesystem::path& folder);

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
// of a folder before those of the folders in it. Folders that are links are not entered.
std::vector<std::filesystem::path> find_official_files(const std::filesystem::path& folder,
                                                       std::string_view suffix,
                                                       std::vector<std::string>& errors);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_EVALUATE_SCORE_FOLDER_H_
