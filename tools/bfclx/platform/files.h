// The file system, as results, journals, shards, boards and reports are written and read again.
//
// Each function is the call of the operating system with its name: -1 with errno where it fails.
// Another implementation can be linked in their place: tests/simulation has a disk in memory that
// fills up, fails, and loses what was not synced, and one that lets each write of a command fail.
#ifndef BFCLX_TOOLS_BFCLX_PLATFORM_FILES_H_
#define BFCLX_TOOLS_BFCLX_PLATFORM_FILES_H_

#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace bfclx::files {

int open(const char* path, int flags, mode_t mode = 0666);
int openat(int folder, const char* name, int flags, mode_t mode = 0666);
int close(int descriptor);
int dup(int descriptor);

// With EINTR, and in parts, as the operating system does.
ssize_t write(int descriptor, const void* bytes, std::size_t size);
ssize_t writev(int descriptor, const struct iovec* parts, int count);
ssize_t pread(int descriptor, void* bytes, std::size_t size, off_t offset);
int ftruncate(int descriptor, off_t size);
// The bytes reach the disk: of the file (as fdatasync), or the names in a folder.
int sync_data(int descriptor);
int sync_folder(int descriptor);

int stat(const char* path, struct stat* info);
int lstat(const char* path, struct stat* info);
int fstat(int descriptor, struct stat* info);
int fstatat(int folder, const char* name, struct stat* info, int flags);
int fchmod(int descriptor, mode_t mode);
int fchmodat(int folder, const char* name, mode_t mode);
// The time of the last change is now.
int touch(int descriptor);

int mkdirat(int folder, const char* name, mode_t mode);
int renameat(int from, const char* name, int to, const char* new_name);
int linkat(int from, const char* name, int to, const char* new_name);
int unlinkat(int folder, const char* name, int flags);
// The names in a folder, in any order; none with errno.
std::optional<std::vector<std::string>> list(const char* folder);

// flock(2), and the lock of an open file description where a system has it (else ENOTSUP).
int flock(int descriptor, int operation);
int lock_description(int descriptor, bool alone);
// As platform::locks_are_for_all.
bool locks_are_for_all(int descriptor);

// Numbers of processes stand in names of temporary files.
pid_t process();
// As kill(process, 0).
int look_for(pid_t process);
// Seconds on the clock that the times of files are by.
double clock();

}  // namespace bfclx::files

#endif  // BFCLX_TOOLS_BFCLX_PLATFORM_FILES_H_
