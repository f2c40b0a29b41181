// Keys of Amazon Web Services: of a profile, of IAM Identity Center (SSO), of a container and of an
// instance. Roles are in aws_roles.h. Without I/O.
//
// Source: https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html, its pages
// "IAM Identity Center credential provider", "Container credential provider" and "IMDS credential
// provider"; the names of the SSO cache as the AWS CLI writes them
// (botocore/utils.py:SSOTokenLoader).
#ifndef BFCLX_CORE_GENERATION_IDENTITY_AWS_IDENTITY_H_
#define BFCLX_CORE_GENERATION_IDENTITY_AWS_IDENTITY_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/generation/identity/aws_profiles.h"
#include "core/generation/identity/aws_roles.h"
#include "core/generation/identity/identity_step.h"

namespace bfclx {

// A role that IAM Identity Center gives.
struct AwsSso {
  std::string session;  // name of the sso-session; may be empty
  std::string start_url;
  std::string region;
  std::string account;
  std::string role;

  // The file of ~/.aws/sso/cache that has its token.
  std::string cache_file() const;
};

// Values of `credential_source`.
inline constexpr std::string_view kEnvironmentSource = "Environment";
inline constexpr std::string_view kInstanceSource = "Ec2InstanceMetadata";
inline constexpr std::string_view kContainerSource = "EcsContainer";

// What a profile says about credentials: at most one of `keys`, `sso`, `process`,
// `credential_source` and `token_file`, and the roles that are assumed with them.
struct AwsProfile {
  std::optional<Credentials> keys;
  std::optional<AwsSso> sso;
  std::string sso_profile;      // the profile that has `sso`
  std::string process;          // command line of credential_process (aws_process.h)
  std::string process_profile;  // the profile that has `process`
  std::string credential_source;
  std::string token_file;      // of a web identity, for the first role
  std::vector<AwsRole> roles;  // in their order
  std::string region;

  bool has_credentials() const { return keys || sso || !process.empty() || !roles.empty(); }
};

// An Error "CredentialsError" where the profile is unknown or has no usable credentials; of the
// profile `default` that is not there, an empty one.
Result<AwsProfile> aws_profile(const AwsProfiles& profiles, std::string_view name);

// `cache`: the cached token's file. `login`: the command that makes a new one.
IdentityStep aws_sso_keys(const AwsSso& sso, std::string_view cache, std::string_view login,
                          double now);

struct AwsContainer {
  std::string relative_uri;  // AWS_CONTAINER_CREDENTIALS_RELATIVE_URI
  std::string full_uri;      // AWS_CONTAINER_CREDENTIALS_FULL_URI
  std::string token;         // AWS_CONTAINER_AUTHORIZATION_TOKEN, or of its file
};
IdentityStep aws_container_keys(const AwsContainer& container);
IdentityStep aws_instance_keys();

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_IDENTITY_AWS_IDENTITY_H_
