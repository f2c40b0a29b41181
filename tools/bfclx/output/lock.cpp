#include "tools/bfclx/output/lock.h"

#include <sys/file.h>

#include <cerrno>

#include "tools/bfclx/platform/files.h"

namespace bfclx::tools {

Lock lock_file(int descriptor, Sharing sharing) {
  const bool alone = sharing == Sharing::kAlone;
  int done = 0;
  do {
    done = files::flock(descriptor, (alone ? LOCK_EX : LOCK_SH) | LOCK_NB);
  } while (done != 0 && errno == EINTR);
  if (done == 0) return Lock::kHeld;
  if (errno == EWOULDBLOCK) return Lock::kTaken;
  do {
    done = files::lock_description(descriptor, alone);
  } while (done != 0 && errno == EINTR);
  if (done == 0) return Lock::kHeld;
  if (errno == EAGAIN || errno == EACCES) return Lock::kTaken;
  return Lock::kUnavailable;
}

}  // namespace bfclx::tools
