#include "core/generation/identity/aws_identity.h"

#include <algorithm>

#include "core/base/sha1.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/conversation/values.h"
#include "core/generation/identity/local_address.h"
#include "core/generation/identity/unusable_token.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

constexpr std::string_view kInstance = "the metadata service of this instance";
constexpr std::string_view kContainer = "the credentials service of this container";
constexpr std::string_view kInstanceRoot = "http://169.254.169.254/latest/";
constexpr std::string_view kContainerRoot = "http://169.254.170.2";
constexpr std::size_t kLongestName = 64;  // that is shown
constexpr int kNotFound = 404;

// Members as the services of machines name them.
IdentityStep read_machine_keys(const RequestOutcome& outcome, double now, std::string_view who,
                               std::string_view advice) {
  if (!outcome.has_response() || outcome.status != 200) {
    return refused_step(outcome, who, advice);
  }
  const std::optional<Value> object = json_object(outcome);
  if (!object) return malformed_step(who);
  Credentials keys;
  keys.id = token_member(*object, "AccessKeyId");
  keys.secret = token_member(*object, "SecretAccessKey");
  keys.session = token_member(*object, "Token");
  const std::string_view unusable =
      unusable_member(*object, {"AccessKeyId", "SecretAccessKey", "Token"});
  if (!unusable.empty()) return unusable_step(who, unusable);
  if (keys.id.empty() || keys.secret.empty()) return malformed_step(who);
  const std::optional<double> end = time_of(text_member(*object, "Expiration"));
  if (!end) return malformed_step(who);
  if (*end <= now) return failed_step(concat({who, ": the keys have already expired"}), true);
  keys.expires = *end;
  return credentials_step(std::move(keys));
}

IdentityRequest instance_request(std::string_view path, const std::string& token) {
  return {.url = concat({kInstanceRoot, path}),
          .secrets = {{"X-aws-ec2-metadata-token", token}},
          .of_machine = true,
          .hidden = {token}};
}

constexpr std::string_view kRolePath = "meta-data/iam/security-credentials/";

IdentityStep instance_role(const RequestOutcome& outcome, const std::string& token) {
  constexpr std::size_t kLongest = 128;
  if (!outcome.has_response() || outcome.status != 200) {
    return refused_step(outcome, kInstance, ". Does this instance have an IAM role?");
  }
  const std::string_view role = outcome.body.substr(0, outcome.body.find_first_of("\r\n"));
  const bool plain = std::all_of(role.begin(), role.end(), [](char c) {
    return is_letter(c) || is_digit(c) || contains("+=,.@_-", std::string_view(&c, 1));
  });
  if (role.empty() || role.size() > kLongest || !plain) return malformed_step(kInstance);
  IdentityStep step;
  step.request = instance_request(concat({kRolePath, role}), token);
  step.read = [](const RequestOutcome& last, double now) {
    return read_machine_keys(last, now, kInstance, "");
  };
  return step;
}

Result<AwsSso> read_sso(const AwsProfiles& profiles, const AwsProfiles::Section& section) {
  AwsSso sso;
  sso.session = setting_of(section, "sso_session");
  const AwsProfiles::Section* session = &section;
  if (!sso.session.empty()) {
    session = profiles.sso_session(sso.session);
    if (session == nullptr) {
      return credentials_error("there is no [sso-session " + sso.session + "]");
    }
  }
  sso.start_url = setting_of(*session, "sso_start_url");
  sso.region = setting_of(*session, "sso_region");
  sso.account = setting_of(section, "sso_account_id");
  sso.role = setting_of(section, "sso_role_name");
  if (sso.start_url.empty()) return credentials_error("sso_start_url is missing");
  if (!is_aws_region(sso.region)) return credentials_error("sso_region is missing or malformed");
  if (sso.account.empty()) return credentials_error("sso_account_id is missing");
  if (sso.role.empty()) return credentials_error("sso_role_name is missing");
  return sso;
}

Status read_static_keys(const AwsProfiles::Section& section, AwsProfile& profile) {
  const std::string_view id = setting_of(section, "aws_access_key_id");
  const std::string_view secret = setting_of(section, "aws_secret_access_key");
  if (id.empty() && secret.empty()) return {};
  if (id.empty() || secret.empty()) {
    return credentials_error(
        concat({id.empty() ? "aws_access_key_id" : "aws_secret_access_key", " is missing"}));
  }
  profile.keys.emplace();
  profile.keys->id = id;
  profile.keys->secret = secret;
  profile.keys->session = setting_of(section, "aws_session_token");
  return {};
}

// What the profile of a role takes its own credentials from. Returns the next profile of the chain,
// or an empty name.
Result<std::string_view> read_role_source(const AwsProfiles::Section& section,
                                          AwsProfile& profile) {
  const std::string_view next = setting_of(section, "source_profile");
  profile.credential_source = setting_of(section, "credential_source");
  profile.token_file = setting_of(section, "web_identity_token_file");
  const int sources = static_cast<int>(!next.empty()) +
                      static_cast<int>(!profile.credential_source.empty()) +
                      static_cast<int>(!profile.token_file.empty());
  if (sources != 1) {
    return credentials_error(
        concat({"role_arn needs ", sources == 0 ? "one" : "no more than one",
                " of source_profile, credential_source and web_identity_token_file"}));
  }
  const std::string& source = profile.credential_source;
  if (!source.empty() && source != kEnvironmentSource && source != kInstanceSource &&
      source != kContainerSource) {
    return credentials_error(concat({"credential_source is unknown: expected ", kEnvironmentSource,
                                     ", ", kInstanceSource, " or ", kContainerSource}));
  }
  return next;
}

// The credentials of the profile `name`; its roles from the last one to the first.
Status add_profile(const AwsProfiles& profiles, std::string_view name, AwsProfile& profile) {
  for (bool of_itself = false;;) {
    const AwsProfiles::Section* section = profiles.profile(name);
    if (section == nullptr) {
      const std::string_view shown = name.substr(0, kLongestName);
      const std::string hint = did_you_mean(shown, profiles.names());
      return credentials_error(
          concat({"there is no profile ", shown, hint.empty() ? "" : ".", hint}));
    }
    const auto has = [&](std::string_view one) { return !setting_of(*section, one).empty(); };
    if (has("role_arn") && !of_itself) {
      BFCLX_ASSIGN_OR_RETURN(AwsRole role, read_aws_role(*section, name.substr(0, kLongestName)));
      profile.roles.push_back(std::move(role));
      if (profile.roles.size() > kMostAwsRoles) {
        return credentials_error("source_profile leads through more than " +
                                 std::to_string(kMostAwsRoles) + " roles");
      }
      BFCLX_ASSIGN_OR_RETURN(const std::string_view next, read_role_source(*section, profile));
      if (next.empty()) return {};
      of_itself = next == name;
      name = next;
      continue;
    }
    if (!of_itself && (has("sso_session") || has("sso_account_id") || has("sso_role_name"))) {
      BFCLX_ASSIGN_OR_RETURN(profile.sso, read_sso(profiles, *section));
      profile.sso_profile = name;
      return {};
    }
    BFCLX_RETURN_IF_ERROR(read_static_keys(*section, profile));
    if (!profile.keys && has("credential_process")) {
      profile.process = setting_of(*section, "credential_process");
      profile.process_profile = name;
      return {};
    }
    if (profile.keys || profile.roles.empty()) return {};
    return credentials_error(
        concat({"source_profile ", name.substr(0, kLongestName), " has no credentials"}));
  }
}

}  // namespace

std::string AwsSso::cache_file() const {
  return sha1_hex(session.empty() ? start_url : session) + ".json";
}

Result<AwsProfile> aws_profile(const AwsProfiles& profiles, std::string_view name) {
  const AwsProfiles::Section* section = profiles.profile(name);
  if (section == nullptr && name == "default") return AwsProfile();
  AwsProfile profile;
  if (section != nullptr) profile.region = setting_of(*section, "region");
  BFCLX_RETURN_IF_ERROR(add_profile(profiles, name, profile));
  std::reverse(profile.roles.begin(), profile.roles.end());
  return profile;
}

IdentityStep aws_sso_keys(const AwsSso& sso, std::string_view cache, std::string_view login,
                          double now) {
  const std::string again = concat({". Run \"", login, "\""});
  const Result<Value> read = json_loads(cache);
  const std::string token = read.ok() ? token_member(*read, "accessToken") : "";
  if (token.empty()) {
    return failed_step("the cache of IAM Identity Center has no token" + again);
  }
  const std::optional<double> end = time_of(text_member(*read, "expiresAt"));
  if (!end || *end <= now) {
    return failed_step("the login to IAM Identity Center has expired" + again);
  }
  IdentityStep step;
  step.request = {
      .url = concat({"https://portal.sso.", sso.region, ".amazonaws.com",
                     sso.region.starts_with("cn-") ? ".cn" : "", "/federation/credentials?",
                     form_of({{"role_name", sso.role}, {"account_id", sso.account}})}),
      .secrets = {{"x-amz-sso_bearer_token", token}},
      .hidden = {token}};
  step.read = [again](const RequestOutcome& outcome, double later) {
    constexpr std::string_view kWho = "IAM Identity Center";
    if (!outcome.has_response() || outcome.status != 200) {
      return refused_step(outcome, kWho, again);
    }
    const std::optional<Value> object = json_object(outcome);
    const Value* keys = object ? present(*object, "roleCredentials") : nullptr;
    if (keys == nullptr) return malformed_step(kWho);
    Credentials got;
    got.id = token_member(*keys, "accessKeyId");
    got.secret = token_member(*keys, "secretAccessKey");
    got.session = token_member(*keys, "sessionToken");
    const std::string_view unusable =
        unusable_member(*keys, {"accessKeyId", "secretAccessKey", "sessionToken"});
    if (!unusable.empty()) return unusable_step(kWho, unusable);
    const std::optional<double> milliseconds = number_member(*keys, "expiration");
    if (got.id.empty() || got.secret.empty() || !milliseconds) return malformed_step(kWho);
    got.expires = *milliseconds / 1000;
    if (got.expires <= later) {
      return failed_step(concat({kWho, ": the keys have already expired"}), true);
    }
    return credentials_step(std::move(got));
  };
  return step;
}

IdentityStep aws_container_keys(const AwsContainer& container) {
  IdentityStep step;
  step.request.emplace();
  if (!container.relative_uri.empty()) {
    if (!container.relative_uri.starts_with('/')) {
      return failed_step("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI does not begin with \"/\"");
    }
    step.request->url = concat({kContainerRoot, container.relative_uri});
  } else {
    if (!is_machine_address(container.full_uri) && !container.full_uri.starts_with("https://")) {
      return failed_step(
          "AWS_CONTAINER_CREDENTIALS_FULL_URI is neither https nor an address of this machine");
    }
    step.request->url = container.full_uri;
  }
  step.request->of_machine = !step.request->url.starts_with("https://");
  if (!container.token.empty()) {
    step.request->secrets = {{"Authorization", container.token}};
    step.request->hidden = {container.token};
  }
  step.read = [](const RequestOutcome& outcome, double now) {
    return read_machine_keys(outcome, now, kContainer, "");
  };
  return step;
}

IdentityStep aws_instance_keys() {
  IdentityStep step;
  step.request = {.method = "PUT",
                  .url = concat({kInstanceRoot, "api/token"}),
                  .headers = {{"X-aws-ec2-metadata-token-ttl-seconds", "300"}},
                  .of_machine = true};
  step.read = [](const RequestOutcome& outcome, double /*now*/) {
    if (!outcome.has_response() || outcome.status != 200) {
      return refused_step(outcome, kInstance, ". Is this an instance of EC2?");
    }
    const std::string token(outcome.body.substr(0, kMostTokenBytes));
    const bool plain =
        std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c < 127; });
    if (token.empty() || !plain) return malformed_step(kInstance);
    IdentityStep next;
    next.request = instance_request(kRolePath, token);
    next.read = [token](const RequestOutcome& roles, double /*later*/) {
      if (roles.has_response() && roles.status == kNotFound) {
        return failed_step("this instance has no IAM role");
      }
      return instance_role(roles, token);
    };
    return next;
  };
  return step;
}

}  // namespace bfclx
