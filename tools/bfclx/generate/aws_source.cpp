#include "tools/bfclx/generate/aws_source.h"

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <tuple>
#include <utility>

#include "core/generation/identity/aws_identity.h"
#include "core/generation/identity/aws_process.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/header_text.h"
#include "tools/bfclx/generate/identity_files.h"

namespace bfclx::tools {
namespace {

struct AwsFiles {
  std::string name;  // of the profile
  AwsProfile profile;
  std::string missing;  // a variable that names a file that does not exist: ". AWS_..."
};

std::string aws_profile_name() {
  const std::string named = first_env({"AWS_PROFILE", "AWS_DEFAULT_PROFILE"});
  return named.empty() ? "default" : named;
}

AwsFiles read_aws_files() {
  AwsFiles files;
  files.name = aws_profile_name();
  AwsProfiles profiles;
  for (const auto& [variable, usual, config] :
       {std::tuple("AWS_SHARED_CREDENTIALS_FILE", ".aws/credentials", false),
        std::tuple("AWS_CONFIG_FILE", ".aws/config", true)}) {
    std::string path = env(variable);
    const bool named = !path.empty();
    if (!named) path = home_path(usual);
    // As in the SDKs of AWS, a file that does not exist is empty.
    const std::string text = path == "/dev/null" ? std::string() : text_of_file(path, false);
    std::error_code ignored;
    if (named && !std::filesystem::exists(path, ignored)) {
      files.missing += std::string(". ") + variable + ": " + path + " does not exist";
    }
    const Status added = config ? profiles.add_config(text) : profiles.add_credentials(text);
    if (!added.ok()) throw UsageError(path + ":" + added.error().message);
  }
  Result<AwsProfile> profile = aws_profile(profiles, files.name);
  if (!profile.ok()) {
    throw UsageError((first_env({"AWS_PROFILE"}).empty() ? "AWS: " : "AWS_PROFILE: ") +
                     profile.error().message + files.missing);
  }
  files.profile = std::move(profile).value();
  return files;
}

AwsContainer aws_container() {
  AwsContainer container = {env("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"),
                            env("AWS_CONTAINER_CREDENTIALS_FULL_URI"),
                            env("AWS_CONTAINER_AUTHORIZATION_TOKEN")};
  if (container.relative_uri.empty() && container.full_uri.empty()) return container;
  const std::string file = env("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
  if (!file.empty()) container.token = text_of_file(file, true);
  container.token = trimmed_text(container.token);
  check_header_text(container.token, file.empty() ? "AWS_CONTAINER_AUTHORIZATION_TOKEN" : file,
                    ": the token");
  return container;
}

IdentityStep aws_keys_of_machine() {
  const AwsContainer container = aws_container();
  return container.relative_uri.empty() && container.full_uri.empty()
             ? aws_instance_keys()
             : aws_container_keys(container);
}

// A token of OpenID Connect: what it is given for.
IdentityStep aws_keys_of_token(const AwsRole& role, const std::string& file,
                               const std::string& region) {
  std::string token = text_of_file(file, true);
  while (token.ends_with('\n')) token.pop_back();
  return aws_web_identity_keys(role, token, file, region);
}

std::string aws_region(const std::string& of_profile) {
  const std::string named = first_env({"AWS_REGION", "AWS_DEFAULT_REGION"});
  return named.empty() ? of_profile : named;
}

// What the keys of a profile, and of the first of its roles, come from.
IdentityStep aws_base_keys(const AwsProfile& profile) {
  if (profile.keys) {
    check_header_text(profile.keys->id, "AWS profile", ": aws_access_key_id");
    check_header_text(profile.keys->session, "AWS profile", ": aws_session_token");
    return credentials_step(*profile.keys);
  }
  if (profile.sso) {
    const std::string path = home_path((".aws/sso/cache/" + profile.sso->cache_file()).c_str());
    return aws_sso_keys(*profile.sso, text_of_file(path, false),
                        "aws sso login --profile " + profile.sso_profile,
                        static_cast<double>(std::time(nullptr)));
  }
  if (!profile.process.empty()) {
    return aws_process_step(profile.process, profile.process_profile);
  }
  if (profile.credential_source == kInstanceSource) return aws_instance_keys();
  if (profile.credential_source == kContainerSource) {
    const AwsContainer container = aws_container();
    if (!container.relative_uri.empty() || !container.full_uri.empty()) {
      return aws_container_keys(container);
    }
    return failed_step("credential_source = EcsContainer: this is no container of ECS or EKS");
  }
  return failed_step(
      "credential_source = Environment: set AWS_ACCESS_KEY_ID and "
      "AWS_SECRET_ACCESS_KEY");
}

IdentityStep aws_keys_of_profile() {
  const AwsFiles files = read_aws_files();
  const AwsProfile& profile = files.profile;
  if (!profile.has_credentials()) {
    return failed_step("profile " + files.name + " of AWS has no keys");
  }
  const std::string region = aws_region(profile.region);
  if (profile.token_file.empty()) {
    return aws_role_keys(aws_base_keys(profile), profile.roles, region);
  }
  return aws_role_keys(aws_keys_of_token(profile.roles.front(), profile.token_file, region),
                       {profile.roles.begin() + 1, profile.roles.end()}, region);
}

// As EKS and other clusters set it for a service account.
std::optional<IdentitySource> aws_cluster_source() {
  const std::string file = env("AWS_WEB_IDENTITY_TOKEN_FILE");
  const AwsRole role = {env("AWS_ROLE_ARN"), env("AWS_ROLE_SESSION_NAME")};
  if (file.empty() || role.arn.empty()) return std::nullopt;
  if (const Status usable = check_aws_role(role); !usable.ok()) {
    throw UsageError("AWS_ROLE_ARN, AWS_ROLE_SESSION_NAME: " + usable.error().message);
  }
  return IdentitySource{
      [role, file](double) { return aws_keys_of_token(role, file, aws_region("")); }};
}

}  // namespace

std::optional<IdentitySource> aws_source(bool of_machine, bool needed) {
  if (of_machine) return IdentitySource{[](double) { return aws_keys_of_machine(); }};
  if (!env("AWS_BEARER_TOKEN_BEDROCK").empty()) return std::nullopt;
  if (!env("AWS_ACCESS_KEY_ID").empty() && !env("AWS_SECRET_ACCESS_KEY").empty()) {
    return std::nullopt;
  }
  if (first_env({"AWS_PROFILE", "AWS_DEFAULT_PROFILE"}).empty()) {
    if (std::optional<IdentitySource> of_cluster = aws_cluster_source()) return of_cluster;
  }
  const AwsFiles files = read_aws_files();
  if (files.profile.has_credentials()) {
    return IdentitySource{[](double) { return aws_keys_of_profile(); }};
  }
  if (!needed) return std::nullopt;
  throw UsageError(
      "no AWS keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, set AWS_PROFILE, or pass "
      "--identity metadata on a machine of AWS" +
      files.missing);
}

std::string aws_profile_region() { return read_aws_files().profile.region; }

}  // namespace bfclx::tools
