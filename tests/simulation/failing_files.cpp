#include "tests/simulation/failing_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <filesystem>

#include "tools/bfclx/platform/files.h"

namespace bfclx::simulation {
namespace {

Failing mode = Failing::kNone;
long first = 0;
std::atomic<long> count{0};

}  // namespace

void FailingFiles::fail(Failing how, long passed) {
  mode = how;
  first = passed;
  count = 0;
}

long FailingFiles::operations() { return count; }

// Whether an operation that changes something fails, with errno. `needs_room`: on a full disk.
static bool fails(bool needs_room) {
  const long number = count++;
  errno = mode == Failing::kFull ? ENOSPC : EIO;
  switch (mode) {
    case Failing::kNone:
      return false;
    case Failing::kOnce:
      return number == first;
    case Failing::kFull:
      return number >= first && needs_room;
    case Failing::kLasts:
    case Failing::kKilled:
      return number >= first;
  }
  return false;
}

}  // namespace bfclx::simulation

namespace bfclx::files {

using simulation::fails;

int open(const char* path, int flags, mode_t mode) {
  return files::openat(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char* name, int flags, mode_t mode) {
  if ((flags & O_CREAT) != 0 && fails(true)) return -1;
  return ::openat(folder, name, flags, mode);
}
int close(int descriptor) { return ::close(descriptor); }
int dup(int descriptor) { return ::dup(descriptor); }
ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  if (descriptor > STDERR_FILENO && fails(true)) {
    // A part may be there all the same.
    static_cast<void>(!::write(descriptor, bytes, size / 2));
    errno = ENOSPC;
    return -1;
  }
  return ::write(descriptor, bytes, size);
}
ssize_t writev(int descriptor, const struct iovec* parts, int number) {
  if (descriptor > STDERR_FILENO && fails(true)) {
    return simulation::count % 2 == 0 ? -1 : ::write(descriptor, parts->iov_base, 3);
  }
  return ::writev(descriptor, parts, number);
}
ssize_t pread(int descriptor, void* bytes, std::size_t size, off_t offset) {
  return ::pread(descriptor, bytes, size, offset);
}
int ftruncate(int descriptor, off_t size) {
  return fails(false) ? -1 : ::ftruncate(descriptor, size);
}
// No power is cut here.
int sync_data(int /*descriptor*/) { return fails(false) ? -1 : 0; }
int sync_folder(int descriptor) { return sync_data(descriptor); }
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
int mkdirat(int folder, const char* name, mode_t mode) {
  struct stat info {};
  const bool is_there = ::fstatat(folder, name, &info, 0) == 0;  // which needs no room
  return !is_there && fails(true) ? -1 : ::mkdirat(folder, name, mode);
}
int renameat(int from, const char* name, int to, const char* new_name) {
  return fails(false) ? -1 : ::renameat(from, name, to, new_name);
}
int linkat(int from, const char* name, int to, const char* new_name) {
  return fails(false) ? -1 : ::linkat(from, name, to, new_name, 0);
}
int unlinkat(int folder, const char* name, int flags) {
  return fails(false) ? -1 : ::unlinkat(folder, name, flags);
}
std::optional<std::vector<std::string>> list(const char* folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    names.push_back(it->path().filename().string());
  }
  errno = error.value();
  return error ? std::nullopt : std::optional(names);
}
int flock(int descriptor, int operation) { return ::flock(descriptor, operation); }
int lock_description(int /*descriptor*/, bool /*alone*/) {
  errno = ENOTSUP;
  return -1;
}
bool locks_are_for_all(int /*descriptor*/) { return true; }
// Another one each time: what a process leaves is of a process that has ended.
pid_t process() { return 100000 + static_cast<pid_t>(simulation::first % 1000); }
int look_for(pid_t /*process*/) {
  errno = ESRCH;
  return -1;
}
double clock() { return static_cast<double>(std::time(nullptr)); }

}  // namespace bfclx::files
