// Opening of files that somebody else may have put there: nothing is waited for, and what is no
// file is told apart by its kind.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_OPEN_FILE_H_
#define BFCLX_TOOLS_BFCLX_INPUT_OPEN_FILE_H_

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace bfclx::tools {

// A descriptor to read from, closed at the end.
class OpenFile {
 public:
  // Opens a regular file; of other things only a pipe without a name (what a shell's `<(command)`
  // stands for), because its writer is there. Links are followed.
  explicit OpenFile(const std::filesystem::path& path);
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile();

  int descriptor() const { return descriptor_; }  // -1 with an error
  off_t size() const { return size_; }            // 0 of a pipe
  // For people, to stand behind the path: "is a named pipe, no file", "cannot be opened: ...".
  const std::string& error() const { return error_; }

 private:
  int descriptor_ = -1;
  off_t size_ = 0;
  std::string error_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_OPEN_FILE_H_
