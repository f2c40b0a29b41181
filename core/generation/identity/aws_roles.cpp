#include "core/generation/identity/aws_roles.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/base/text.h"

namespace bfclx {

namespace {

constexpr std::string_view kWho = "AWS STS";
constexpr std::string_view kUsualRegion = "us-east-1";
constexpr std::string_view kVersion = "2011-06-15";  // of the interface
constexpr std::string_view kUsualSession = "bfclx";
constexpr int kOk = 200;

using Roles = std::shared_ptr<const std::vector<AwsRole>>;

bool is_visible(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 127; });
}

// The text of the first element of that name, which has neither elements nor entities in it; empty
// where there is none.
std::string element(std::string_view body, std::string_view name) {
  const std::string open = concat({"<", name, ">"});
  const std::size_t begin = body.find(open);
  if (begin == std::string_view::npos) return {};
  const std::string_view rest = body.substr(begin + open.size());
  const std::string_view text = rest.substr(0, std::min(rest.find('<'), rest.size()));
  if (!rest.substr(text.size()).starts_with(concat({"</", name, ">"}))) return {};
  const bool plain = text.size() <= kMostTokenBytes && text.find('&') == std::string_view::npos;
  return plain ? std::string(text) : std::string();
}

std::string key_element(std::string_view body, std::string_view name) {
  std::string text = element(body, name);
  return is_visible(text) ? text : std::string();
}

IdentityStep read_keys(const RequestOutcome& outcome, double now) {
  if (!outcome.has_response() || outcome.status != kOk) {
    RequestOutcome shown = outcome;
    const std::string code = element(outcome.body, "Code");
    const std::string said = concat({code, ": ", element(outcome.body, "Message")});
    if (!code.empty()) shown.body = said;
    IdentityStep refused = refused_step(shown, kWho, "");
    // Its throttling has the status of a mistake.
    if (code.starts_with("Throttling") && refused.error) refused.error->passes = true;
    return refused;
  }
  Credentials keys;
  keys.id = key_element(outcome.body, "AccessKeyId");
  keys.secret = key_element(outcome.body, "SecretAccessKey");
  keys.session = key_element(outcome.body, "SessionToken");
  const std::optional<double> end = time_of(element(outcome.body, "Expiration"));
  if (keys.id.empty() || keys.secret.empty() || keys.session.empty() || !end) {
    return malformed_step(kWho);
  }
  if (*end <= now) return failed_step(concat({kWho, ": the keys have already expired"}), true);
  keys.expires = *end;
  return credentials_step(std::move(keys));
}

std::string region_or_usual(const std::string& region) {
  return is_aws_region(region) ? region : std::string(kUsualRegion);
}

IdentityRequest sts_request(std::string_view action, const AwsRole& role,
                            const std::string& region) {
  IdentityRequest request;
  request.method = "POST";
  request.url = concat(
      {"https://sts.", region, ".amazonaws.com", region.starts_with("cn-") ? ".cn" : "", "/"});
  request.headers = {{"Content-Type", "application/x-www-form-urlencoded"}};
  request.body =
      form_of({{"Action", action},
               {"Version", kVersion},
               {"RoleArn", role.arn},
               {"RoleSessionName", role.session_name.empty() ? kUsualSession : role.session_name}});
  if (!role.seconds.empty()) {
    request.body += "&" + form_of({{"DurationSeconds", role.seconds}});
  }
  return request;
}

IdentityStep with_roles(IdentityStep step, const Roles& roles, std::size_t next,
                        const std::string& region) {
  if (step.request || step.program) {
    IdentityStep whole = std::move(step);
    whole.read = [read = std::move(whole.read), roles, next, region](const RequestOutcome& outcome,
                                                                     double now) {
      return with_roles(read(outcome, now), roles, next, region);
    };
    return whole;
  }
  if (!step.credentials || next == roles->size()) return step;
  const AwsRole& role = (*roles)[next];
  IdentityStep assume;
  assume.request = sts_request("AssumeRole", role, region);
  if (!role.external_id.empty()) {
    assume.request->body += "&" + form_of({{"ExternalId", role.external_id}});
  }
  assume.request->hidden = {step.credentials->secret, step.credentials->session};
  assume.request->signature = {*std::move(step.credentials), region, "sts"};
  assume.read = [roles, next, region](const RequestOutcome& outcome, double now) {
    return with_roles(read_keys(outcome, now), roles, next + 1, region);
  };
  return assume;
}

}  // namespace

Status check_aws_role(const AwsRole& role) {
  constexpr std::size_t kLongestArn = 2048;
  constexpr std::size_t kLongestName = 64;
  if (!role.arn.starts_with("arn:") || role.arn.size() > kLongestArn || !is_visible(role.arn)) {
    return credentials_error("role_arn is malformed: expected arn:aws:iam::ACCOUNT:role/NAME");
  }
  const auto is_named = [](char c) {
    return is_letter(c) || is_digit(c) || contains("_+=,.@-", std::string_view(&c, 1));
  };
  const std::string& name = role.session_name;
  if (!name.empty() && (name.size() < 2 || name.size() > kLongestName ||
                        !std::all_of(name.begin(), name.end(), is_named))) {
    return credentials_error(
        "role_session_name is malformed: letters, digits and _+=,.@-, 2 to 64");
  }
  constexpr std::size_t kMostDigits = 5;
  constexpr int kLeastSeconds = 900;
  constexpr int kMostSeconds = 43200;
  const std::string& seconds = role.seconds;
  if (seconds.empty()) return {};
  const bool is_number =
      seconds.size() <= kMostDigits &&
      std::all_of(seconds.begin(), seconds.end(), [](char c) { return is_digit(c); });
  const int number = is_number ? std::stoi(seconds) : 0;
  if (number < kLeastSeconds || number > kMostSeconds) {
    return credentials_error("duration_seconds is malformed: expected 900 to 43200");
  }
  return {};
}

Result<AwsRole> read_aws_role(const AwsProfiles::Section& section, std::string_view profile) {
  if (!setting_of(section, "mfa_serial").empty()) {
    return credentials_error(
        concat({"the role of profile ", profile,
                " needs an MFA code (mfa_serial), and bfclx cannot prompt for one. First run eval "
                "\"$(aws configure export-credentials --profile ",
                profile, " --format env)\", which prompts for it"}));
  }
  AwsRole role;
  role.arn = setting_of(section, "role_arn");
  role.session_name = setting_of(section, "role_session_name");
  role.external_id = setting_of(section, "external_id");
  role.seconds = setting_of(section, "duration_seconds");
  BFCLX_RETURN_IF_ERROR(check_aws_role(role));
  return role;
}

IdentityStep aws_role_keys(IdentityStep step, std::vector<AwsRole> roles,
                           const std::string& region) {
  return with_roles(std::move(step), std::make_shared<const std::vector<AwsRole>>(std::move(roles)),
                    0, region_or_usual(region));
}

IdentityStep aws_web_identity_keys(const AwsRole& role, std::string_view token,
                                   std::string_view file, const std::string& region) {
  if (token.empty() || token.size() > kMostTokenBytes || !is_visible(token)) {
    return failed_step(concat({file, ": the file has no token"}));
  }
  IdentityStep step;
  step.request = sts_request("AssumeRoleWithWebIdentity", role, region_or_usual(region));
  step.request->body += "&" + form_of({{"WebIdentityToken", token}});
  step.request->hidden = {std::string(token)};
  step.read = read_keys;
  return step;
}

}  // namespace bfclx
