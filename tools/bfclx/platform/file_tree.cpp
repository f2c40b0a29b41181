#include "tools/bfclx/platform/file_tree.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "tools/bfclx/platform/files.h"

namespace bfclx::files {
namespace {

namespace fs = std::filesystem;

FileKind kind_of_mode(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::kFile;
  if (S_ISDIR(mode)) return FileKind::kFolder;
  return S_ISLNK(mode) ? FileKind::kLink : FileKind::kOther;
}

}  // namespace

FileKind kind_of(const fs::path& path) {
  struct stat info {};
  return files::lstat(path.c_str(), &info) == 0 ? kind_of_mode(info.st_mode) : FileKind::kNone;
}

bool is_there(const fs::path& path) {
  struct stat info {};
  return files::stat(path.c_str(), &info) == 0;
}

std::uint64_t size_of(const fs::path& path) {
  struct stat info {};
  return files::stat(path.c_str(), &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
}

std::optional<double> changed_at(const fs::path& path) {
  struct stat info {};
  if (files::stat(path.c_str(), &info) != 0) return std::nullopt;
#ifdef __APPLE__
  const struct timespec& time = info.st_mtimespec;
#else
  const struct timespec& time = info.st_mtim;
#endif
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::optional<std::vector<std::string>> names_in(const fs::path& folder) {
  auto names = list(folder.c_str());
  if (names) std::sort(names->begin(), names->end());
  return names;
}

bool each_below(const fs::path& folder,
                const std::function<void(const fs::path& path, FileKind kind)>& each) {
  const auto names = names_in(folder);
  if (!names) return false;
  for (const std::string& name : *names) {
    const fs::path path = folder / name;
    const FileKind kind = kind_of(path);
    if (kind == FileKind::kNone) continue;
    each(path, kind);
    if (kind == FileKind::kFolder && !each_below(path, each)) return false;
  }
  return true;
}

bool make_folders(const fs::path& folder) {
  if (folder.empty()) return true;
  struct stat info {};
  if (files::stat(folder.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) return true;
    errno = ENOTDIR;
    return false;
  }
  if (errno != ENOENT) return false;
  if (!make_folders(folder.has_filename() ? folder.parent_path()
                                          : folder.parent_path().parent_path())) {
    return false;
  }
  if (files::mkdirat(AT_FDCWD, folder.c_str(), 0777) == 0) return true;
  if (errno != EEXIST) return false;
  if (files::stat(folder.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) return true;
  errno = ENOTDIR;
  return false;
}

bool remove_name(const fs::path& path) {
  const bool folder = kind_of(path) == FileKind::kFolder;
  return files::unlinkat(AT_FDCWD, path.c_str(), folder ? AT_REMOVEDIR : 0) == 0;
}

bool remove_tree(const fs::path& path) {
  int failed = 0;
  if (kind_of(path) == FileKind::kFolder) {
    const auto names = names_in(path);
    for (const std::string& name : names.value_or(std::vector<std::string>())) {
      if (!remove_tree(path / name) && failed == 0) failed = errno;
    }
  }
  if (!remove_name(path) && errno != ENOENT && failed == 0) failed = errno;
  errno = failed;
  return failed == 0;
}

bool rename_path(const fs::path& from, const fs::path& to) {
  return files::renameat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str()) == 0;
}

}  // namespace bfclx::files
