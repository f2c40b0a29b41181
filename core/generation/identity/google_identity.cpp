#include "core/generation/identity/google_identity.h"

#include <cstdint>
#include <utility>

#include "core/base/text.h"
#include "core/conversation/values.h"
#include "core/generation/identity/base64_text.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

constexpr std::string_view kTokenUri = "https://oauth2.googleapis.com/token";
constexpr std::string_view kWho = "Google's token service";
constexpr double kAssertionLife = 3600;  // the longest that is allowed
constexpr std::size_t kLongestKey = std::size_t{16} << 10;

std::string json_of(const Value& value) {
  std::string text;
  append_json(text, value);
  return text;
}

Result<GoogleCredentials> read_service_account(const Value& object) {
  GoogleCredentials read;
  read.service_account = true;
  BFCLX_RETURN_IF_ERROR(check_texts(
      object, {"client_email", "private_key", "private_key_id", "token_uri", "project_id"}));
  read.client_email = token_member(object, "client_email");
  read.private_key = text_member(object, "private_key");
  read.private_key_id = token_member(object, "private_key_id");
  read.token_uri = token_member(object, "token_uri");
  read.project = token_member(object, "project_id");
  if (read.token_uri.empty()) read.token_uri = kTokenUri;
  if (read.client_email.empty()) return member_error(object, "client_email");
  if (read.private_key.empty() || read.private_key.size() > kLongestKey) {
    return member_error(object, "private_key");
  }
  if (!is_google_address(read.token_uri)) {
    return credentials_error("token_uri is not an address of Google (https://*.googleapis.com)");
  }
  return read;
}

Result<GoogleCredentials> read_user(const Value& object) {
  GoogleCredentials read;
  read.client_id = token_member(object, "client_id");
  read.client_secret = token_member(object, "client_secret");
  read.refresh_token = token_member(object, "refresh_token");
  read.quota_project = token_member(object, "quota_project_id");
  for (const auto& [name, text] :
       {std::pair("client_id", &read.client_id), std::pair("client_secret", &read.client_secret),
        std::pair("refresh_token", &read.refresh_token)}) {
    if (text->empty()) return member_error(object, name);
  }
  return read;
}

Result<GoogleCredentials> read_external_account(const Value& object) {
  GoogleCredentials read;
  BFCLX_ASSIGN_OR_RETURN(read.federation, read_google_federation(object));
  read.quota_project = token_member(object, "quota_project_id");
  return read;
}

IdentityStep form_step(std::string url, std::string form, std::vector<std::string> hidden,
                       std::string advice) {
  IdentityStep step;
  step.request = {.method = "POST",
                  .url = std::move(url),
                  .headers = {{"Content-Type", "application/x-www-form-urlencoded"}},
                  .body = std::move(form),
                  .hidden = std::move(hidden)};
  step.read = [advice = std::move(advice)](const RequestOutcome& outcome, double now) {
    return read_token(outcome, now, kWho, advice);
  };
  return step;
}

}  // namespace

bool is_google_address(std::string_view uri) {
  constexpr std::string_view kScheme = "https://";
  if (!uri.starts_with(kScheme)) return false;
  uri.remove_prefix(kScheme.size());
  const std::string_view host = uri.substr(0, uri.find_first_of("/?#"));
  const bool plain = host.find_first_of("@:\\") == std::string_view::npos;
  return plain && (host == "accounts.google.com" || host.ends_with(".googleapis.com"));
}

Result<GoogleCredentials> read_google_credentials(std::string_view file) {
  const Result<Value> read = json_loads(file);
  if (!read.ok()) return credentials_error(json_fault(read.error()));
  if (!read->is_dict()) return credentials_error("expected a JSON object");
  const std::string_view type = text_member(*read, "type");
  if (type == "service_account") return read_service_account(*read);
  if (type == "authorized_user") return read_user(*read);
  if (type == "external_account") return read_external_account(*read);
  if (type == "impersonated_service_account" || type == "external_account_authorized_user" ||
      type == "gdch_service_account") {
    return credentials_error(
        concat({"credentials of the type ", type,
                " are unsupported. Use the key of a service account, run `gcloud auth "
                "application-default login`, or pass an access token: --api-key-env NAME with the "
                "output of `gcloud auth print-access-token`"}));
  }
  return credentials_error("expected `type` service_account, authorized_user or external_account");
}

Result<std::string> google_assertion(const GoogleCredentials& credentials, double now,
                                     const RsaSigner& sign) {
  Value header = make_dict({{"alg", Value::str("RS256")}, {"typ", Value::str("JWT")}});
  if (!credentials.private_key_id.empty()) {
    header.mutable_dict().set("kid", Value::str(credentials.private_key_id));
  }
  const auto issued = static_cast<std::int64_t>(now);
  const Value claims =
      make_dict({{"iss", Value::str(credentials.client_email)},
                 {"scope", Value::str(kGoogleScope)},
                 {"aud", Value::str(credentials.token_uri)},
                 {"iat", Value::integer(issued)},
                 {"exp", Value::integer(issued + static_cast<std::int64_t>(kAssertionLife))}});
  const std::string text = base64url_text(json_of(header)) + "." + base64url_text(json_of(claims));
  BFCLX_ASSIGN_OR_RETURN(const std::string signature, sign(credentials.private_key, text));
  return text + "." + base64url_text(signature);
}

IdentityStep google_token(const GoogleCredentials& credentials, std::string_view file, double now,
                          const RsaSigner& sign) {
  if (credentials.service_account) {
    const Result<std::string> assertion = google_assertion(credentials, now, sign);
    if (!assertion.ok()) return failed_step(concat({file, ": ", assertion.error().message}));
    return form_step(credentials.token_uri,
                     form_of({{"grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"},
                              {"assertion", *assertion}}),
                     {*assertion},
                     concat({". Check the key in ", file, ", and the clock of this machine"}));
  }
  return form_step(std::string(kTokenUri),
                   form_of({{"grant_type", "refresh_token"},
                            {"client_id", credentials.client_id},
                            {"client_secret", credentials.client_secret},
                            {"refresh_token", credentials.refresh_token}}),
                   {credentials.client_secret, credentials.refresh_token},
                   ". Run \"gcloud auth application-default login\" again");
}

IdentityStep google_machine_token() {
  IdentityStep step;
  step.request = {.url =
                      "http://metadata.google.internal/computeMetadata/v1/instance/"
                      "service-accounts/default/token",
                  .headers = {{"Metadata-Flavor", "Google"}},
                  .of_machine = true};
  step.read = [](const RequestOutcome& outcome, double now) {
    constexpr std::string_view kServer = "Google's metadata server";
    const bool genuine =
        outcome.headers != nullptr && header_of(*outcome.headers, "metadata-flavor") == "Google";
    if (outcome.has_response() && !genuine) {
      return failed_step("the server at metadata.google.internal is not Google's metadata server");
    }
    return read_token(outcome, now, kServer, ". Does this machine have a service account?");
  };
  return step;
}

}  // namespace bfclx
