#include "tools/bfclx/generate/target_provider.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/conversation/dialect.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/identity_source.h"
#include "tools/bfclx/generate/options.h"

namespace bfclx::tools {
namespace {

std::string setting(std::string_view name) {
  const char* value = name.empty() ? nullptr : std::getenv(std::string(name).c_str());
  return value != nullptr ? value : "";
}

std::string provider_names() {
  std::string names;
  for (const ProviderInfo& row : providers()) {
    names.append(names.empty() ? "" : ", ").append(row.name);
  }
  return names;
}

// The address of a resource, also where that of a call was pasted: "...?api-version=" stays.
std::string without_call_before_query(std::string url, bool local) {
  const std::size_t mark = std::min(url.find('?'), url.size());
  const std::string query = url.substr(mark);
  url.resize(mark);
  while (url.ends_with('/')) url.pop_back();
  for (const std::string_view call : {"/chat/completions", "/responses"}) {
    if (url.ends_with(call)) url.resize(url.size() - call.size());
  }
  if (!url.empty() && !contains(url, "://")) url.insert(0, local ? "http://" : "https://");
  return url + query;
}

}  // namespace

void add_provider_options(CLI::App& command, TargetOptions& options) {
  command
      .add_option("--provider", options.provider,
                  "Preset such as openrouter or ollama (`list providers`)")
      ->type_name("NAME");
  command
      .add_option("--deployment", options.deployment,
                  "With --provider azure: deployment to query (default: the model name)")
      ->type_name("NAME");
  command
      .add_option("--api-version", options.api_version,
                  "With --provider azure: dated API version, such as 2024-10-21 (default: the v1\n"
                  "API, without a version)")
      ->type_name("VERSION");
}

const ProviderInfo* chosen_provider(const TargetOptions& options) {
  const ProviderInfo* provider =
      options.provider.empty() ? nullptr : find_provider(lower_ascii(options.provider));
  if (provider == nullptr && !options.provider.empty()) {
    std::vector<std::string_view> names;
    for (const ProviderInfo& row : providers()) names.push_back(row.name);
    const std::string meant = did_you_mean(options.provider, names);
    throw UsageError("--provider " + options.provider + ": unknown provider." + meant +
                     " Expected one of " + provider_names() +
                     (meant.empty() ? ". Models of the registry (`bfclx list models`), such as "
                                      "those of OpenAI, need no --provider"
                                    : ""));
  }
  const bool azure = provider != nullptr && provider->identity == ProviderIdentity::kAzure;
  for (const auto& [name, given] : {std::pair("--deployment", !options.deployment.empty()),
                                    std::pair("--api-version", !options.api_version.empty())}) {
    if (given && !azure) throw UsageError(std::string(name) + " needs --provider azure");
  }
  return provider;
}

std::string provider_api(const TargetOptions& options, const ProviderInfo& provider,
                         const Settings& settings) {
  const std::string_view registered = settings.dialect != nullptr ? settings.dialect->api : "";
  if (options.api == "auto") {
    // Claude is in no other API of Vertex AI.
    if (provider.identity == ProviderIdentity::kGoogle && registered.empty() &&
        settings.model_name.starts_with("claude-")) {
      return "anthropic";
    }
    return std::string(provider.has_api(registered) ? registered : provider.apis.front());
  }
  const DialectInfo* row = find_dialect(options.api);
  if (provider.has_api(row != nullptr ? row->api : options.api)) return options.api;
  std::string apis;
  for (const std::string_view api : provider.apis) {
    apis.append(apis.empty() ? "" : ", ").append(api);
  }
  throw UsageError("--api " + options.api + ": " + std::string(provider.title) + " has " + apis);
}

std::string provider_model(const TargetOptions& options, const ProviderInfo& provider,
                           const Settings& settings) {
  if (!options.deployment.empty()) return options.deployment;
  const std::string& name = settings.model_name;
  const bool prefixed = provider.identity != ProviderIdentity::kGoogle ||
                        (settings.dialect != nullptr && settings.dialect->api == "chat");
  if (!prefixed || contains(name, "/")) return name;
  return std::string(provider.model_prefix) + name;
}

void set_provider_addresses(const TargetOptions& options, Target& target) {
  const ProviderInfo& provider = *target.provider;
  Server& server = target.server;
  const std::string fixed = options.base_url.empty() ? setting(provider.address_variable) : "";
  const PlaceSettings settings = place_settings(provider, options);
  for (std::size_t i = 0; i < server.endpoints(); ++i) {
    std::string& url = server.endpoint(i).base_url;
    const std::string given = without_call_before_query(
        url.empty() ? fixed : url, !provider.needs_key && provider.is_own_address());
    const Result<ProviderAddress> address =
        provider_address(provider, {.given = given,
                                    .api = target.settings.dialect->api,
                                    .deployment = target.settings.model_name,
                                    .api_version = settings.api_version,
                                    .project = settings.project,
                                    .location = settings.location,
                                    .region = settings.region});
    if (!address.ok() && options.needs_address) {
      throw UsageError("--provider " + std::string(provider.name) + ": " + address.error().message);
    }
    if (!address.ok()) continue;
    url = address->base_url;
    server.dropped = address->dropped;
  }
  for (const ProviderHeader& header : provider.headers) {
    const auto same = [&header](const auto& own) {
      return lower_ascii(own.first) == lower_ascii(header.name);
    };
    if (std::none_of(server.headers.begin(), server.headers.end(), same)) {
      server.headers.emplace_back(header.name, header.value);
    }
  }
  if (!provider.note.empty()) {
    target.notes.push_back(std::string(provider.title) + ": " + std::string(provider.note));
  }
}

bool is_known_address(const ProviderInfo& provider, const Server& server) {
  if (provider.identity != ProviderIdentity::kKey) return true;
  return !provider.is_own_address() && server.others.empty() &&
         server.base_url == provider.base_url;
}

void check_provider(const GenerateOptions& options, const Target& target) {
  const ProviderInfo* provider = target.provider;
  if (provider == nullptr) return;
  const std::string refused = refused_members(*provider, target.settings.extra_body,
                                              target.settings.max_tokens, options.stream.stream);
  if (!refused.empty()) throw UsageError("--provider " + options.target.provider + ": " + refused);
}

}  // namespace bfclx::tools
