// What operating systems do each in their own way. linux/ has it for Linux, posix/ for macOS and
// other systems with POSIX; -DBFCLX_PLATFORM=posix takes the second on Linux too, so that its
// behaviour can be tested there.
#ifndef BFCLX_TOOLS_BFCLX_PLATFORM_SYSTEM_H_
#define BFCLX_TOOLS_BFCLX_PLATFORM_SYSTEM_H_

#include <cstdint>
#include <filesystem>

namespace bfclx::platform {

// Whether an open pipe has no name in a file system: `path` led to it.
bool is_anonymous_pipe(int descriptor, const std::filesystem::path& path);

// Whether locks of this file keep runs on other machines out. Not so in file systems of a network,
// where that depends on how they are mounted, and in those that a program of somebody makes.
bool locks_are_for_all(int descriptor);

// The file's bytes reach the disk. As fdatasync: -1 with errno.
int sync_data(int descriptor);

// As socket(); closed in processes that are started.
int open_socket(int family, int type, int protocol);
// As accept(), likewise.
int accept_socket(int listener);

// Bytes of the machine, and of its container.
std::uint64_t memory_of_machine();

// Bytes of addresses that the process has taken; 0 where nobody says.
std::uint64_t addresses_taken();

// The program's own file; empty where nobody says.
std::filesystem::path program_path();

// As `environ` of POSIX.
char** environment();

}  // namespace bfclx::platform

#endif  // BFCLX_TOOLS_BFCLX_PLATFORM_SYSTEM_H_
