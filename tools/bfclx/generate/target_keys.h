// Credentials for a server: the key of its protocol, additional headers, a client certificate.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_TARGET_KEYS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_TARGET_KEYS_H_

#include "core/conversation/dialect.h"
#include "tools/bfclx/generate/target.h"

namespace bfclx::tools {

// The key of an endpoint of the target: of its own variable, --api-key-file, --api-key-env, or the
// dialect's own variable. UsageError where a provider needs one that is not there.
void add_key(const TargetOptions& options, const DialectInfo& dialect, std::size_t endpoint,
             Target& target);
// The region that an address of Amazon is in; failing that, that of the environment.
std::string region_of(const std::string& url);
// The name of a header of --header that has the key in place of add_key; empty for none. UsageError
// where another option sets the key, too.
std::string header_with_key(const TargetOptions& options, const DialectInfo& dialect,
                            const Target& target);
// --header.
void add_headers(const TargetOptions& options, Server& server);
// --client-cert and --client-key.
void add_client_certificate(const TargetOptions& options, Server& server);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_TARGET_KEYS_H_
