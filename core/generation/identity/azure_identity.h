// Access tokens of Microsoft Entra ID for Azure OpenAI: by a client secret, and of a managed
// identity. Without I/O.
//
// Source: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow,
// https://learn.microsoft.com/entra/identity/managed-identities-azure-resources/how-to-use-vm-token
// and https://learn.microsoft.com/azure/app-service/overview-managed-identity (REST endpoint).
#ifndef BFCLX_CORE_GENERATION_IDENTITY_AZURE_IDENTITY_H_
#define BFCLX_CORE_GENERATION_IDENTITY_AZURE_IDENTITY_H_

#include <string>
#include <string_view>

#include "core/generation/identity/identity_step.h"

namespace bfclx {

struct EntraClient {
  std::string authority;  // AZURE_AUTHORITY_HOST; empty: the public cloud
  std::string tenant;
  std::string client_id;
  std::string client_secret;
};
IdentityStep entra_token(const EntraClient& client);

struct ManagedIdentity {
  std::string client_id;  // of a user-assigned identity; may be empty
  std::string endpoint;   // IDENTITY_ENDPOINT, in App Service and Container Apps; else empty
  std::string header;     // IDENTITY_HEADER
};
IdentityStep managed_token(const ManagedIdentity& identity);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_IDENTITY_AZURE_IDENTITY_H_
