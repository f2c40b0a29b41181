// `bfclx audit`, for the program's list of commands.
#ifndef BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_COMMAND_H_
#define BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_COMMAND_H_

#include "tools/bfclx/commands.h"

namespace bfclx::tools {

Command add_audit(CLI::App& app);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_COMMAND_H_
