#include "tools/bfclx/input/open_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "tools/bfclx/platform/special_file.h"
#include "tools/bfclx/platform/system.h"

namespace bfclx::tools {
namespace {

std::string no_file(const std::string& kind, bool pipe) {
  return kind + ", not a file" + (pipe ? "; `-` reads what comes through standard input" : "");
}

}  // namespace

OpenFile::OpenFile(const std::filesystem::path& path) {
  // Without O_NONBLOCK a pipe is waited for, and opening a terminal may make it the process's own.
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat info {};
  if (descriptor_ < 0) {
    const int reason = errno;  // a socket, say, cannot be opened
    const std::string kind = kind_of_special(path);
    error_ = kind.empty() || reason == EACCES
                 ? std::string("cannot be opened: ") + std::strerror(reason)
                 : no_file(kind, false);
    return;
  }
  if (fstat(descriptor_, &info) != 0) {
    error_ = std::string("cannot be read: ") + std::strerror(errno);
  } else if (S_ISFIFO(info.st_mode) && platform::is_anonymous_pipe(descriptor_, path)) {
    const int flags = fcntl(descriptor_, F_GETFL);
    if (flags < 0 || fcntl(descriptor_, F_SETFL, flags & ~O_NONBLOCK) != 0) {
      error_ = std::string("cannot be read: ") + std::strerror(errno);
    }
  } else if (!S_ISREG(info.st_mode)) {
    error_ = no_file(kind_of_special(info.st_mode), S_ISFIFO(info.st_mode));
  } else {
    size_ = info.st_size;
  }
  if (error_.empty()) return;
  ::close(descriptor_);
  descriptor_ = -1;
}

OpenFile::~OpenFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace bfclx::tools
