// Runs the program of `credential_process`, which a profile of the user names.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_AWS_PROCESS_SOURCE_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_AWS_PROCESS_SOURCE_H_

#include <string>

#include "core/generation/identity/identity_step.h"

namespace bfclx::tools {

// Without a shell and without input. Its time and output are bounded, and it is ended with what it
// started. `profile` is for messages.
IdentityStep aws_keys_of_process(const std::string& command, const std::string& profile,
                                 double now);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_AWS_PROCESS_SOURCE_H_
