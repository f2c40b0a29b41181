// Access tokens of Google Cloud: of a service account's key, of the user's application-default
// credentials, and of the metadata server of a machine. Without I/O.
//
// Source: https://developers.google.com/identity/protocols/oauth2/service-account (JWT,
// "HTTP/REST"), https://cloud.google.com/docs/authentication/application-default-credentials and
// https://cloud.google.com/compute/docs/access/authenticate-workloads.
#ifndef BFCLX_CORE_GENERATION_IDENTITY_GOOGLE_IDENTITY_H_
#define BFCLX_CORE_GENERATION_IDENTITY_GOOGLE_IDENTITY_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/generation/identity/google_federation.h"
#include "core/generation/identity/identity_step.h"

namespace bfclx {

// A credential file of Google.
struct GoogleCredentials {
  bool service_account = false;  // else those of a user
  std::string client_email;      // service account
  std::string private_key;       // PEM
  std::string private_key_id;
  std::string token_uri;
  std::string client_id;  // user
  std::string client_secret;
  std::string refresh_token;
  std::string project;        // that the file names; may be empty
  std::string quota_project;  // sent as x-goog-user-project; may be empty
  std::optional<GoogleFederation> federation = std::nullopt;  // instead of all but the projects
};

inline constexpr std::string_view kGoogleScope = "https://www.googleapis.com/auth/cloud-platform";

// A credential file says where its tokens come from; a forged one must not send requests anywhere
// else.
bool is_google_address(std::string_view url);

// An Error "CredentialsError" says what is wrong, and shows nothing of the contents.
Result<GoogleCredentials> read_google_credentials(std::string_view file);

// Signs a text with RSA and SHA-256 (RS256); the signature's bytes.
using RsaSigner =
    std::function<Result<std::string>(std::string_view private_key, std::string_view text)>;

// What the service account states, signed: header, claims and signature of a JWT.
Result<std::string> google_assertion(const GoogleCredentials& credentials, double now,
                                     const RsaSigner& sign);

// Of a service account or a user. `file` names the credential file in messages.
IdentityStep google_token(const GoogleCredentials& credentials, std::string_view file, double now,
                          const RsaSigner& sign);
// Of the machine's own service account.
IdentityStep google_machine_token();

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_IDENTITY_GOOGLE_IDENTITY_H_
