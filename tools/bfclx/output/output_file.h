// The file that an option names for output: whole or not at all where it is a file; pipes and
// devices get the bytes as they come, and "-" is standard output.
#ifndef BFCLX_TOOLS_BFCLX_OUTPUT_OUTPUT_FILE_H_
#define BFCLX_TOOLS_BFCLX_OUTPUT_OUTPUT_FILE_H_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "tools/bfclx/output/whole_file.h"

namespace bfclx::tools {

class OutputFile {
 public:
  OutputFile() = default;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();  // without close a file is as it was
  // False with `error()` when it cannot be written. What killed runs left of it is removed.
  bool open(const std::string& path);
  // All of it. After a failure nothing more is written; a reader that went away (EPIPE) is no
  // error.
  void write(std::string_view bytes);
  // Writes what is pending, and puts the file in its place; false with `error()` when anything was
  // lost.
  bool close();
  const std::string& error() const { return error_; }

 private:
  void fail();

  std::string path_;
  std::string error_;
  std::optional<WholeFile> file_;
  int descriptor_ = -1;  // where it is no file
};

// Where writing to the path ends: links are followed, also when nothing is there yet.
std::filesystem::path end_of_links(const std::filesystem::path& path);
// Whether `file` lies in the folder or deeper; both without links. Nothing is below an empty path.
bool is_below(const std::filesystem::path& file, const std::filesystem::path& folder);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_OUTPUT_OUTPUT_FILE_H_
