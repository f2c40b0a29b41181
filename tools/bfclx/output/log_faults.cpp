#include "tools/bfclx/output/log_faults.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "tools/bfclx/output/below.h"
#include "tools/bfclx/platform/files.h"

namespace bfclx::tools {

namespace fs = std::filesystem;

std::string log_pipe_text(const fs::path& file) {
  return file.string() + ": is a pipe; pass the name of a file, such as log.jsonl";
}

std::string log_taken_text(const fs::path& file) {
  return file.string() + ": another command is writing it; try again when it is done";
}

std::string log_not_writable_text(const fs::path& file, int error_number) {
  return file.string() + ": cannot be written: " + reason_text(error_number);
}

bool log_is_taken(int descriptor, Sharing sharing) {
  struct stat status {};
  const bool is_file = files::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  return is_file && lock_file(descriptor, sharing) == Lock::kTaken;
}

std::string log_fault(const fs::path& file) {
  std::error_code ignored;
  if (fs::exists(file, ignored)) {
    if (fs::is_fifo(file, ignored)) return log_pipe_text(file);
    const Descriptor opened(
        ::open(file.c_str(), O_RDWR | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!opened) return log_not_writable_text(file, errno);
    const bool taken = log_is_taken(opened.get(), Sharing::kShared);
    return taken ? log_taken_text(file) : std::string();
  }
  // Its folders are made as far as they are not there.
  fs::path folder = fs::absolute(file, ignored).parent_path();
  while (folder.has_relative_path() && !fs::exists(folder, ignored)) folder = folder.parent_path();
  if (!fs::is_directory(folder, ignored)) return log_not_writable_text(file, ENOTDIR);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return log_not_writable_text(file, errno);
  return {};
}

}  // namespace bfclx::tools
