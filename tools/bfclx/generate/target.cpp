#include "tools/bfclx/generate/target.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "core/base/counted.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/conversation/dialect.h"
#include "core/conversation/prompt_formats/prompt_format.h"
#include "core/conversation/values.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/endpoint_addresses.h"
#include "tools/bfclx/generate/identity_keeper.h"
#include "tools/bfclx/generate/model_list.h"
#include "tools/bfclx/generate/target_endpoints.h"
#include "tools/bfclx/generate/target_keys.h"
#include "tools/bfclx/generate/target_provider.h"
#include "tools/bfclx/net/client.h"
#include "tools/bfclx/net/valid_url.h"

namespace bfclx::tools {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// People paste the address of a call; what is wanted stands before it.
std::string without_call(std::string url) {
  while (!url.empty() && url.back() == '/' && !ends_with(url, "://")) url.pop_back();
  for (const char* call : {"/chat/completions", "/completions", "/responses", "/messages"}) {
    if (ends_with(url, call)) url.resize(url.size() - std::string_view(call).size());
  }
  if (!url.empty() && url.find("://") == std::string::npos) url.insert(0, "http://");
  return url;
}

bool has_path(const std::string& url) {
  return url.find('/', url.find("://") + 3) != std::string::npos;
}

// Paths of these protocols begin with the version, those of the others with what is asked.
constexpr std::string_view kVersionInPath[] = {"anthropic", "gemini", "mistral", "cohere",
                                               "bedrock"};

// The address that paths of a protocol are put behind.
std::string base_for(std::string url, std::string_view api) {
  const bool rooted = std::find(std::begin(kVersionInPath), std::end(kVersionInPath), api) !=
                      std::end(kVersionInPath);
  if (rooted && ends_with(url, "/v1")) url.resize(url.size() - 3);
  if (!rooted && !has_path(url)) url += "/v1";
  return url;
}

// Where a served model is asked, as the official program takes it from the environment
// (base_oss_handler.py).
std::string served_url() {
  std::string remote = variable("REMOTE_OPENAI_BASE_URL");
  if (!remote.empty()) return remote;
  const std::string host = variable("LOCAL_SERVER_ENDPOINT");
  const std::string port = variable("LOCAL_SERVER_PORT");
  return "http://" + (host.empty() ? "localhost" : host) + ":" + (port.empty() ? "1053" : port) +
         "/v1";
}

std::string known_apis() {
  std::vector<std::string> names;
  for (const DialectInfo* row : dialects()) {
    const std::string api(row->api);
    if (std::find(names.begin(), names.end(), api) == names.end()) names.push_back(api);
  }
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// The plain row of a protocol: the one that has its name, else its first.
const DialectInfo* dialect_of_api(const std::string& api) {
  if (const DialectInfo* row = find_dialect(api)) return row;
  for (const DialectInfo* row : dialects()) {
    if (row->api == api) return row;
  }
  throw UsageError("--api " + api + ": unknown API, expected one of " + known_apis());
}

Settings settings_of(const TargetOptions& options, const Model* registered) {
  if (registered != nullptr) {
    Result<Settings> settings = settings_for(*registered);
    if (settings.ok()) return std::move(settings).value();
    if (options.api == "auto" && options.base_url.empty() && options.provider.empty()) {
      throw UsageError(options.model + ": " + settings.error().message +
                       ". Pass --base-url and --api chat.");
    }
  }
  Settings settings;
  settings.registry_name = registered != nullptr ? registered->name : options.model;
  settings.model_name = registered != nullptr ? registered->model_name : options.model;
  settings.fc = registered == nullptr || registered->is_fc_model;
  return settings;
}

// --mode over the registry's; the decoder follows from it then.
void apply_mode(const TargetOptions& options, Settings& settings) {
  const bool fc = options.mode == "fc";
  if (options.mode.empty() || fc == settings.fc) return;
  settings.fc = fc;
  settings.decoder = nullptr;
}

// Some models and protocols know one mode alone, as officially.
void check_mode(const TargetOptions& options, const Settings& settings) {
  if (options.mode.empty() || (options.mode == "fc") == settings.calls_functions()) return;
  throw UsageError(
      "--mode " + options.mode + ": " + settings.registry_name + " over " +
      std::string(settings.dialect->api) + " can only be queried " +
      (settings.calls_functions() ? "with tools (--mode fc)" : "in prompt mode (--mode prompt)"));
}

// Only a text that is completed has a chat format and room for an answer that is computed.
void check_completions(const TargetOptions& options, const Settings& settings) {
  const std::string_view api = settings.dialect->api;
  if (api == "completions") return;
  for (const auto& [name, given] : {std::pair("--format", !options.format.empty()),
                                    std::pair("--context", options.context.has_value())}) {
    if (!given) continue;
    throw UsageError(std::string(name) + " has an effect only with --api completions; " +
                     settings.registry_name + " is queried over " + std::string(api));
  }
}

// Another protocol than the registry's, or a model that is not in the registry.
void choose_dialect(const TargetOptions& options, const std::string& api, Settings& settings) {
  const DialectInfo* dialect = dialect_of_api(api);
  if (settings.dialect == nullptr || settings.dialect->api != dialect->api) {
    settings.dialect = dialect;
    settings.decoder = nullptr;
  }
  if (dialect->api == "completions" && options.mode != "fc") {
    if (options.format.empty() && settings.prompt_format.empty()) {
      throw UsageError(
          "--api completions needs --format for a model that is not in the registry; "
          "--api chat uses the server's own template");
    }
  }
}

void use_dialect_of_provider(const ProviderInfo& provider, Settings& settings) {
  const std::string_view api = settings.dialect->api;
  const std::string_view name = provider.dialect_of(api);
  if (name != api) settings.dialect = find_dialect(name);
}

void tell_what_was_found(const TargetOptions& options, const Listed& listed, Target& target) {
  const std::string place = net::shown_url(target.server.base_url);
  if (target.server.endpoints() > 1) {
    tell_endpoints(target);
  } else if (!listed.answered) {
    target.notes.push_back(place + "/models: " + listed.problem + "; using the " +
                           std::string(target.settings.dialect->api) + " API");
  } else {
    target.notes.push_back(place + " has " + names_text(listed.names) +
                           (listed.owner.empty() ? "" : " (" + listed.owner + ")") +
                           "; using the " + std::string(target.settings.dialect->api) +
                           (target.settings.fc ? " API with tools" : " API in prompt mode"));
  }
  if (!listed.answered) return;
  const auto same = [&](const std::string& name) {
    return name == target.settings.model_name || name == "models/" + target.settings.model_name;
  };
  if (std::none_of(listed.names.begin(), listed.names.end(), same)) {
    target.notes.push_back("the server lists no model " + target.settings.model_name +
                           "; sending that name anyway");
  }
  if (!target.settings.context_length) target.settings.context_length = listed.context;
  if (options.context) target.settings.context_length = options.context;
}

// The address: as given, from the environment, the provider's own.
std::string address_of(const TargetOptions& options, const Settings& settings) {
  if (!options.base_url.empty()) return without_call(options.base_url);
  if (options.starts_server) return {};
  const bool completions =
      (settings.dialect != nullptr && settings.dialect->api == "completions") ||
      options.api == "completions";
  if (completions || options.wait_for_server || !variable("REMOTE_OPENAI_BASE_URL").empty()) {
    if (settings.dialect == nullptr || settings.dialect->base_url.empty() || completions) {
      return without_call(served_url());
    }
  }
  if (settings.dialect == nullptr) return {};
  if (settings.dialect->key_variable == "OPENAI_API_KEY") {
    const std::string own = variable("OPENAI_BASE_URL");
    if (!own.empty()) return without_call(own);
  }
  return std::string(settings.dialect->base_url);
}

// A format is named after the official class, whose decoder reads what comes of it.
void choose_format(const TargetOptions& options, Settings& settings) {
  if (options.format.empty()) return;
  if (find_prompt_format(options.format) == nullptr) {
    std::string text = "--format " + options.format + ": unknown format, expected one of";
    for (const PromptFormat& format : prompt_formats()) text += " " + std::string(format.name);
    throw UsageError(text);
  }
  settings.prompt_format = options.format;
  const Decoder* reader = find_decoder_for_handler(options.format, settings.fc);
  if (reader != nullptr) settings.decoder = reader;
}

std::string advice_for(net::Failure failure, const TargetOptions& options, const Target& target) {
  if (failure != net::Failure::kConnect && failure != net::Failure::kDns) return {};
  if (target.provider != nullptr && options.base_url.empty()) {
    return ". Start " + std::string(target.provider->title) +
           ", or give its address with --base-url (now " + target.server.shown() + ")";
  }
  return ". Start the server, or check " + (options.endpoints_file.empty()
                                                ? std::string("--base-url")
                                                : "--endpoints " + options.endpoints_file);
}

[[noreturn]] void refuse_unregistered(const TargetOptions& options, const ModelRegistry& registry) {
  std::vector<std::string_view> names;
  for (const Model& model : registry.models()) names.push_back(model.name);
  throw UsageError(
      options.model + ": not in the registry" +
      (options.of_sample ? " of the sample dataset" : "") + "." +
      did_you_mean(options.model, names) +
      (options.of_sample ? " For the registry of BFCL, give the dataset with --dataset." : "") +
      " For a model outside the registry, give the server's address with --base-url or a preset "
      "with --provider, or start a server with --serve");
}

// The addresses beside the first, and what all have of their own.
void add_endpoints(const TargetOptions& options, Server& server) {
  server.others.resize(std::max<std::size_t>(options.endpoints.size(), 1) - 1);
  for (std::size_t i = 0; i < options.endpoints.size(); ++i) {
    ServerEndpoint& one = server.endpoint(i);
    one.base_url = without_call(options.endpoints[i].base_url);
    one.address = options.endpoints[i].address;
    one.weight = options.endpoints[i].weight;
    one.concurrency = options.endpoints[i].concurrency;
  }
}

void set_addresses(const TargetOptions& options, Target& target) {
  if (target.provider == nullptr) {
    target.server.base_url = address_of(options, target.settings);
    return add_endpoints(options, target.server);
  }
  use_dialect_of_provider(*target.provider, target.settings);
  target.settings.model_name = provider_model(options, *target.provider, target.settings);
  target.server.base_url = options.base_url;
  add_endpoints(options, target.server);
  set_provider_addresses(options, target);
}

// Whether the port is malformed. `authority`: what comes before the path.
bool has_bad_port(std::string_view authority) {
  const std::size_t begin = authority.find_last_of(":]@");
  if (begin == std::string_view::npos || authority[begin] != ':') return false;
  const std::string_view port = authority.substr(begin + 1);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  return error != std::errc() || end != port.data() + port.size() || number > 65535;
}

// Also where nothing is sent: a dry run refuses what the run refuses.
void check_address(const std::string& url, const std::string& where) {
  const std::string scheme = lower_ascii(std::string_view(url).substr(0, url.find("://")));
  const std::size_t host = scheme.size() + std::string_view("://").size();
  const bool has_host =
      host < url.size() && std::string_view("/?#:").find(url[host]) == std::string_view::npos;
  if (scheme == "http" || scheme == "https") {
    if (url.find('#') != std::string::npos) {
      throw UsageError((where.empty() ? "--base-url" : where) +
                       ": an address of a server has no fragment. Leave out `#` and the rest");
    }
    if (has_host && net::is_valid_url(url)) return;
    const std::string_view rest = std::string_view(url).substr(std::min(host, url.size()));
    const bool port = has_bad_port(rest.substr(0, rest.find_first_of("/?")));
    throw UsageError((where.empty() ? "" : where + ": ") + net::shown_url(url) +
                     (!has_host ? ": the address has no host"
                      : port    ? ": not a valid address: a port is a number from 0 to 65535"
                                : ": not a valid address"));
  }
  throw UsageError((where.empty() ? "" : where + ": ") + net::shown_url(url) +
                   ": only http and https are supported");
}

// Keys, or credentials of an identity provider.
void add_credentials(const TargetOptions& options, const DialectInfo& dialect, Target& target) {
  for (std::size_t i = 0; i < target.server.endpoints(); ++i) {
    check_address(target.server.endpoint(i).base_url,
                  i < options.endpoints.size() ? options.endpoints[i].where : "");
  }
  const bool keyed_by_header = !header_with_key(options, dialect, target).empty();
  if (options.needs_address && !keyed_by_header) {
    try {
      std::optional<IdentitySource> source = identity_source(target.provider, dialect, options);
      if (source) target.identity = std::make_shared<IdentityKeeper>(*std::move(source), options);
    } catch (const UsageError& error) {
      if (!options.dry_run) throw;
      target.refusals.emplace_back(error.what());
    }
  }
  if (keyed_by_header) return;
  for (std::size_t i = 0; i < target.server.endpoints(); ++i) add_key(options, dialect, i, target);
  if (target.identity && !options.offline) target.identity->acquire(target.server, options);
}

void add_address_secrets(Server& server) {
  for (std::size_t i = 0; i < server.endpoints(); ++i) {
    server.redactor.add_url(server.endpoint(i).base_url);
  }
  server.redactor.add_proxies();
}

// Puts an endpoint for each address of a host into the place of its name, for --resolve-all.
void resolve_endpoints(TargetOptions& options, const net::Resolver& resolver) {
  if (!options.resolve_all || options.offline) return;
  if (options.base_url.empty()) {
    throw UsageError("--resolve-all needs the addresses of servers: --base-url or --endpoints");
  }
  if (options.endpoints.empty()) options.endpoints.push_back({.base_url = options.base_url});
  EndpointsByAddress all = endpoints_by_address(options.endpoints, resolver);
  options.notes = std::move(all.notes);
  options.endpoints = std::move(all.endpoints);
  if (options.endpoints.size() == 1 && options.endpoints_file.empty()) options.endpoints.clear();
}

Target resolved_target(const TargetOptions& options, const ModelRegistry& registry) {
  Target target;
  if (options.model.empty()) throw UsageError("--model needs a name");
  target.registered = registry.find(options.model);
  target.settings = settings_of(options, target.registered);
  apply_mode(options, target.settings);
  if (!options.local_model_path.empty()) target.settings.model_name = options.local_model_path;
  target.server.timeout = options.timeout;
  target.settings.context_length = options.context;
  add_headers(options, target.server);
  add_client_certificate(options, target.server);

  target.provider = chosen_provider(options);
  const std::string api = target.provider != nullptr
                              ? provider_api(options, *target.provider, target.settings)
                              : options.api;
  const bool known = target.settings.dialect != nullptr && api == "auto";
  if (api != "auto") choose_dialect(options, api, target.settings);
  set_addresses(options, target);
  add_address_secrets(target.server);
  target.has_address = !target.server.base_url.empty();
  if (!target.has_address && options.needs_address) refuse_unregistered(options, registry);
  if (!target.has_address) target.server.base_url = "http://offline/v1";
  refuse_duplicates(target.server, options.endpoints);
  const DialectInfo* preset = target.settings.dialect;
  add_credentials(options, preset != nullptr ? *preset : *dialect_of_api("chat"), target);

  // A provider's own address needs no asking.
  const bool own = target.provider != nullptr ? is_known_address(*target.provider, target.server)
                                              : preset != nullptr && !preset->base_url.empty() &&
                                                    target.server.base_url == preset->base_url &&
                                                    target.server.others.empty();
  if (!own && !options.offline) {
    const Listed listed = target.server.others.empty()
                              ? ask_for_models(target.server, target.settings.model_name, options)
                              : ask_endpoints_for_models(target, options);
    if (target.server.others.empty()) {  // several have been asked
      target.server.found = found_text(listed);
      if (options.asks_version) ask_versions(target.server, {listed}, options);
    }
    const bool unreachable = listed.failure != net::Failure::kNone;
    if (unreachable) throw UsageError(listed.problem + advice_for(listed.failure, options, target));
    if (!known && api == "auto") {
      choose_dialect(options, listed.answered ? listed.api : "chat", target.settings);
    }
    tell_what_was_found(options, listed, target);
  } else if (preset == nullptr) {
    choose_dialect(options, "chat", target.settings);
  }
  check_mode(options, target.settings);
  check_completions(options, target.settings);
  choose_format(options, target.settings);
  const DialectInfo& dialect = *target.settings.dialect;
  for (std::size_t i = 0; i < target.server.endpoints(); ++i) {
    std::string& url = target.server.endpoint(i).base_url;
    if (url != dialect.base_url) url = base_for(std::move(url), dialect.api);
  }
  refuse_duplicates(target.server, options.endpoints);
  return target;
}

}  // namespace

void take_endpoints(TargetOptions& options) {
  std::vector<GivenEndpoint> given = options.endpoints_file.empty()
                                         ? endpoints_of_urls(options.base_urls)
                                         : endpoints_of_file(options.endpoints_file);
  constexpr std::string_view kExpected = ": expected a server address, such as http://host:8000/v1";
  for (const GivenEndpoint& one : given) {
    if (one.base_url.find_first_not_of('/') != std::string::npos) continue;
    throw UsageError((one.where.empty() ? "--base-url" : one.where) + std::string(kExpected));
  }
  if (given.empty() && !options.base_urls.empty()) {
    throw UsageError("--base-url" + std::string(kExpected));
  }
  if (given.empty()) return;
  options.base_url = given.front().base_url;
  if (given.size() > 1 || !options.endpoints_file.empty()) options.endpoints = std::move(given);
}

Target make_target(TargetOptions options, const ModelRegistry& registry,
                   const net::Resolver& resolver) {
  resolve_endpoints(options, resolver);
  Target target = resolved_target(options, registry);
  target.notes.insert(target.notes.begin(), options.notes.begin(), options.notes.end());
  return target;
}

}  // namespace bfclx::tools
