// Files that appear whole or not at all.
//
// A file is written beside its place under a name of its own and takes its place when it is whole.
// A run that is killed, or a full disk, leaves what was there before. Where that cannot be made
// again (responses, cases), so does a power cut: the bytes are on the disk before the name. The
// temporary file is locked while its run lives, so that the next run can tell what a killed one has
// left, and removes it.
#ifndef BFCLX_TOOLS_BFCLX_OUTPUT_WHOLE_FILE_H_
#define BFCLX_TOOLS_BFCLX_OUTPUT_WHOLE_FILE_H_

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "tools/bfclx/output/below.h"

namespace bfclx::tools {

class WholeFile {
 public:
  // A file that the user named; its folder is there. `advice` stands behind an error of missing
  // rights.
  explicit WholeFile(std::filesystem::path path, std::string_view advice = {});
  // The file `path` below the output folder `root` (below.h); the folders above it are made.
  WholeFile(const std::filesystem::path& root, const std::filesystem::path& path,
            std::string_view advice);
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  ~WholeFile();  // without commit nothing remains

  void write(std::string_view bytes);
  // All bytes are on the disk; for commit_to_disk the name is left to do, which needs no room.
  // False with `error()`.
  bool finish();
  // Error "FileError": what could not be done, with the path and what to do about it.
  Status commit();
  // The same, and old or new is there after a power cut too.
  Status commit_to_disk();
  // The error so far; empty while all is well.
  std::string error() const;
  int error_number() const { return error_number_; }  // of errno; 0 while all is well

 private:
  void begin();
  bool make_temporary();
  void keep_mode();
  void write_out(std::string_view bytes);
  void flush();
  void sync();
  Status take_place();
  void fail(int error_number);

  std::filesystem::path path_;  // for people
  Descriptor folder_;           // that the file lies in
  std::string name_;            // in it
  std::string temporary_;
  std::string advice_;
  std::string pending_;
  int error_number_ = 0;
  int descriptor_ = -1;
};

// Makes the folder, which the user named, and tries whether files can be written there. Error as
// above.
Status prepare_folder(const std::filesystem::path& folder, std::string_view advice);
// The same for the folder `below` an output folder (below.h), which is made too.
Status prepare_folder(const std::filesystem::path& root, const std::filesystem::path& below,
                      std::string_view advice);

// Deletes the temporary files that killed runs have left in the folder, with `below` in those below
// it too; never those of a run that lives.
void remove_leftovers(const std::filesystem::path& folder, bool below);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_OUTPUT_WHOLE_FILE_H_
