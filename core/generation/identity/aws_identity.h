// Keys of Amazon Web Services: of a profile, of IAM Identity Center (SSO), of a container and of an
// instance. Without I/O.
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

// What a profile says about credentials.
struct AwsProfile {
  std::optional<Credentials> keys;
  std::optional<AwsSso> sso;
  std::string region;
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
