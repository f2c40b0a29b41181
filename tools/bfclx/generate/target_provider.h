// --provider: a target made of a preset (core/generation/providers.h).
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_TARGET_PROVIDER_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_TARGET_PROVIDER_H_

#include <string>

#include "core/generation/providers.h"
#include "tools/bfclx/generate/target.h"

namespace CLI {
class App;
}

namespace bfclx::tools {

struct GenerateOptions;

// --provider, --deployment, --api-version.
void add_provider_options(CLI::App& command, TargetOptions& options);
// The row of --provider; nullptr without it. UsageError for an unknown name, and for options that
// have no effect.
const ProviderInfo* chosen_provider(const TargetOptions& options);
// The protocol to be used: --api, the registry's where the provider has it, else the provider's.
// UsageError for one that it does not have.
std::string provider_api(const TargetOptions& options, const ProviderInfo& provider,
                         const Settings& settings);
// What the provider is asked for.
std::string provider_model(const TargetOptions& options, const ProviderInfo& provider,
                           const Settings& settings);
// The addresses of all endpoints, which have what the user gave; and the provider's own headers.
void set_provider_addresses(const TargetOptions& options, Target& target);
// Whether the provider's models need no asking.
bool is_known_address(const ProviderInfo& provider, const Server& server);
// UsageError for requests that the provider is known to refuse.
void check_provider(const GenerateOptions& options, const Target& target);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_TARGET_PROVIDER_H_
