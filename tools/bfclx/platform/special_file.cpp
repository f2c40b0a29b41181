#include "tools/bfclx/platform/special_file.h"

#include <sys/stat.h>

namespace bfclx::tools {

std::string kind_of_special(mode_t mode) {
  if (S_ISREG(mode)) return {};
  if (S_ISDIR(mode)) return std::string(kFolder);
  if (S_ISFIFO(mode)) return "a named pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

std::string kind_of_special(const std::filesystem::path& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? kind_of_special(info.st_mode) : std::string();
}

}  // namespace bfclx::tools
