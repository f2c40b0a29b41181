// A file that is read in pieces, wherever they lie.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_INPUT_FILE_H_
#define BFCLX_TOOLS_BFCLX_INPUT_INPUT_FILE_H_

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>

#include "core/dataset/json_scanner.h"
#include "tools/bfclx/input/open_file.h"

namespace bfclx::tools {

class InputFile {
 public:
  explicit InputFile(const std::filesystem::path& path) : file_(path) {
    read = [this](std::uint64_t offset, char* buffer, std::size_t size) -> std::size_t {
      while (file_.descriptor() >= 0) {
        const ssize_t count = ::pread(file_.descriptor(), buffer, size, static_cast<off_t>(offset));
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno == EINTR) continue;
        error_ = errno;
        break;
      }
      return 0;
    };
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  // Empty while all is well.
  std::string error() const {
    if (error_ != 0) return std::string("cannot be read: ") + std::strerror(error_.load());
    return file_.error();
  }

  ReadBytes read;

 private:
  OpenFile file_;
  std::atomic<int> error_{0};
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_INPUT_FILE_H_
