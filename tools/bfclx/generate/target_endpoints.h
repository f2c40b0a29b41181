// What the endpoints of a run say about themselves, where there are several.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_TARGET_ENDPOINTS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_TARGET_ENDPOINTS_H_

#include "tools/bfclx/generate/model_list.h"
#include "tools/bfclx/generate/target.h"

namespace bfclx::tools {

// Asks all at once for their models and versions, which they keep. Gives what the first one said
// that has a list of models, with the smallest context length of all. Those that are not there get
// a note: the run goes on without them.
Listed ask_endpoints_for_models(Target& target, const TargetOptions& options);
// Asks those whose `listed` is an answer for their versions.
void ask_versions(Server& server, const std::vector<Listed>& listed, const TargetOptions& options);
// Which models they have, and which of them differ.
void tell_endpoints(Target& target);
// UsageError where two have the same address. `given`: where it names them, if anywhere.
void refuse_duplicates(const Server& server, const std::vector<GivenEndpoint>& given);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_TARGET_ENDPOINTS_H_
