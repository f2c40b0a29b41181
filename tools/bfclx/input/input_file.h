// A file that is read in pieces, wherever they lie.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_INPUT_FILE_H_
#define BFCLX_TOOLS_BFCLX_INPUT_INPUT_FILE_H_

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>

#include "core/dataset/json_scanner.h"

namespace bfclx::tools {

class InputFile {
 public:
  explicit InputFile(const std::filesystem::path& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)), error_(errno) {
    if (descriptor_ >= 0) error_ = 0;
    read = [this](std::uint64_t offset, char* buffer, std::size_t size) -> std::size_t {
      while (descriptor_ >= 0) {
        const ssize_t count = ::pread(descriptor_, buffer, size, static_cast<off_t>(offset));
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
  ~InputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  // Empty while all is well.
  std::string error() const {
    return error_ == 0 ? "" : std::string("cannot be read: ") + std::strerror(error_.load());
  }

  ReadBytes read;

 private:
  int descriptor_;
  std::atomic<int> error_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_INPUT_FILE_H_
