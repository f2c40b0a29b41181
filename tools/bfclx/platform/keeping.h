// What a keeper (kept_process.h) does in each system's own way. Called between fork() and exec():
// no memory is allocated, no lock is taken.
#ifndef BFCLX_TOOLS_BFCLX_PLATFORM_KEEPING_H_
#define BFCLX_TOOLS_BFCLX_PLATFORM_KEEPING_H_

#include <sys/types.h>

namespace bfclx::platform {

// This process becomes the parent of what its descendants leave behind, where the system has that.
// It gets another name in lists of processes.
void become_keeper();
// This process is killed when its parent, `keeper`, ends.
void end_with(pid_t keeper);
// SIGKILL for every child of this process.
void kill_children();

}  // namespace bfclx::platform

#endif  // BFCLX_TOOLS_BFCLX_PLATFORM_KEEPING_H_
