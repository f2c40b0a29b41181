// Credentials of Amazon Web Services: where the environment has them.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_AWS_SOURCE_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_AWS_SOURCE_H_

#include <optional>
#include <string>

#include "tools/bfclx/generate/identity_source.h"

namespace bfclx::tools {

// `of_machine`: of the container or the instance. nullopt where the variables have keys, and, if
// not `needed`, where there is nothing. UsageError for files and profiles that cannot be used.
std::optional<IdentitySource> aws_source(bool of_machine, bool needed);
// May be empty.
std::string aws_profile_region();

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_AWS_SOURCE_H_
