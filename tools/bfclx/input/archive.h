// Archives of result folders (.tar, .tar.gz, .tgz, .zip), read into memory as if they were folders.
// Nothing is written to disk, so links and names that lead elsewhere can do nothing: members with
// such names are skipped and named.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_ARCHIVE_H_
#define BFCLX_TOOLS_BFCLX_INPUT_ARCHIVE_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {

struct ArchiveListing {
  bool is_archive = false;            // else the file is to be read as it is (logs of inspect too)
  std::vector<std::string> names;     // of the wanted files, in the archive's order, each once
  std::vector<std::string> problems;  // to stand behind the archive's path
};

// Opens the archive at `path` and keeps the files with a wanted name until the process ends. What
// is gzipped inside is inflated too, all within one UnpackBudget.
ArchiveListing open_archive(const std::string& path,
                            const std::function<bool(std::string_view name)>& wants);

// The path of a member, as people see it and read_file takes it: "runs.tar.gz/model/x_result.json".
std::string path_in_archive(const std::string& archive, std::string_view name);
// The bytes of a member of an archive that was opened; nullptr for every other path.
const FileBytes* archived_file(const std::string& path);

// "runs" of "runs.tar.gz".
std::string archive_stem(std::string_view file_name);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_ARCHIVE_H_
