#include "tools/bfclx/generate/target_keys.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "core/base/text.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/header_text.h"
#include "tools/bfclx/input/open_file.h"

namespace bfclx::tools {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool is_local(const std::string& url) {
  const std::string origin = net::origin_of(url);
  for (const char* host : {"://localhost:", "://127.", "://[::1]:"}) {
    if (origin.find(host) != std::string::npos) return true;
  }
  return false;
}

// A key and where it comes from: "--api-key-env NAME", for messages.
struct FoundKey {
  std::string text;
  std::string from;
};

FoundKey key_in(const std::string& name, const std::string& where) {
  return {trimmed_text(variable(name.c_str())), where + name};
}

FoundKey key_in(const std::string& name) { return key_in(name, "the variable "); }

struct KeyRow {
  KeyHeader kind;
  const char* header;
  const char* prefix;
};
constexpr KeyRow kKeyRows[] = {
    {KeyHeader::kBearer, "Authorization", "Bearer "},       {KeyHeader::kXApiKey, "x-api-key", ""},
    {KeyHeader::kXGoogApiKey, "x-goog-api-key", ""},        {KeyHeader::kApiKey, "api-key", ""},
    {KeyHeader::kAwsSignature, "Authorization", "Bearer "},  // an API key of Bedrock
};

void note_unsent_key(const std::string& name, const std::string& url, Target& target) {
  if (is_local(url)) return;
  std::string note = "the key in " + name + " is not sent to " + net::origin_of(url) +
                     "; pass --api-key-env " + name + " to send it";
  if (std::count(target.notes.begin(), target.notes.end(), note) == 0) {
    target.notes.push_back(std::move(note));
  }
}

// The environment variable that a dialect's key stands in, for the address that is asked.
FoundKey usual_key(const DialectInfo& dialect, const std::string& url, Target& target) {
  if (dialect.key_header == KeyHeader::kAwsSignature) return key_in("AWS_BEARER_TOKEN_BEDROCK");
  FoundKey remote = key_in("REMOTE_OPENAI_API_KEY");
  if (dialect.api == "completions" || dialect.base_url.empty()) {
    if (!remote.text.empty()) return remote;
  }
  if (dialect.key_variable.empty()) return {};
  const std::string name(dialect.key_variable);
  FoundKey key = key_in(name);
  const bool own =
      !dialect.base_url.empty() && net::origin_of(dialect.base_url) == net::origin_of(url);
  if (own || key.text.empty()) return key;
  if (name == "OPENAI_API_KEY" && net::origin_of(url) == "https://api.openai.com:443") return key;
  note_unsent_key(name, url, target);
  return {};
}

// Keys of Amazon sign each request instead of being sent. False where there are none.
bool add_aws_key(const DialectInfo& dialect, ServerEndpoint& endpoint, net::Redactor& redactor) {
  if (dialect.key_header != KeyHeader::kAwsSignature) return false;
  net::AwsKey key = {variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY"),
                     variable("AWS_SESSION_TOKEN"), region_of(endpoint.base_url), "bedrock"};
  if (key.id.empty() || key.secret.empty()) return false;
  check_header_text(key.id, "", "AWS_ACCESS_KEY_ID");
  check_header_text(key.session, "", "AWS_SESSION_TOKEN");
  redactor.add(key.secret);
  redactor.add(key.session);
  endpoint.aws = std::move(key);
  return true;
}

// Of --provider: its variable, sent to its own address or to the user's.
FoundKey key_of_provider(const ProviderInfo& provider, const std::string& url, Target& target) {
  if (provider.key_variable.empty()) return {};
  const std::string name(provider.key_variable);
  FoundKey key = key_in(name);
  const bool own =
      provider.is_own_address() || net::origin_of(provider.base_url) == net::origin_of(url);
  if (own || key.text.empty()) return key;
  note_unsent_key(name, url, target);
  return {};
}

// What stands before the key in a request. Not for kNone.
const KeyRow& row_of(const DialectInfo& dialect, const ProviderInfo* provider) {
  KeyHeader kind = dialect.key_header;
  if (provider != nullptr) {
    kind = provider->identity == ProviderIdentity::kAzure ? KeyHeader::kApiKey : KeyHeader::kBearer;
  }
  return *std::find_if(std::begin(kKeyRows), std::end(kKeyRows),
                       [kind](const KeyRow& row) { return row.kind == kind; });
}

void refuse_without_key(const TargetOptions& options, const std::string& url, std::string_view name,
                        Target& target) {
  const std::string why = "no key for " + net::origin_of(url) + ": set " + std::string(name) +
                          ", or give --api-key-file";
  if (options.dry_run) {
    target.refusals.push_back(why);
  } else if (!options.offline) {
    throw UsageError(why);
  }
}

// What the user names: of the endpoint's own variable, --api-key-file or --api-key-env.
FoundKey given_key(const TargetOptions& options, std::size_t endpoint) {
  const std::string own =
      endpoint < options.endpoints.size() ? options.endpoints[endpoint].api_key_env : "";
  if (!own.empty()) {
    FoundKey key = key_in(own, options.endpoints[endpoint].where + ": the variable ");
    if (key.text.empty()) throw UsageError(key.from + " (api_key_env) is not set");
    return key;
  }
  if (!options.api_key_file.empty()) return {key_from_file(options.api_key_file), "--api-key-file"};
  if (options.api_key_env.empty()) return {};
  if (!is_variable_name(options.api_key_env)) {
    throw UsageError("--api-key-env takes the name of an environment variable, not a key");
  }
  FoundKey key = key_in(options.api_key_env, "--api-key-env ");
  if (key.text.empty()) throw UsageError(key.from + ": the variable is not set");
  return key;
}

}  // namespace

// "https://bedrock-runtime.eu-west-1.amazonaws.com" lies in eu-west-1.
std::string region_of(const std::string& url) {
  const std::size_t end = url.find(".amazonaws.com");
  const std::size_t dot = end == std::string::npos ? end : url.rfind('.', end - 1);
  if (dot != std::string::npos) return url.substr(dot + 1, end - dot - 1);
  std::string named = variable("AWS_REGION");
  if (named.empty()) named = variable("AWS_DEFAULT_REGION");
  return named.empty() ? "us-east-1" : named;
}

std::string header_with_key(const TargetOptions& options, const DialectInfo& dialect,
                            const Target& target) {
  const ProviderInfo* provider = target.provider;
  if (provider == nullptr && dialect.key_header == KeyHeader::kNone) return {};
  std::string name = row_of(dialect, provider).header;
  const bool azure = provider != nullptr && provider->identity == ProviderIdentity::kAzure;
  if (azure && !has_header(target.server.headers, name)) name = "Authorization";
  if (!has_header(target.server.headers, name)) return {};
  const bool of_endpoint = std::any_of(options.endpoints.begin(), options.endpoints.end(),
                                       [](const auto& one) { return !one.api_key_env.empty(); });
  for (const auto& [option, given] :
       {std::pair("--api-key-file", !options.api_key_file.empty()),
        std::pair("--api-key-env", !options.api_key_env.empty()),
        std::pair("api_key_env of --endpoints", of_endpoint),
        std::pair("--identity metadata", options.identity == "metadata")}) {
    if (given) {
      throw UsageError("--header '" + name + "' and " + option + " both set the key. Give one");
    }
  }
  return name;
}

void add_key(const TargetOptions& options, const DialectInfo& dialect, std::size_t endpoint,
             Target& target) {
  ServerEndpoint& one = target.server.endpoint(endpoint);
  const ProviderInfo* provider = target.provider;
  FoundKey found = given_key(options, endpoint);
  if (found.text.empty()) {
    if (target.identity != nullptr) return;  // its credentials come later
    found = provider != nullptr ? key_of_provider(*provider, one.base_url, target)
                                : usual_key(dialect, one.base_url, target);
  }
  check_header_text(found.text, found.from, ": the key");
  std::string key = std::move(found.text);
  if (key.empty() && add_aws_key(dialect, one, target.server.redactor)) return;
  if (key.empty() && provider != nullptr) {
    const bool hosted = provider->needs_key && provider->identity == ProviderIdentity::kKey &&
                        net::origin_of(provider->base_url) == net::origin_of(one.base_url);
    if (hosted) refuse_without_key(options, one.base_url, provider->key_variable, target);
    return;
  }
  if (key.empty()) {
    const bool hosted = !dialect.base_url.empty() && !dialect.key_variable.empty() &&
                        net::origin_of(dialect.base_url) == net::origin_of(one.base_url);
    if (hosted) refuse_without_key(options, one.base_url, dialect.key_variable, target);
    return;
  }
  if (provider == nullptr && dialect.key_header == KeyHeader::kNone) return;
  const KeyRow& row = row_of(dialect, provider);
  target.server.redactor.add(key, {row.prefix, std::string(row.header) + ": " + row.prefix,
                                   "\"" + std::string(row.header) + "\": \"" + row.prefix, "key="});
  one.secrets.push_back({row.header, row.prefix, std::move(key)});
}

namespace {

// Of the connection and the body: with others, a request would be truncated or malformed.
constexpr std::string_view kOwnHeaders[] = {
    "connection", "content-encoding", "content-length",    "expect",  "keep-alive",
    "te",         "trailer",          "transfer-encoding", "upgrade", "proxy-connection"};

// Whether a header of --header is sent. UsageError where bfclx has to set it itself.
bool is_sent(const std::string& name, std::string_view value) {
  const std::string lower = lower_ascii(name);
  if (std::find(std::begin(kOwnHeaders), std::end(kOwnHeaders), lower) != std::end(kOwnHeaders)) {
    throw UsageError("--header '" + name + "': bfclx sets this header itself. Leave it out");
  }
  if (lower != "content-type") return true;
  const std::string type = lower_ascii(value.substr(0, value.find(';')));
  if (trimmed_text(type) == "application/json") return false;  // as it is sent anyway
  throw UsageError("--header '" + name +
                   "': bfclx sets this header itself, to application/json. Leave it out");
}

}  // namespace

void add_headers(const TargetOptions& options, Server& server) {
  std::set<std::string> names;
  for (const std::string& header : options.headers) {
    const std::size_t colon = header.find(':');
    const std::string name = trimmed_text(std::string_view(header).substr(0, colon));
    if (colon == std::string::npos || !net::is_token(name)) {
      throw UsageError(
          "--header: expected 'Name: value', with a name of letters, digits and hyphens");
    }
    const std::string where = "--header '" + name + "': ";
    std::string value = trimmed_text(std::string_view(header).substr(colon + 1));
    if (value.empty()) throw UsageError(where + "the value is empty");
    check_header_text(value, where, "the value");
    if (!names.insert(lower_ascii(name)).second) {
      throw UsageError(where + "the header is duplicate. Pass each header once");
    }
    if (!is_sent(name, value)) continue;
    server.headers.emplace_back(name, std::move(value));
    server.redactor.add_header(server.headers.back().first, server.headers.back().second);
  }
}

void add_client_certificate(const TargetOptions& options, Server& server) {
  const std::pair<const char*, const std::string&> named[] = {
      {"--client-cert", options.client_cert}, {"--client-key", options.client_key}};
  for (const auto& [option, path] : named) {
    if (path.empty()) continue;
    const OpenFile file(path);
    if (!file.error().empty())
      throw UsageError(std::string(option) + " " + path + ": " + file.error());
  }
  server.client_cert = options.client_cert;
  server.client_key = options.client_key.empty() ? options.client_cert : options.client_key;
}

}  // namespace bfclx::tools
