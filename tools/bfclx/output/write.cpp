#include "tools/bfclx/output/write.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>

#include "tools/bfclx/platform/files.h"

namespace bfclx::tools {
namespace {

std::atomic<int> output_errno{0};

Written failed(int descriptor) {
  if (errno == EPIPE) return Written::kNoReader;
  int none = 0;
  if (descriptor == STDOUT_FILENO) output_errno.compare_exchange_strong(none, errno);
  return Written::kFailed;
}

}  // namespace

Written write_bytes(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = files::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failed(descriptor);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return Written::kAll;
}

int output_error() { return output_errno; }

void forget_output_error() { output_errno = 0; }

}  // namespace bfclx::tools
