#include "core/generation/identity/azure_identity.h"

#include <algorithm>
#include <iterator>

#include "core/base/text.h"
#include "core/generation/identity/local_address.h"

namespace bfclx {

namespace {

constexpr std::string_view kScope = "https://cognitiveservices.azure.com/.default";
constexpr std::string_view kResource = "https://cognitiveservices.azure.com";
constexpr std::string_view kEntra = "Microsoft Entra ID";
constexpr std::string_view kMachine = "Azure's managed identity";

// Of the public and the national clouds; a secret goes nowhere else.
constexpr std::string_view kAuthorities[] = {"login.microsoftonline.com",
                                             "login.microsoftonline.us", "login.chinacloudapi.cn",
                                             "login.partner.microsoftonline.cn"};

// The host of an authority, which people write with or without scheme and slash.
std::string_view host_of_authority(std::string_view text) {
  constexpr std::string_view kScheme = "https://";
  if (text.starts_with(kScheme)) text.remove_prefix(kScheme.size());
  while (text.ends_with('/')) text.remove_suffix(1);
  return text.empty() ? kAuthorities[0] : text;
}

// A tenant is an id or a domain.
bool is_tenant(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '.';
  });
}

}  // namespace

IdentityStep entra_token(const EntraClient& client) {
  const std::string_view host = host_of_authority(client.authority);
  if (std::find(std::begin(kAuthorities), std::end(kAuthorities), host) == std::end(kAuthorities)) {
    return failed_step(
        "AZURE_AUTHORITY_HOST: expected login.microsoftonline.com or the host of a "
        "national cloud");
  }
  if (!is_tenant(client.tenant)) {
    return failed_step("AZURE_TENANT_ID: expected the id or the domain of a tenant");
  }
  IdentityStep step;
  step.request = {.method = "POST",
                  .url = concat({"https://", host, "/", client.tenant, "/oauth2/v2.0/token"}),
                  .headers = {{"Content-Type", "application/x-www-form-urlencoded"}},
                  .body = form_of({{"grant_type", "client_credentials"},
                                   {"client_id", client.client_id},
                                   {"client_secret", client.client_secret},
                                   {"scope", kScope}}),
                  .hidden = {client.client_secret}};
  step.read = [](const RequestOutcome& outcome, double now) {
    return read_token(outcome, now, kEntra,
                      ". Check AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET");
  };
  return step;
}

IdentityStep managed_token(const ManagedIdentity& identity) {
  IdentityStep step;
  step.request.emplace();
  step.request->of_machine = true;
  std::string client;
  if (!identity.client_id.empty()) client = "&client_id=" + percent_encoded(identity.client_id);
  const std::string resource = percent_encoded(kResource);
  if (identity.endpoint.empty()) {
    step.request->url =
        concat({"http://169.254.169.254/metadata/identity/oauth2/token"
                "?api-version=2018-02-01&resource=",
                resource, client});
    step.request->headers = {{"Metadata", "true"}};
  } else {
    if (!is_machine_address(identity.endpoint)) {
      return failed_step("IDENTITY_ENDPOINT is not an address of this machine");
    }
    const char* mark = contains(identity.endpoint, "?") ? "&" : "?";
    step.request->url =
        concat({identity.endpoint, mark, "api-version=2019-08-01&resource=", resource, client});
    step.request->secrets = {{"X-IDENTITY-HEADER", identity.header}};
    step.request->hidden = {identity.header};
  }
  step.read = [](const RequestOutcome& outcome, double now) {
    // While it starts, the service does not know the path yet.
    constexpr int kStarting[] = {404, 410};
    IdentityStep next = read_token(outcome, now, kMachine,
                                   ". Does this machine have an identity with the role "
                                   "\"Cognitive Services OpenAI User\"?");
    const bool starting = std::find(std::begin(kStarting), std::end(kStarting), outcome.status) !=
                          std::end(kStarting);
    if (next.error && starting) next.error->passes = true;
    return next;
  };
  return step;
}

}  // namespace bfclx
