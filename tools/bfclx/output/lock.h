// Locks between runs that write one folder.
#ifndef BFCLX_TOOLS_BFCLX_OUTPUT_LOCK_H_
#define BFCLX_TOOLS_BFCLX_OUTPUT_LOCK_H_

#include <cstdint>

namespace bfclx::tools {

enum class Lock : std::uint8_t {
  kHeld,         // until the descriptor is closed
  kTaken,        // another run has it
  kUnavailable,  // the file system has no locks
};

enum class Sharing : std::uint8_t {
  kAlone,
  kShared,  // with others that share it
};

// A lock on an open file, without waiting: flock, or where a file system does not have
// it, a lock of the open file description (fcntl), which needs a descriptor for writing.
Lock lock_file(int descriptor, Sharing sharing = Sharing::kAlone);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_OUTPUT_LOCK_H_
