#include "tools/bfclx/output/below.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "tools/bfclx/platform/files.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

#ifdef O_PATH
constexpr int kFolder = O_PATH | O_DIRECTORY | O_CLOEXEC;  // also where it cannot be read
#else
constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
#endif

bool is_inside(const fs::path& path) {
  if (path.is_absolute()) return false;
  for (const fs::path& name : path) {
    if (name == ".." || name == ".") return false;
  }
  return true;
}

// What is wrong with a name that is no folder: ELOOP of a link.
int why_no_folder(int parent, const fs::path& name, int error_number) {
  struct stat info {};
  const bool link = files::fstatat(parent, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 &&
                    S_ISLNK(info.st_mode);
  return link ? ELOOP : error_number;
}

}  // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() {
  const int error_number = errno;
  if (number_ >= 0) files::close(number_);
  errno = error_number;
}

int Descriptor::release() { return std::exchange(number_, -1); }

Descriptor open_folder_below(const fs::path& root, const fs::path& path, bool make) {
  if (!is_inside(path)) {
    errno = EINVAL;
    return Descriptor();
  }
  Descriptor folder(files::open(root.empty() ? "." : root.c_str(), kFolder));
  for (const fs::path& name : path) {
    if (!folder) break;
    if (name.empty()) continue;  // behind a last slash
    if (make && files::mkdirat(folder.get(), name.c_str(), 0777) != 0 && errno != EEXIST) {
      return Descriptor();
    }
    Descriptor next(files::openat(folder.get(), name.c_str(), kFolder | O_NOFOLLOW));
    if (!next) errno = why_no_folder(folder.get(), name, errno);
    folder = std::move(next);
  }
  return folder;
}

Descriptor open_below(const fs::path& root, const fs::path& path, int flags, mode_t mode) {
  const Descriptor folder = open_folder_below(root, path.parent_path(), (flags & O_CREAT) != 0);
  if (!folder) return Descriptor();
  return Descriptor(
      files::openat(folder.get(), path.filename().c_str(), flags | O_CLOEXEC | O_NOFOLLOW, mode));
}

bool remove_below(const fs::path& root, const fs::path& path) {
  const Descriptor folder = open_folder_below(root, path.parent_path(), false);
  return folder && files::unlinkat(folder.get(), path.filename().c_str(), 0) == 0;
}

std::string reason_text(int error_number) {
  if (error_number == ELOOP) {
    return "it is a link or below one; bfclx does not write through links inside an output folder; "
           "remove the link, or pass the folder that it points to";
  }
  return std::strerror(error_number);
}

}  // namespace bfclx::tools
