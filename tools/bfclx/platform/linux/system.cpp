#include "tools/bfclx/platform/system.h"

#include <linux/magic.h>
#include <sys/socket.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

// POSIX names it so. Weak, so that it is found through the table of a shared object: the wheel's
// objects are those of an executable.
extern char** environ __attribute__((weak));  // NOLINT

namespace bfclx::platform {
namespace {

#ifndef PIPEFS_MAGIC
constexpr long PIPEFS_MAGIC = 0x50495045;
#endif
// NFS, SMB, CIFS, SMB2, Ceph, FUSE, 9P, Lustre, GPFS, BeeGFS, Panasas, AFS
constexpr std::uint32_t kShared[] = {0x6969,     0x517b,     0xff534d42, 0xfe534d42,
                                     0x00c36400, 0x65735546, 0x01021997, 0x0bd00bd0,
                                     0x47504653, 0x19830326, 0xaad7aaea, 0x5346414f};

// What stands first in a file of the system; `otherwise` where there is no number.
std::uint64_t number_in(const char* path, std::uint64_t otherwise) {
  std::uint64_t number = 0;
  std::ifstream file(path);
  return file >> number ? number : otherwise;
}

std::uint64_t page_bytes() { return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)); }

}  // namespace

bool is_anonymous_pipe(int descriptor, const std::filesystem::path& /*path*/) {
  struct statfs system {};
  return fstatfs(descriptor, &system) == 0 && system.f_type == PIPEFS_MAGIC;
}

bool locks_are_for_all(int descriptor) {
  struct statfs system {};
  if (fstatfs(descriptor, &system) != 0) return false;
  const auto type = static_cast<std::uint32_t>(system.f_type);
  return std::find(std::begin(kShared), std::end(kShared), type) == std::end(kShared);
}

int sync_data(int descriptor) { return ::fdatasync(descriptor); }

int open_socket(int family, int type, int protocol) {
  return ::socket(family, type | SOCK_CLOEXEC, protocol);
}

int accept_socket(int listener) { return ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC); }

std::uint64_t memory_of_machine() {
  std::uint64_t most = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * page_bytes();
  for (const char* path :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    most = std::min(most, number_in(path, most));
  }
  return most;
}

std::uint64_t addresses_taken() { return number_in("/proc/self/statm", 0) * page_bytes(); }

std::filesystem::path program_path() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

char** environment() { return environ; }

}  // namespace bfclx::platform
