// Roles that the Security Token Service (STS) gives for keys, or for a web identity. Without I/O.
//
// Source: https://docs.aws.amazon.com/STS/latest/APIReference, AssumeRole and
// AssumeRoleWithWebIdentity; https://docs.aws.amazon.com/sdkref/latest/guide, "Assume role
// credential provider".
#ifndef BFCLX_CORE_GENERATION_IDENTITY_AWS_ROLES_H_
#define BFCLX_CORE_GENERATION_IDENTITY_AWS_ROLES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/generation/identity/aws_profiles.h"
#include "core/generation/identity/identity_step.h"

namespace bfclx {

inline constexpr std::size_t kMostAwsRoles = 4;  // of a chain

struct AwsRole {
  std::string arn;
  std::string session_name = {};
  std::string external_id = {};
  std::string seconds = {};  // how long its keys live; empty: an hour
};

// Its settings in the section of `profile`, which has `role_arn`. An Error "CredentialsError" names
// the setting.
Result<AwsRole> read_aws_role(const AwsProfiles::Section& section, std::string_view profile);
Status check_aws_role(const AwsRole& role);

// The keys of the last role, assumed one after the other with the credentials of `step`. `region`
// may be empty.
IdentityStep aws_role_keys(IdentityStep step, std::vector<AwsRole> roles,
                           const std::string& region);
// The keys of `role` for a token of OpenID Connect, as it is in `file`.
IdentityStep aws_web_identity_keys(const AwsRole& role, std::string_view token,
                                   std::string_view file, const std::string& region);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_IDENTITY_AWS_ROLES_H_
