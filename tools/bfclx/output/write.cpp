#include "tools/bfclx/output/write.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace bfclx::tools {

Written write_bytes(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EPIPE ? Written::kNoReader : Written::kFailed;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return Written::kAll;
}

}  // namespace bfclx::tools
