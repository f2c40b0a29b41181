// Target: which model is asked, over which protocol, at which server, with which key.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_TARGET_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_TARGET_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/conversation/settings.h"
#include "core/dataset/models.h"
#include "core/generation/providers.h"
#include "tools/bfclx/generate/endpoint_list.h"
#include "tools/bfclx/generate/server.h"
#include "tools/bfclx/net/resolve.h"

namespace bfclx::tools {

class IdentityKeeper;

// As the user typed them.
struct TargetOptions {
  std::string model;
  std::vector<std::string> base_urls;
  std::string endpoints_file;
  // Of these, see take_endpoints(): the first address, and where there are several, all.
  std::string base_url;
  std::vector<GivenEndpoint> endpoints;
  bool resolve_all = false;        // each address of a host is an endpoint (endpoint_addresses.h)
  std::vector<std::string> notes;  // what came of that
  std::string provider;            // a row of providers()
  std::string deployment;          // of Azure
  std::string api_version;         // of Azure
  std::string identity = "auto";
  std::string api = "auto";
  std::string mode;    // "fc", "prompt" or empty
  std::string format;  // of prompt_formats/
  std::string api_key_env;
  std::string api_key_file;
  std::vector<std::string> headers;  // "Name: value"
  std::string client_cert;
  std::string client_key;
  std::string local_model_path;
  std::optional<std::int64_t> context;
  double timeout = 600;
  double patience = 1800;        // seconds, of --skip-server-setup
  std::function<int()> stops;    // how often the user asked to stop
  bool offline = false;          // no requests: --replay, --dry-run
  bool dry_run = false;          // what the run would refuse is kept in Target::refusals
  bool needs_address = true;     // not with --replay
  bool starts_server = false;    // the address is not known yet: --serve
  bool asks_version = false;     // of a single server too
  bool of_sample = false;        // the registry is that of the embedded sample
  bool wait_for_server = false;  // --skip-server-setup
};

struct Target {
  Settings settings;
  Server server;
  bool has_address = true;  // without one, base_url is a stand-in that nobody is to see
  const Model* registered = nullptr;
  const ProviderInfo* provider = nullptr;         // of --provider
  std::shared_ptr<IdentityKeeper> identity = {};  // credentials that end, and are renewed
  std::vector<std::string> notes;  // for people: what was found, and what was taken for granted
  bool seeded = false;             // by --repeats
  std::vector<std::string> refusals = {};  // for --dry-run: credentials that are missing
  Value thinking = {};  // {"family", "value", "members"} of --thinking; else none
};

// Reads the addresses that were given. UsageError.
void take_endpoints(TargetOptions& options);

// Resolves the options: the registry's row for a model that it knows, the server's own list of
// models for another. UsageError with what to do instead.
Target make_target(TargetOptions options, const ModelRegistry& registry,
                   const net::Resolver& resolver = net::resolve);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_TARGET_H_
