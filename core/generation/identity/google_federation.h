// Workload identity federation of Google Cloud (`external_account`): a token of another identity
// provider, in a file or behind an address, is exchanged for an access token, and that for one of a
// service account where the file says so. Without I/O.
//
// Source: https://google.aip.dev/auth/4117, https://cloud.google.com/iam/docs/reference/sts/rest
// (v1, token) and https://cloud.google.com/iam/docs/reference/credentials/rest
// (projects.serviceAccounts.generateAccessToken).
#ifndef BFCLX_CORE_GENERATION_IDENTITY_GOOGLE_FEDERATION_H_
#define BFCLX_CORE_GENERATION_IDENTITY_GOOGLE_FEDERATION_H_

#include <string>
#include <string_view>

#include "core/generation/identity/identity_step.h"

namespace bfclx {

struct GoogleFederation {
  std::string audience;
  std::string token_type;  // of the subject's token
  std::string token_url;
  std::string impersonation_url;  // empty: no service account
  std::string lifetime;           // seconds of that account's token
  std::string client_id;          // of workforce pools; may be empty
  std::string client_secret;
  std::string user_project;
  // Where the subject's token is: one of both.
  std::string file;
  std::string url;
  HeaderList headers;  // for `url`
  std::string field;   // of a JSON object; empty: the token is the whole text
};

// `object`: a credential file of type external_account. An Error "CredentialsError" names the
// member, and shows nothing of the contents but its type.
Result<GoogleFederation> read_google_federation(const Value& object);

// `subject`: contents of federation.file, where there is one. `name`: the credential file, for
// messages.
IdentityStep google_federated_token(const GoogleFederation& federation, std::string_view subject,
                                    std::string_view name);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_IDENTITY_GOOGLE_FEDERATION_H_
