#include "tools/bfclx/platform/system.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/param.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#ifdef __APPLE__
#include <crt_externs.h>
#include <mach-o/dyld.h>

#include <string>
#else
extern char** environ __attribute__((weak));  // NOLINT
#endif

namespace bfclx::platform {

namespace fs = std::filesystem;

// A pipe with a name is on the device of its folder. One without is on none of a folder's, and what
// a shell calls it
// (`/dev/fd/63`) leads to no file on Linux.
bool is_anonymous_pipe(int descriptor, const fs::path& path) {
  struct stat pipe {};
  if (::fstat(descriptor, &pipe) != 0) return false;
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error) return true;
  struct stat folder {};
  return ::stat(real.parent_path().c_str(), &folder) != 0 || folder.st_dev != pipe.st_dev;
}

bool locks_are_for_all([[maybe_unused]] int descriptor) {
#ifdef MNT_LOCAL
  struct statfs system {};
  return ::fstatfs(descriptor, &system) == 0 && (system.f_flags & MNT_LOCAL) != 0;
#else
  return false;
#endif
}

int sync_data(int descriptor) { return ::fsync(descriptor); }

namespace {

int closed_on_exec(int made) {
  if (made < 0 || ::fcntl(made, F_SETFD, FD_CLOEXEC) == 0) return made;
  const int error = errno;
  ::close(made);
  errno = error;
  return -1;
}

}  // namespace

int open_socket(int family, int type, int protocol) {
  return closed_on_exec(::socket(family, type, protocol));
}

int accept_socket(int listener) { return closed_on_exec(::accept(listener, nullptr, nullptr)); }

std::uint64_t memory_of_machine() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t addresses_taken() { return 0; }

fs::path program_path() {
#ifdef __APPLE__
  std::uint32_t size = 0;
  _NSGetExecutablePath(nullptr, &size);
  std::string path(size, '\0');
  if (_NSGetExecutablePath(path.data(), &size) != 0) return {};
  std::error_code error;
  return fs::canonical(path.c_str(), error);
#else
  return {};
#endif
}

char** environment() {
#ifdef __APPLE__
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

}  // namespace bfclx::platform
