#include "tools/bfclx/output/lock.h"

#include <fcntl.h>
#include <sys/file.h>

#ifdef __linux__
#include <sys/vfs.h>
#endif

#include <algorithm>
#include <cerrno>
#include <iterator>

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

bool locks_are_for_all(int descriptor) {
#ifdef __linux__
  // NFS, SMB, CIFS, SMB2, Ceph, FUSE, 9P, Lustre, GPFS, BeeGFS, Panasas, AFS
  constexpr std::uint32_t kShared[] = {0x6969,     0x517b,     0xff534d42, 0xfe534d42,
                                       0x00c36400, 0x65735546, 0x01021997, 0x0bd00bd0,
                                       0x47504653, 0x19830326, 0xaad7aaea, 0x5346414f};
  struct statfs system {};
  if (fstatfs(descriptor, &system) != 0) return false;
  const auto type = static_cast<std::uint32_t>(system.f_type);
  return std::find(std::begin(kShared), std::end(kShared), type) == std::end(kShared);
#else
  static_cast<void>(descriptor);
  return false;
#endif
}

}  // namespace bfclx::tools
