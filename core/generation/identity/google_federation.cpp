#include "core/generation/identity/google_federation.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/conversation/values.h"
#include "core/generation/identity/base64_text.h"
#include "core/generation/identity/google_identity.h"
#include "core/generation/identity/local_address.h"
#include "core/generation/identity/unusable_token.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

constexpr std::string_view kTokenUrl = "https://sts.googleapis.com/v1/token";
constexpr std::string_view kExchange = "Google's security token service";
constexpr std::string_view kAccounts = "Google's service account credentials";
constexpr std::string_view kUsualLifetime = "3600";
constexpr std::size_t kMostHeaders = 16;
constexpr std::size_t kLongestText = 4096;
constexpr int kOk = 200;

using Shared = std::shared_ptr<const GoogleFederation>;

bool is_plain(std::string_view text, char least) {
  return text.size() <= kLongestText &&
         std::all_of(text.begin(), text.end(), [least](char c) { return c >= least && c < 127; });
}

Status read_headers(const Value& source, GoogleFederation& read) {
  const Value* headers = present(source, "headers");
  if (headers == nullptr) return {};
  if (!headers->is_dict() || headers->as_dict().size() > kMostHeaders) {
    return credentials_error("credential_source.headers is malformed");
  }
  for (const auto& [name, value] : headers->as_dict()) {
    const bool is_header = name.is_str() && value.is_str() && !name.as_str().empty() &&
                           is_plain(name.as_str(), '!') && is_plain(value.as_str(), ' ') &&
                           name.as_str().find(':') == std::string_view::npos;
    if (!is_header) return credentials_error("credential_source.headers is malformed");
    read.headers.emplace_back(std::string(name.as_str()), std::string(value.as_str()));
  }
  return {};
}

Status read_source(const Value& source, GoogleFederation& read) {
  for (const std::string_view kind : {"environment_id", "executable", "certificate"}) {
    if (present(source, kind) == nullptr) continue;
    return credentials_error(
        concat({"credential_source with `", kind,
                "` is unsupported: expected `file` or `url`. Or pass an access token: "
                "--api-key-env NAME with the output of `gcloud auth print-access-token`"}));
  }
  BFCLX_RETURN_IF_ERROR(check_texts(source, {"file", "url"}));
  read.file = text_member(source, "file");
  read.url = text_member(source, "url");
  if (read.file.empty() == read.url.empty()) {
    return credentials_error("credential_source needs either `file` or `url`");
  }
  if (!read.url.empty() && !(read.url.starts_with("https://") && is_plain(read.url, '!')) &&
      !is_machine_address(read.url)) {
    return credentials_error(
        "credential_source.url is neither https nor an address of this machine");
  }
  BFCLX_RETURN_IF_ERROR(read_headers(source, read));
  const Value* format = present(source, "format");
  if (format == nullptr) return {};
  const std::string_view type = text_member(*format, "type");
  if (type == "json") {
    read.field = text_member(*format, "subject_token_field_name");
    if (read.field.empty()) {
      return credentials_error("credential_source.format.subject_token_field_name is missing");
    }
  } else if (!type.empty() && type != "text") {
    return credentials_error("credential_source.format.type is unknown: expected text or json");
  }
  return {};
}

// In a file or a response; empty where it is none.
std::string subject_token(const GoogleFederation& federation, std::string_view text) {
  if (!federation.field.empty()) {
    const Result<Value> read = json_loads(text);
    return read.ok() ? token_member(*read, federation.field) : std::string();
  }
  text = strip_chars(text, " \t\r\n");
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 127; });
  return plain && text.size() <= kMostTokenBytes ? std::string(text) : std::string();
}

IdentityStep read_account_token(const RequestOutcome& outcome, double now) {
  if (!outcome.has_response() || outcome.status != kOk) {
    return refused_step(outcome, kAccounts,
                        ". Does the federated identity have the role Workload Identity User of "
                        "the service account?");
  }
  const std::optional<Value> object = json_object(outcome);
  if (!object) return malformed_step(kAccounts);
  Credentials credentials;
  credentials.token = token_member(*object, "accessToken");
  if (!unusable_member(*object, {"accessToken"}).empty()) {
    return unusable_step(kAccounts, "accessToken");
  }
  const std::optional<double> end = time_of(text_member(*object, "expireTime"));
  if (credentials.token.empty() || !end) return malformed_step(kAccounts);
  if (*end <= now) {
    return failed_step(concat({kAccounts, ": the token has already expired"}), true);
  }
  credentials.expires = *end;
  return credentials_step(std::move(credentials));
}

IdentityStep impersonated(const GoogleFederation& federation, const Credentials& exchanged) {
  IdentityStep step;
  step.request = {.method = "POST",
                  .url = federation.impersonation_url,
                  .headers = {{"Content-Type", "application/json"}},
                  .secrets = {{"Authorization", "Bearer " + exchanged.token}},
                  .body = concat({"{\"scope\": [\"", kGoogleScope, "\"], \"lifetime\": \"",
                                  federation.lifetime, "s\"}"}),
                  .hidden = {exchanged.token}};
  step.read = read_account_token;
  return step;
}

IdentityStep exchange(const Shared& federation, const std::string& subject) {
  IdentityStep step;
  step.request = {
      .method = "POST",
      .url = federation->token_url,
      .headers = {{"Content-Type", "application/x-www-form-urlencoded"}},
      .body = form_of({{"grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"},
                       {"audience", federation->audience},
                       {"scope", kGoogleScope},
                       {"requested_token_type", "urn:ietf:params:oauth:token-type:access_token"},
                       {"subject_token_type", federation->token_type},
                       {"subject_token", subject}}),
      .hidden = {subject}};
  if (!federation->client_id.empty()) {
    const std::string basic =
        base64_text(concat({federation->client_id, ":", federation->client_secret}));
    step.request->secrets = {{"Authorization", "Basic " + basic}};
    for (const std::string& secret : {federation->client_secret, basic}) {
      if (!secret.empty()) step.request->hidden.push_back(secret);
    }
  } else if (!federation->user_project.empty()) {
    const Value options = make_dict({{"userProject", Value::str(federation->user_project)}});
    std::string text;
    append_json(text, options);
    step.request->body += "&" + form_of({{"options", text}});
  }
  step.read = [federation](const RequestOutcome& outcome, double now) {
    IdentityStep next = read_token(outcome, now, kExchange,
                                   ". Check `audience` and `subject_token_type` in the credential "
                                   "file, and that the token of the identity provider is current");
    if (!next.credentials || federation->impersonation_url.empty()) return next;
    return impersonated(*federation, *next.credentials);
  };
  return step;
}

}  // namespace

Result<GoogleFederation> read_google_federation(const Value& object) {
  GoogleFederation read;
  BFCLX_RETURN_IF_ERROR(check_texts(
      object, {"audience", "subject_token_type", "token_url", "service_account_impersonation_url",
               "client_id", "client_secret", "workforce_pool_user_project", "quota_project_id"}));
  read.audience = token_member(object, "audience");
  read.token_type = token_member(object, "subject_token_type");
  read.token_url = text_member(object, "token_url");
  read.impersonation_url = text_member(object, "service_account_impersonation_url");
  read.client_id = token_member(object, "client_id");
  read.client_secret = token_member(object, "client_secret");
  read.user_project = token_member(object, "workforce_pool_user_project");
  if (read.token_url.empty()) read.token_url = kTokenUrl;
  if (read.audience.empty()) return member_error(object, "audience");
  if (read.token_type.empty()) return member_error(object, "subject_token_type");
  for (const auto& [name, url] :
       {std::pair("token_url", &read.token_url),
        std::pair("service_account_impersonation_url", &read.impersonation_url)}) {
    if (!url->empty() && !(is_google_address(*url) && is_plain(*url, '!'))) {
      return credentials_error(
          concat({name, " is not an address of Google (https://*.googleapis.com)"}));
    }
  }
  read.lifetime = kUsualLifetime;
  if (const Value* account = present(object, "service_account_impersonation")) {
    const std::optional<double> seconds = number_member(*account, "token_lifetime_seconds");
    constexpr double kLeast = 600;
    constexpr double kMost = 43200;
    if (seconds && (*seconds < kLeast || *seconds > kMost)) {
      return credentials_error("token_lifetime_seconds is malformed: expected 600 to 43200");
    }
    if (seconds) read.lifetime = std::to_string(static_cast<int>(*seconds));
  }
  const Value* source = present(object, "credential_source");
  if (source == nullptr) return credentials_error("credential_source is missing");
  if (!source->is_dict()) {
    return credentials_error("credential_source has the wrong type: expected an object");
  }
  BFCLX_RETURN_IF_ERROR(read_source(*source, read));
  return read;
}

IdentityStep google_federated_token(const GoogleFederation& federation, std::string_view subject,
                                    std::string_view name) {
  const auto shared = std::make_shared<const GoogleFederation>(federation);
  if (!federation.file.empty()) {
    const std::string token = subject_token(federation, subject);
    if (!token.empty()) return exchange(shared, token);
    return failed_step(
        concat({federation.file, ": the file has no token (credential_source in ", name, ")"}));
  }
  IdentityStep step;
  step.request = {.url = federation.url,
                  .secrets = federation.headers,
                  .of_machine = !federation.url.starts_with("https://")};
  constexpr std::size_t kLeastSecret = 16;  // "Metadata: True" has none
  for (const auto& header : federation.headers) {
    if (header.second.size() >= kLeastSecret) step.request->hidden.push_back(header.second);
  }
  step.read = [shared](const RequestOutcome& outcome, double /*now*/) {
    constexpr std::string_view kWho = "the identity provider at credential_source.url";
    if (!outcome.has_response() || outcome.status != kOk) return refused_step(outcome, kWho, "");
    const bool small = outcome.body.size() <= kMostIdentityBytes;
    const std::string token = small ? subject_token(*shared, outcome.body) : std::string();
    return token.empty() ? malformed_step(kWho) : exchange(shared, token);
  };
  return step;
}

}  // namespace bfclx
