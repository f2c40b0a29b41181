#include "tools/bfclx/generate/identity_source.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <utility>

#include "core/base/text.h"
#include "core/generation/identity/azure_identity.h"
#include "core/generation/identity/google_identity.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/aws_source.h"
#include "tools/bfclx/generate/header_text.h"
#include "tools/bfclx/generate/identity_files.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/net/rsa_signature.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMachine = "metadata";  // of --identity

// Google.

std::string google_file() {
  std::string named = env("GOOGLE_APPLICATION_CREDENTIALS");
  if (!named.empty()) return named;
  constexpr const char* kName = "application_default_credentials.json";
  const std::string gcloud = env("CLOUDSDK_CONFIG");
  if (!gcloud.empty()) return (fs::path(gcloud) / kName).string();
  return home_path(".config/gcloud/application_default_credentials.json");
}

std::optional<GoogleCredentials> read_google_file(const std::string& path) {
  const std::string text = text_of_file(path, !env("GOOGLE_APPLICATION_CREDENTIALS").empty());
  if (text.empty()) return std::nullopt;
  Result<GoogleCredentials> read = read_google_credentials(text);
  if (!read.ok()) throw UsageError(path + ": " + read.error().message);
  return std::move(read).value();
}

std::optional<IdentitySource> google_source(bool of_machine) {
  if (of_machine) return IdentitySource{[](double) { return google_machine_token(); }};
  const std::string path = google_file();
  const std::optional<GoogleCredentials> read = read_google_file(path);
  if (!read) {
    throw UsageError(
        "no credentials of Google: set GOOGLE_APPLICATION_CREDENTIALS to the key of a service "
        "account, run \"gcloud auth application-default login\", or pass --identity metadata on a "
        "machine of Google Cloud");
  }
  IdentitySource source;
  source.quota_project = read->quota_project;
  source.begin = [path](double now) {
    const std::optional<GoogleCredentials> again = read_google_file(path);
    if (!again) return failed_step(path + ": the file is no longer there");
    if (const std::optional<GoogleFederation>& federation = again->federation) {
      const std::string& subject = federation->file;
      return google_federated_token(
          *federation, subject.empty() ? std::string() : text_of_file(subject, true), path);
    }
    return google_token(*again, path, now, [](std::string_view key, std::string_view text) {
      return net::rsa_signature(key, text);
    });
  };
  return source;
}

// Azure.

std::optional<IdentitySource> azure_source(bool of_machine) {
  if (of_machine) {
    const ManagedIdentity identity = {env("AZURE_CLIENT_ID"), env("IDENTITY_ENDPOINT"),
                                      env("IDENTITY_HEADER")};
    check_header_text(identity.header, "IDENTITY_HEADER", ": the value");
    return IdentitySource{[identity](double) { return managed_token(identity); }};
  }
  if (!env("AZURE_OPENAI_API_KEY").empty()) return std::nullopt;
  const EntraClient client = {env("AZURE_AUTHORITY_HOST"), env("AZURE_TENANT_ID"),
                              env("AZURE_CLIENT_ID"), env("AZURE_CLIENT_SECRET")};
  if (!client.tenant.empty() && !client.client_id.empty() && !client.client_secret.empty()) {
    return IdentitySource{[client](double) { return entra_token(client); }};
  }
  throw UsageError(
      "no key of Azure: set AZURE_OPENAI_API_KEY, or AZURE_TENANT_ID, AZURE_CLIENT_ID and "
      "AZURE_CLIENT_SECRET, or pass --identity metadata on a machine of Azure");
}

}  // namespace

void add_identity_options(CLI::App& command, TargetOptions& options) {
  command
      .add_option("--identity", options.identity,
                  "With --provider azure, bedrock or vertex: credentials from the environment\n"
                  "and from files (auto), or from the metadata service of this machine")
      ->type_name("auto|metadata")
      ->check(one_of({"auto", "metadata"}))
      ->capture_default_str();
}

PlaceSettings place_settings(const ProviderInfo& provider, const TargetOptions& options) {
  PlaceSettings settings;
  if (provider.identity == ProviderIdentity::kAzure) {
    settings.api_version =
        options.api_version.empty() ? env("OPENAI_API_VERSION") : options.api_version;
  }
  if (provider.identity == ProviderIdentity::kGoogle) {
    settings.location = first_env({"GOOGLE_CLOUD_LOCATION", "GOOGLE_CLOUD_REGION"});
    settings.project = first_env({"GOOGLE_CLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT"});
    if (settings.project.empty() && options.identity != kMachine) {
      const std::optional<GoogleCredentials> read = read_google_file(google_file());
      if (read) settings.project = read->project.empty() ? read->quota_project : read->project;
    }
  }
  if (provider.identity == ProviderIdentity::kAws) {
    settings.region = first_env({"AWS_REGION", "AWS_DEFAULT_REGION"});
    if (settings.region.empty() && options.identity != kMachine) {
      settings.region = aws_profile_region();
    }
  }
  return settings;
}

std::optional<IdentitySource> identity_source(const ProviderInfo* provider,
                                              const DialectInfo& dialect,
                                              const TargetOptions& options) {
  const bool of_machine = options.identity == kMachine;
  const bool key_given = !options.api_key_env.empty() || !options.api_key_file.empty();
  ProviderIdentity kind = provider != nullptr ? provider->identity : ProviderIdentity::kKey;
  if (dialect.key_header == KeyHeader::kAwsSignature) kind = ProviderIdentity::kAws;
  if (of_machine && kind == ProviderIdentity::kKey) {
    throw UsageError("--identity metadata needs --provider azure, bedrock or vertex");
  }
  if (key_given) return std::nullopt;
  switch (kind) {
    case ProviderIdentity::kAws:
      return aws_source(of_machine, provider != nullptr && (!options.offline || options.dry_run));
    case ProviderIdentity::kGoogle:
      return google_source(of_machine);
    case ProviderIdentity::kAzure:
      return azure_source(of_machine);
    case ProviderIdentity::kKey:
      break;
  }
  return std::nullopt;
}

}  // namespace bfclx::tools
