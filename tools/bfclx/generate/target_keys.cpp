#include "tools/bfclx/generate/target_keys.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/open_file.h"

namespace bfclx::tools {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string trimmed(std::string text) {
  const auto space = [](unsigned char c) { return std::isspace(c) != 0; };
  text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), space));
  while (!text.empty() && space(static_cast<unsigned char>(text.back()))) text.pop_back();
  return text;
}

bool is_local(const std::string& url) {
  const std::string origin = net::origin_of(url);
  for (const char* host : {"://localhost:", "://127.", "://[::1]:"}) {
    if (origin.find(host) != std::string::npos) return true;
  }
  return false;
}

std::string key_from_file(const std::string& path) {
  FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError("--api-key-file " + path + ": " + file.error);
  std::string key = trimmed(std::move(file.bytes));
  if (key.empty()) throw UsageError("--api-key-file " + path + ": the file is empty");
  return key;
}

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
std::string usual_key(const DialectInfo& dialect, const std::string& url, Target& target) {
  if (dialect.key_header == KeyHeader::kAwsSignature) return variable("AWS_BEARER_TOKEN_BEDROCK");
  std::string remote = variable("REMOTE_OPENAI_API_KEY");
  if (dialect.api == "completions" || dialect.base_url.empty()) {
    if (!remote.empty()) return remote;
  }
  if (dialect.key_variable.empty()) return {};
  const std::string name(dialect.key_variable);
  std::string key = variable(name.c_str());
  const bool own =
      !dialect.base_url.empty() && net::origin_of(dialect.base_url) == net::origin_of(url);
  if (own || key.empty()) return key;
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
  redactor.add(key.secret);
  redactor.add(key.session);
  endpoint.aws = std::move(key);
  return true;
}

// Of --provider: its variable, sent to its own address or to the user's.
std::string key_of_provider(const ProviderInfo& provider, const std::string& url, Target& target) {
  if (provider.key_variable.empty()) return {};
  const std::string name(provider.key_variable);
  std::string key = variable(name.c_str());
  const bool own =
      provider.is_own_address() || net::origin_of(provider.base_url) == net::origin_of(url);
  if (own || key.empty()) return key;
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

void add_key(const TargetOptions& options, const DialectInfo& dialect, std::size_t endpoint,
             Target& target) {
  ServerEndpoint& one = target.server.endpoint(endpoint);
  const ProviderInfo* provider = target.provider;
  const std::string own =
      endpoint < options.endpoints.size() ? options.endpoints[endpoint].api_key_env : "";
  std::string key;
  if (!own.empty()) {
    key = variable(own.c_str());
    if (key.empty()) {
      throw UsageError(options.endpoints[endpoint].where + ": the variable " + own +
                       " (api_key_env) is not set");
    }
  } else if (!options.api_key_file.empty()) {
    key = key_from_file(options.api_key_file);
  } else if (!options.api_key_env.empty()) {
    if (!is_variable_name(options.api_key_env)) {
      throw UsageError("--api-key-env takes the name of an environment variable, not a key");
    }
    key = variable(options.api_key_env.c_str());
    if (key.empty())
      throw UsageError("--api-key-env " + options.api_key_env + ": the variable is not set");
  } else if (target.identity != nullptr) {
    return;  // its credentials come later
  } else {
    key = provider != nullptr ? key_of_provider(*provider, one.base_url, target)
                              : usual_key(dialect, one.base_url, target);
  }
  key = trimmed(std::move(key));
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

void add_headers(const TargetOptions& options, Server& server) {
  for (const std::string& header : options.headers) {
    const std::size_t colon = header.find(':');
    if (colon == std::string::npos || colon == 0) {
      throw UsageError("--header: expected 'Name: value'");
    }
    server.headers.emplace_back(trimmed(header.substr(0, colon)),
                                trimmed(header.substr(colon + 1)));
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
