#include "tools/bfclx/platform/keeping.h"

namespace bfclx::platform {

void become_keeper() {}

void end_with(pid_t /*keeper*/) {}

void kill_children() {}

}  // namespace bfclx::platform
