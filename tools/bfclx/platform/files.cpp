#include "tools/bfclx/platform/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string_view>

#include "tools/bfclx/platform/system.h"

namespace bfclx::files {

int open(const char* path, int flags, mode_t mode) { return ::open(path, flags, mode); }
int openat(int folder, const char* name, int flags, mode_t mode) {
  return ::openat(folder, name, flags, mode);
}
int close(int descriptor) { return ::close(descriptor); }
int dup(int descriptor) { return ::dup(descriptor); }

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  return ::write(descriptor, bytes, size);
}
ssize_t writev(int descriptor, const struct iovec* parts, int count) {
  return ::writev(descriptor, parts, count);
}
ssize_t pread(int descriptor, void* bytes, std::size_t size, off_t offset) {
  return ::pread(descriptor, bytes, size, offset);
}
int ftruncate(int descriptor, off_t size) { return ::ftruncate(descriptor, size); }
int sync_data(int descriptor) { return platform::sync_data(descriptor); }
int sync_folder(int descriptor) { return ::fsync(descriptor); }

int stat(const char* path, struct stat* info) { return ::stat(path, info); }
int lstat(const char* path, struct stat* info) { return ::lstat(path, info); }
int fstat(int descriptor, struct stat* info) { return ::fstat(descriptor, info); }
int fstatat(int folder, const char* name, struct stat* info, int flags) {
  return ::fstatat(folder, name, info, flags);
}
int fchmod(int descriptor, mode_t mode) { return ::fchmod(descriptor, mode); }
int fchmodat(int folder, const char* name, mode_t mode) {
  return ::fchmodat(folder, name, mode, 0);
}
int touch(int descriptor) { return ::futimens(descriptor, nullptr); }

int mkdirat(int folder, const char* name, mode_t mode) { return ::mkdirat(folder, name, mode); }
int renameat(int from, const char* name, int to, const char* new_name) {
  return ::renameat(from, name, to, new_name);
}
int linkat(int from, const char* name, int to, const char* new_name) {
  return ::linkat(from, name, to, new_name, 0);
}
int unlinkat(int folder, const char* name, int flags) { return ::unlinkat(folder, name, flags); }

std::optional<std::vector<std::string>> list(const char* folder) {
  struct Close {
    void operator()(DIR* opened) const { ::closedir(opened); }
  };
  const std::unique_ptr<DIR, Close> opened(::opendir(folder));
  if (opened == nullptr) return std::nullopt;
  std::vector<std::string> names;
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(opened.get());
    if (entry == nullptr) break;
    const std::string_view name(entry->d_name);
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) return std::nullopt;
  return names;
}

int flock(int descriptor, int operation) { return ::flock(descriptor, operation); }

int lock_description([[maybe_unused]] int descriptor, [[maybe_unused]] bool alone) {
#ifdef F_OFD_SETLK
  struct flock whole {};
  whole.l_type = static_cast<short>(alone ? F_WRLCK : F_RDLCK);
  whole.l_whence = SEEK_SET;
  return ::fcntl(descriptor, F_OFD_SETLK, &whole);
#else
  errno = ENOTSUP;
  return -1;
#endif
}

bool locks_are_for_all(int descriptor) { return platform::locks_are_for_all(descriptor); }

pid_t process() { return ::getpid(); }
int look_for(pid_t process) { return ::kill(process, 0); }
double clock() {
  using Clock = std::chrono::system_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

}  // namespace bfclx::files
