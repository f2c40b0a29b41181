// The time of day, for what others read: logs, spans, metrics.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_UNIX_CLOCK_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_UNIX_CLOCK_H_

#include <chrono>

namespace bfclx::tools {

// Seconds since 1970.
inline double unix_seconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_UNIX_CLOCK_H_
