// Credentials of Amazon Web Services: files, requests and responses, without a network.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/sha1.h"
#include "core/generation/identity/aws_identity.h"
#include "core/generation/identity/aws_process.h"
#include "tests/unit/generation/identity_steps.h"

namespace bfclx {
namespace {

TEST(AwsProfiles, AreReadFromBothFiles) {
  AwsProfiles profiles;
  ASSERT_TRUE(profiles
                  .add_credentials("\xef\xbb\xbf# keys\n[default]\naws_access_key_id = AKID1\r\n"
                                   "aws_secret_access_key=s/1+= # comment\n\n[other]\n"
                                   "aws_access_key_id = AKID2\naws_secret_access_key = s2\n"
                                   "aws_session_token = t2\n")
                  .ok());
  ASSERT_TRUE(profiles
                  .add_config("[default]\nregion = eu-west-1\naws_access_key_id = of-config\ns3 =\n"
                              "  max = 10\n  odd line\n[profile other]\nREGION = us-west-2\n"
                              "[services x]\na = b\n[profile empty]\n")
                  .ok());
  const Result<AwsProfile> first = aws_profile(profiles, "default");
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(first->keys->id, "AKID1");
  EXPECT_EQ(first->keys->secret, "s/1+=");
  EXPECT_EQ(first->region, "eu-west-1");
  const Result<AwsProfile> other = aws_profile(profiles, "other");
  EXPECT_EQ(other->keys->session, "t2");
  EXPECT_EQ(other->region, "us-west-2");
  EXPECT_FALSE(aws_profile(profiles, "empty")->keys);
  EXPECT_TRUE(has(aws_profile(profiles, "otter").error().message, "Did you mean other?"));
  EXPECT_FALSE(aws_profile(AwsProfiles(), "default")->keys);
}

TEST(AwsProfiles, WhatIsMalformedIsNamedByItsLine) {
  for (const auto& [text, says] :
       {std::pair("[a]\nsecret-without-a-name\n", "2: expected `name = value`"),
        std::pair("[a]\n= secret\n", "2: expected `name = value`"),
        std::pair("\n[a\n", "2: a section without \"]\""),
        std::pair("key = secret\n", "1: a setting before the first section")}) {
    AwsProfiles profiles;
    const Status added = profiles.add_credentials(text);
    ASSERT_FALSE(added.ok()) << text;
    EXPECT_EQ(added.error().message, says);
  }
  AwsProfiles profiles;
  EXPECT_FALSE(profiles.add_config(std::string(5 << 20, 'a')).ok());
  ASSERT_TRUE(profiles.add_config(std::string(1 << 20, '[') + "]\n").ok());
  for (const auto& [text, says] :
       {std::pair("[profile p]\naws_access_key_id = a\n", "aws_secret_access_key is missing"),
        std::pair("[profile p]\nrole_arn = r\n", "role_arn is malformed"),
        std::pair("[profile p]\nrole_arn = arn:a\n", "role_arn needs one of source_profile"),
        std::pair("[profile p]\nrole_arn = arn:a\nsource_profile = q\ncredential_source = x\n",
                  "role_arn needs no more than one of"),
        std::pair("[profile p]\nrole_arn = arn:a\ncredential_source = Disk\n",
                  "credential_source is unknown: expected Environment"),
        std::pair("[profile p]\nrole_arn = arn:a\nsource_profile = q\n", "no profile q"),
        std::pair("[profile p]\nrole_arn = arn:a\nsource_profile = p\n",
                  "source_profile p has no credentials"),
        std::pair("[profile p]\nrole_arn = arn:a\nsource_profile = q\n[profile q]\n"
                  "role_arn = arn:b\nsource_profile = p\n",
                  "leads through more than 4 roles"),
        std::pair("[profile p]\nrole_arn = arn:a\nsource_profile = p\nmfa_serial = m\n",
                  "the role of profile p needs an MFA code (mfa_serial)"),
        std::pair("[profile p]\nrole_arn = arn:a\nrole_session_name = a b\n",
                  "role_session_name is malformed"),
        std::pair("[profile p]\nrole_arn = arn:a\nduration_seconds = 1h\n",
                  "duration_seconds is malformed"),
        std::pair("[profile p]\nsso_session = none\n", "there is no [sso-session none]"),
        std::pair("[profile p]\nsso_account_id = 1\nsso_role_name = r\n", "sso_start_url is miss"),
        std::pair("[profile p]\nsso_start_url = u\nsso_region = evil.org/\nsso_account_id = 1\n"
                  "sso_role_name = r\n",
                  "sso_region is missing or malformed")}) {
    AwsProfiles one;
    ASSERT_TRUE(one.add_config(text).ok());
    const Result<AwsProfile> read = aws_profile(one, "p");
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_TRUE(has(read.error().message, says)) << read.error().message;
  }
}

TEST(AwsIdentity, TheProgramOfAProfile) {
  AwsProfiles profiles;
  ASSERT_TRUE(profiles
                  .add_config("[profile p]\ncredential_process = /opt/get keys --user \"a b\"\n"
                              "[profile r]\nrole_arn = arn:a\nsource_profile = p\n"
                              "[profile k]\naws_access_key_id = a\naws_secret_access_key = s\n"
                              "credential_process = other\n")
                  .ok());
  const Result<AwsProfile> own = aws_profile(profiles, "p");
  ASSERT_TRUE(own.ok());
  EXPECT_EQ(own->process, "/opt/get keys --user \"a b\"");
  EXPECT_TRUE(own->has_credentials());
  const Result<AwsProfile> role = aws_profile(profiles, "r");
  ASSERT_TRUE(role.ok());
  EXPECT_EQ(role->process_profile, "p");
  EXPECT_EQ(role->roles.size(), 1u);
  const Result<AwsProfile> keys = aws_profile(profiles, "k");
  ASSERT_TRUE(keys.ok());
  EXPECT_EQ(keys->process, "");
  EXPECT_TRUE(keys->keys);
}

TEST(AwsIdentity, TheCommandLineOfAProgram) {
  using Words = std::vector<std::string>;
  for (const auto& [command, words] :
       {std::pair("a b", Words{"a", "b"}), std::pair("  a\t'b c' ", Words{"a", "b c"}),
        std::pair("\"/a b/c\" --x=\"y\"z ''", Words{"/a b/c", "--x=yz", ""}),
        std::pair(R"(a\ b "c\"d\\e\f" 'g\h')", Words{"a b", R"(c"d\e\f)", R"(g\h)"}),
        std::pair("a $(rm x) $HOME ~ ; b | c",
                  Words{"a", "$(rm", "x)", "$HOME", "~", ";", "b", "|", "c"})}) {
    const Result<std::vector<std::string>> read = process_arguments(command);
    ASSERT_TRUE(read.ok()) << command;
    EXPECT_EQ(*read, words) << command;
  }
  for (const char* command : {"", "  ", "'a", "a \"b", "a\\", "'' b"}) {
    EXPECT_FALSE(process_arguments(command).ok()) << command;
  }
}

// Where it is whole, the program is not waited for.
TEST(AwsIdentity, OutputOfAProgramThatDoesNotEnd) {
  const auto whole_at = [](const std::vector<std::string>& lines) {
    ProcessOutput output;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      output.add(lines[i]);
      if (output.is_whole()) return i + 1;
    }
    return std::size_t{0};
  };
  EXPECT_EQ(whole_at({R"({"Version": 1})"}), 1u);
  EXPECT_EQ(whole_at({"{", R"("a": "}\"}",)", R"("b": 1)", "  } "}), 4u);
  // Objects in it end, of any size, and the last one soon afterwards.
  EXPECT_EQ(whole_at({"{", R"("a": {")" + std::string(600, 'x') + R"(": {})", "},",
                      R"("b": ")" + std::string(300, 'y') + "\"", "}"}),
            5u);
  EXPECT_EQ(whole_at({"{", R"("a": [{},)", "{}]", "}"}), 4u);
  EXPECT_EQ(whole_at({"", R"({"a": 1}})", "{}"}), 0u);
  EXPECT_EQ(whole_at({"notice", "{}"}), 0u);
  EXPECT_EQ(whole_at({"[{}]"}), 0u);
  EXPECT_EQ(whole_at({"}", "{"}), 0u);
}

TEST(AwsIdentity, AProgramAndThenARole) {
  const IdentityStep step =
      aws_role_keys(aws_process_step("get --x", "p"), {{"arn:aws:iam::1:role/R"}}, "eu-west-1");
  ASSERT_TRUE(step.program);
  EXPECT_FALSE(step.request);
  EXPECT_EQ(step.program->arguments, (std::vector<std::string>{"get", "--x"}));
  const IdentityStep assume =
      answered(step, R"({"Version": 1, "AccessKeyId": "a", "SecretAccessKey": "s"})");
  ASSERT_TRUE(assume.request);
  EXPECT_EQ(assume.request->signature->keys.id, "a");
  RequestOutcome failed;
  failed.failure = RequestFailure::kCut;
  failed.error = "ended with exit code 1";
  EXPECT_EQ(error_of(step.read(failed, kNow)),
            "lasts: credential_process of profile p: the program ended with exit code 1");
  EXPECT_EQ(error_of(aws_process_step("'a", "p")),
            "lasts: profile p: credential_process has a quote that is not closed");
}

TEST(AwsIdentity, KeysOfAProgram) {
  const IdentityStep got =
      aws_process_keys(R"({"Version": 1, "AccessKeyId": "a", "SecretAccessKey": "s",
          "SessionToken": "t", "Expiration": "2026-01-02T04:00:00Z"})",
                       "it", kNow);
  ASSERT_TRUE(got.credentials);
  EXPECT_EQ(got.credentials->session, "t");
  EXPECT_GT(got.credentials->expires, kNow);
  const IdentityStep lasting =
      aws_process_keys(R"({"Version": 1, "AccessKeyId": "a", "SecretAccessKey": "s"})", "it", kNow);
  ASSERT_TRUE(lasting.credentials);
  EXPECT_EQ(lasting.credentials->expires, 0);
  for (const auto& [output, says] :
       {std::pair("s3cret", "it: the output is not a JSON object"), std::pair("[]", "not a JSON"),
        std::pair(R"({"AccessKeyId": "s3cret"})", "the output has no \"Version\": 1"),
        std::pair(R"({"Version": 2})", "the output has no \"Version\": 1"),
        std::pair(R"({"Version": 1, "SecretAccessKey": "s3cret"})", "AccessKeyId is missing"),
        std::pair(R"({"Version": 1, "AccessKeyId": "s3cret"})", "SecretAccessKey is missing"),
        std::pair(R"({"Version": 1, "AccessKeyId": "a", "SecretAccessKey": "s3cret",
              "Expiration": "soon"})",
                  "Expiration is malformed"),
        std::pair(R"({"Version": 1, "AccessKeyId": "a", "SecretAccessKey": "s3cret",
              "Expiration": "2020-01-01T00:00:00Z"})",
                  "already expired")}) {
    const IdentityStep step = aws_process_keys(output, "it", kNow);
    ASSERT_TRUE(step.error) << output;
    EXPECT_TRUE(has(step.error->message, says)) << step.error->message;
    EXPECT_FALSE(has(step.error->message, "s3cret"));
  }
}

AwsSso own_sso() {
  return {"my-sso", "https://d.awsapps.com/start", "eu-west-1", "123", "Read Only"};
}

TEST(AwsIdentity, KeysOfSso) {
  AwsSso sso = own_sso();
  EXPECT_EQ(sso.cache_file(), sha1_hex("my-sso") + ".json");
  const std::string cache =
      R"({"accessToken": "token-1", "expiresAt": "2026-01-02T04:00:00Z", "region": "x"})";
  const IdentityStep step = aws_sso_keys(sso, cache, "aws sso login", kNow);
  ASSERT_TRUE(step.request);
  EXPECT_EQ(step.request->url,
            "https://portal.sso.eu-west-1.amazonaws.com/federation/credentials?"
            "role_name=Read%20Only&account_id=123");
  EXPECT_EQ(step.request->secrets[0].second, "token-1");
  EXPECT_EQ(step.request->hidden, std::vector<std::string>{"token-1"});
  const IdentityStep got =
      answered(step, R"({"roleCredentials": {"accessKeyId": "a", "secretAccessKey": "s",
                "sessionToken": "t", "expiration": 1767326645000}})");
  ASSERT_TRUE(got.credentials);
  EXPECT_EQ(got.credentials->expires, kNow + 3600);
  EXPECT_EQ(got.credentials->session, "t");
  expect_bounded(step);
  EXPECT_TRUE(has(error_of(answered(step, R"({"message": "Session token not found"})", 401)),
                  "Run \"aws sso login\""));
  EXPECT_TRUE(answered(step, R"({"roleCredentials": {"accessKeyId": "a", "secretAccessKey": "s",
                "sessionToken": "t", "expiration": 1767323044000}})")
                  .error);
  sso.session = "";
  EXPECT_EQ(sso.cache_file(), sha1_hex("https://d.awsapps.com/start") + ".json");
}

TEST(AwsIdentity, ACacheOfSsoThatCannotBeUsed) {
  for (const char* cache :
       {"", "{}", "[1]", R"({"accessToken": 1})", R"({"accessToken": "a b"})"}) {
    EXPECT_TRUE(has(error_of(aws_sso_keys(own_sso(), cache, "login", kNow)), "has no token"));
  }
  for (const char* end : {"", "never", "2026-01-02T03:04:05Z", "2020-01-01T00:00:00UTC"}) {
    const std::string cache = std::string(R"({"accessToken": "a", "expiresAt": ")") + end + "\"}";
    EXPECT_EQ(error_of(aws_sso_keys(own_sso(), cache, "login", kNow)),
              "lasts: the login to IAM Identity Center has expired. Run \"login\"");
  }
}

TEST(AwsProfiles, ChainsOfRoles) {
  AwsProfiles profiles;
  ASSERT_TRUE(profiles
                  .add_config("[profile outer]\nrole_arn = arn:outer\nsource_profile = inner\n"
                              "region = eu-west-3\n[profile inner]\nrole_arn = arn:inner\n"
                              "source_profile = inner\naws_access_key_id = a\n"
                              "aws_secret_access_key = s\nexternal_id = x&y\n"
                              "[profile pod]\nrole_arn = arn:pod\n"
                              "web_identity_token_file = /var/token\n"
                              "[profile machine]\nrole_arn = arn:m\n"
                              "credential_source = Ec2InstanceMetadata\n")
                  .ok());
  const AwsProfile outer = aws_profile(profiles, "outer").value();
  ASSERT_EQ(outer.roles.size(), 2U);
  EXPECT_EQ(outer.roles[0].arn, "arn:inner");
  EXPECT_EQ(outer.roles[0].external_id, "x&y");
  EXPECT_EQ(outer.roles[1].arn, "arn:outer");
  EXPECT_EQ(outer.region, "eu-west-3");
  EXPECT_EQ(outer.keys.value_or(Credentials{}).id, "a");
  const AwsProfile pod = aws_profile(profiles, "pod").value();
  EXPECT_EQ(pod.token_file, "/var/token");
  EXPECT_FALSE(pod.keys);
  EXPECT_EQ(aws_profile(profiles, "machine")->credential_source, kInstanceSource);
}

std::string role_keys(const std::string& number, const std::string& ends) {
  return "<AssumeRoleResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\">"
         "<AssumeRoleResult><Credentials><AccessKeyId>id" +
         number + "</AccessKeyId><SecretAccessKey>se/cr+et=" + number +
         "</SecretAccessKey><SessionToken>tok" + number + "</SessionToken><Expiration>" + ends +
         "</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>";
}

TEST(AwsRoles, AreAssumedOneAfterTheOther) {
  Credentials keys;
  keys.id = "id0";
  keys.secret = "secret0";
  const IdentityStep first = aws_role_keys(
      credentials_step(keys), {{"arn:a", "my-name", "x&y", "900"}, {"arn:b"}}, "eu-west-3");
  ASSERT_TRUE(first.request && first.request->signature);
  EXPECT_EQ(first.request->url, "https://sts.eu-west-3.amazonaws.com/");
  EXPECT_EQ(first.request->body,
            "Action=AssumeRole&Version=2011-06-15&RoleArn=arn%3Aa&RoleSessionName=my-name"
            "&DurationSeconds=900&ExternalId=x%26y");
  EXPECT_EQ(first.request->signature->keys.id, "id0");
  EXPECT_EQ(first.request->signature->service, "sts");
  EXPECT_EQ(first.request->hidden.front(), "secret0");
  const IdentityStep second = answered(first, role_keys("1", "2026-01-02T04:04:05Z"));
  ASSERT_TRUE(second.request && second.request->signature);
  EXPECT_EQ(second.request->signature->keys.session, "tok1");
  EXPECT_TRUE(second.request->body.ends_with("RoleArn=arn%3Ab&RoleSessionName=bfclx"));
  const IdentityStep got = answered(second, role_keys("2", "2026-01-02T04:04:05Z"));
  ASSERT_TRUE(got.credentials);
  EXPECT_EQ(got.credentials->secret, "se/cr+et=2");
  EXPECT_EQ(got.credentials->expires, kNow + 3600);
  EXPECT_EQ(error_of(answered(second, role_keys("2", "2026-01-02T03:04:05Z"))),
            "passes: AWS STS: the keys have already expired");
  expect_bounded(first);
  // An error of an earlier step is the chain's.
  EXPECT_TRUE(aws_role_keys(failed_step("no"), {{"arn:a"}}, "").error);
  EXPECT_TRUE(aws_role_keys(credentials_step(keys), {{"arn:a"}}, "evil.org/")
                  .request->url.starts_with("https://sts.us-east-1.amazonaws.com"));
}

TEST(AwsRoles, WhatTheServiceRefusesIsSaid) {
  const IdentityStep step = aws_web_identity_keys({"arn:a"}, "to.k-en", "/var/token", "cn-north-1");
  EXPECT_EQ(step.request->url, "https://sts.cn-north-1.amazonaws.com.cn/");
  EXPECT_TRUE(step.request->body.ends_with("&WebIdentityToken=to.k-en"));
  EXPECT_FALSE(step.request->signature);
  EXPECT_TRUE(answered(step, role_keys("1", "2026-01-02T04:04:05Z")).credentials);
  const auto refusal = [](std::string_view code) {
    return "<ErrorResponse><Error><Type>Sender</Type><Code>" + std::string(code) +
           "</Code><Message>Not\nauthorized</Message></Error></ErrorResponse>";
  };
  EXPECT_EQ(error_of(answered(step, refusal("AccessDenied"), 403)),
            "lasts: AWS STS: status 403, AccessDenied: Not authorized");
  EXPECT_EQ(error_of(answered(step, refusal("Throttling"), 400)),
            "passes: AWS STS: status 400, Throttling: Not authorized");
  for (const char* body :
       {"<AccessKeyId>a", "<AccessKeyId>a</AccessKeyId><SecretAccessKey>a b</SecretAccessKey>",
        "<AccessKeyId>&lt;</AccessKeyId>", "<Expiration></Expiration>"}) {
    EXPECT_TRUE(answered(step, body).error) << body;
  }
  EXPECT_EQ(error_of(aws_web_identity_keys({"arn:a"}, "a b", "/var/token", "")),
            "lasts: /var/token: the file has no token");
}

constexpr std::string_view kMachineKeys =
    R"({"Code": "Success", "AccessKeyId": "a", "SecretAccessKey": "s", "Token": "t",
        "Expiration": "2026-01-02T04:04:05Z"})";

TEST(AwsIdentity, KeysOfAnInstance) {
  const IdentityStep step = aws_instance_keys();
  EXPECT_EQ(step.request->method, "PUT");
  EXPECT_EQ(step.request->url, "http://169.254.169.254/latest/api/token");
  EXPECT_TRUE(step.request->of_machine);
  const IdentityStep roles = answered(step, "session-token");
  ASSERT_TRUE(roles.request);
  EXPECT_EQ(roles.request->url,
            "http://169.254.169.254/latest/meta-data/iam/security-credentials/");
  EXPECT_EQ(roles.request->secrets[0].second, "session-token");
  const IdentityStep keys = answered(roles, "my-role\nother");
  ASSERT_TRUE(keys.request);
  EXPECT_TRUE(keys.request->url.ends_with("/security-credentials/my-role"));
  const IdentityStep got = answered(keys, kMachineKeys);
  ASSERT_TRUE(got.credentials);
  EXPECT_EQ(got.credentials->expires, kNow + 3600);
  expect_bounded(keys);
  EXPECT_EQ(error_of(answered(roles, "", 404)), "lasts: this instance has no IAM role");
  for (const char* role : {"", "../../user-data", "a b", "a?b", "a/b"}) {
    EXPECT_TRUE(answered(roles, role).error) << role;
  }
  for (const char* token : {"", "a b", "a\r\nX: y"}) EXPECT_TRUE(answered(step, token).error);
}

TEST(AwsIdentity, KeysOfAContainer) {
  const IdentityStep step = aws_container_keys({"/v2/credentials/1", "", ""});
  EXPECT_EQ(step.request->url, "http://169.254.170.2/v2/credentials/1");
  EXPECT_TRUE(answered(step, kMachineKeys).credentials);
  expect_bounded(step);
  const IdentityStep full = aws_container_keys({"", "http://169.254.170.23/v1/credentials", "tok"});
  EXPECT_EQ(full.request->secrets[0].second, "tok");
  EXPECT_TRUE(aws_container_keys({"", "https://h/x", ""}).request);
  EXPECT_TRUE(aws_container_keys({"", "http://evil.org/x", ""}).error);
  EXPECT_TRUE(aws_container_keys({"@evil.org/", "", ""}).error);
}

}  // namespace
}  // namespace bfclx
