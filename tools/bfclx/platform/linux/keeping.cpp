#include "tools/bfclx/platform/keeping.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>

namespace bfclx::platform {
namespace {

// As getdents64(2) gives them; readdir() allocates.
struct FolderEntry {
  std::uint64_t inode;
  std::int64_t next;
  std::uint16_t size;
  std::uint8_t type;
  char name[1];
};

// The parent of a process, by its number as text; 0 where it has ended.
pid_t parent_of(int processes, const char* number) {
  char path[64];
  std::size_t length = 0;
  for (const char* part : {number, "/stat"}) {
    for (; *part != '\0'; ++part) {
      if (length + 1 == sizeof path) return 0;
      path[length++] = *part;
    }
  }
  path[length] = '\0';
  const int file = ::openat(processes, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[512];
  const ssize_t size = ::read(file, text, sizeof text - 1);
  ::close(file);
  if (size <= 0) return 0;
  text[size] = '\0';
  const char* behind_name = std::strrchr(text, ')');  // ") S 1234 "
  if (behind_name == nullptr || std::strlen(behind_name) < 5) return 0;
  pid_t parent = 0;
  for (const char* at = behind_name + 4; *at >= '0' && *at <= '9'; ++at) {
    parent = parent * 10 + (*at - '0');
  }
  return parent;
}

pid_t number_of(const char* name) {
  pid_t number = 0;
  for (; *name >= '0' && *name <= '9'; ++name) number = number * 10 + (*name - '0');
  return *name == '\0' ? number : 0;
}

}  // namespace

void become_keeper() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  // Whoever kills this program by its name is to leave the keeper.
  ::prctl(PR_SET_NAME, "server-keeper", 0, 0, 0);
}

void end_with(pid_t keeper) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (::getppid() != keeper) ::_exit(127);
}

void kill_children() {
  const int processes = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (processes < 0) return;
  const pid_t self = ::getpid();
  alignas(FolderEntry) char buffer[4096];
  while (true) {
    const long size = ::syscall(SYS_getdents64, processes, buffer, sizeof buffer);
    if (size <= 0) break;
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const FolderEntry*>(buffer + at);
      const char* name = buffer + at + offsetof(FolderEntry, name);
      const pid_t number = number_of(name);
      if (number > 0 && number != self && parent_of(processes, name) == self) {
        ::kill(number, SIGKILL);
      }
      at += entry->size;
    }
  }
  ::close(processes);
}

}  // namespace bfclx::platform
