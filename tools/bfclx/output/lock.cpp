#include "tools/bfclx/output/lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

namespace bfclx::tools {

Lock lock_file(int descriptor, Sharing sharing) {
  const bool alone = sharing == Sharing::kAlone;
  int done = 0;
  do {
    done = ::flock(descriptor, (alone ? LOCK_EX : LOCK_SH) | LOCK_NB);
  } while (done != 0 && errno == EINTR);
  if (done == 0) return Lock::kHeld;
  if (errno == EWOULDBLOCK) return Lock::kTaken;
#ifdef F_OFD_SETLK
  struct flock whole {};
  whole.l_type = alone ? F_WRLCK : F_RDLCK;
  whole.l_whence = SEEK_SET;
  do {
    done = ::fcntl(descriptor, F_OFD_SETLK, &whole);
  } while (done != 0 && errno == EINTR);
  if (done == 0) return Lock::kHeld;
  if (errno == EAGAIN || errno == EACCES) return Lock::kTaken;
#endif
  return Lock::kUnavailable;
}

}  // namespace bfclx::tools
