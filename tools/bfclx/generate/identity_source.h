// Where the credentials of a run come from: variables and files of the environment, read for the
// chains of requests of core/generation/identity.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_IDENTITY_SOURCE_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_IDENTITY_SOURCE_H_

#include <functional>
#include <optional>
#include <string>

#include "core/conversation/dialect.h"
#include "core/generation/identity/identity_step.h"
#include "core/generation/providers.h"
#include "tools/bfclx/generate/target.h"

namespace CLI {
class App;
}

namespace bfclx::tools {

// --identity.
void add_identity_options(CLI::App& command, TargetOptions& options);

// What addresses of a provider are made of, apart from options.
struct PlaceSettings {
  std::string api_version;
  std::string project;
  std::string location;
  std::string region;
};
// UsageError for files that cannot be read.
PlaceSettings place_settings(const ProviderInfo& provider, const TargetOptions& options);

struct IdentitySource {
  // Begins a new chain of requests; reads files anew.
  std::function<IdentityStep(double now)> begin;
  std::string quota_project = {};  // of Google; may be empty
};
// nullopt where a key was given, or none is needed. UsageError where there is nothing to be used.
std::optional<IdentitySource> identity_source(const ProviderInfo* provider,
                                              const DialectInfo& dialect,
                                              const TargetOptions& options);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_IDENTITY_SOURCE_H_
