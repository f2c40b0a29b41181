// Workload identity federation of Google Cloud, without a network.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/generation/identity/base64_text.h"
#include "core/generation/identity/google_identity.h"
#include "core/value/json.h"
#include "tests/unit/generation/identity_steps.h"

namespace bfclx {
namespace {

std::string file_of(const std::string& source, const std::string& more = "") {
  return R"({"type": "external_account", "audience": "//iam.googleapis.com/pool",
             "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
             "token_url": "https://sts.googleapis.com/v1/token", "quota_project_id": "q",
             "credential_source": )" +
         source + more + "}";
}

constexpr const char* kAccount =
    R"(, "service_account_impersonation_url":
       "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/a@b:generateAccessToken",
       "service_account_impersonation": {"token_lifetime_seconds": 1800})";

GoogleFederation federation(const std::string& source, const std::string& more = "") {
  const Result<GoogleCredentials> read = read_google_credentials(file_of(source, more));
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message);
  if (!read.ok() || !read->federation) return {};
  EXPECT_EQ(read->quota_project, "q");
  return *read->federation;
}

TEST(GoogleFederation, ATokenInAFileIsExchanged) {
  const IdentityStep step =
      google_federated_token(federation(R"({"file": "/t"})"), " j.w.t\n", "adc.json");
  ASSERT_TRUE(step.request) << error_of(step);
  EXPECT_EQ(step.request->url, "https://sts.googleapis.com/v1/token");
  EXPECT_EQ(step.request->body,
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange&"
            "audience=%2F%2Fiam.googleapis.com%2Fpool&"
            "scope=https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fcloud-platform&"
            "requested_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aaccess_token&"
            "subject_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Ajwt&"
            "subject_token=j.w.t");
  EXPECT_EQ(step.request->hidden, std::vector<std::string>{"j.w.t"});
  EXPECT_TRUE(step.request->secrets.empty());
  const IdentityStep got =
      answered(step, R"({"access_token": "t", "token_type": "Bearer", "expires_in": 3599})");
  ASSERT_TRUE(got.credentials);
  EXPECT_EQ(got.credentials->token, "t");
  EXPECT_EQ(got.credentials->expires, kNow + 3599);
  EXPECT_EQ(
      error_of(answered(step, R"({"error": "invalid_grant", "error_description": "no such pool"})",
                        400)),
      "lasts: Google's security token service: status 400, invalid_grant: no such pool. Check "
      "`audience` and `subject_token_type` in the credential file, and that the token of the "
      "identity provider is current");
  expect_bounded(step);
}

TEST(GoogleFederation, ATokenBehindAnAddressAndAServiceAccount) {
  const GoogleFederation read = federation(
      R"({"url": "http://169.254.169.254/metadata/identity", "headers": {"Metadata": "True",
          "X-Secret": "0123456789abcdef"},
          "format": {"type": "json", "subject_token_field_name": "access_token"}})",
      kAccount);
  const IdentityStep step = google_federated_token(read, "", "adc.json");
  ASSERT_TRUE(step.request);
  EXPECT_EQ(step.request->method, "GET");
  EXPECT_TRUE(step.request->of_machine);
  EXPECT_EQ(step.request->secrets[0], (std::pair<std::string, std::string>("Metadata", "True")));
  EXPECT_EQ(step.request->hidden, std::vector<std::string>{"0123456789abcdef"});
  expect_bounded(step);
  const IdentityStep exchange = answered(step, R"({"access_token": "j.w.t"})");
  ASSERT_TRUE(exchange.request);
  EXPECT_TRUE(has(exchange.request->body, "subject_token=j.w.t"));
  const IdentityStep account =
      answered(exchange, R"({"access_token": "t", "token_type": "Bearer", "expires_in": 3599})");
  ASSERT_TRUE(account.request);
  EXPECT_EQ(account.request->secrets[0].second, "Bearer t");
  EXPECT_EQ(account.request->body,
            "{\"scope\": [\"https://www.googleapis.com/auth/cloud-platform\"], \"lifetime\": "
            "\"1800s\"}");
  const IdentityStep got =
      answered(account, R"({"accessToken": "u", "expireTime": "2026-01-02T04:04:05Z"})");
  ASSERT_TRUE(got.credentials);
  EXPECT_EQ(got.credentials->token, "u");
  EXPECT_EQ(got.credentials->expires, kNow + 3600);
  EXPECT_TRUE(has(error_of(answered(account, R"({"error": {"message": "denied"}})", 403)),
                  "status 403, denied. Does the federated identity have the role Workload "));
  expect_bounded(account);
}

TEST(GoogleFederation, AWorkforcePool) {
  const GoogleFederation client =
      federation(R"({"file": "/t"})", R"(, "client_id": "c", "client_secret": "s")");
  const IdentityStep step = google_federated_token(client, "t", "f");
  EXPECT_EQ(step.request->secrets[0].second, "Basic " + base64_text("c:s"));
  EXPECT_EQ(base64_text("c:s"), "Yzpz");
  EXPECT_EQ(base64_text("c:s?"),
            "Yzpz"
            "Pw==");
  EXPECT_EQ(base64url_text("\xff\xfe"), "__4");
  const GoogleFederation project =
      federation(R"({"file": "/t"})", R"(, "workforce_pool_user_project": "p")");
  EXPECT_TRUE(has(google_federated_token(project, "t", "f").request->body,
                  "&options=%7B%22userProject%22%3A%20%22p%22%7D"));
}

TEST(GoogleFederation, WhatCannotBeUsed) {
  const auto refused = [](const std::string& source, const std::string& more = "") {
    const Result<GoogleCredentials> read = read_google_credentials(file_of(source, more));
    EXPECT_FALSE(read.ok()) << source << more;
    return read.ok() ? std::string() : read.error().message;
  };
  EXPECT_TRUE(has(refused(R"({"environment_id": "aws1", "url": "http://169.254.169.254/"})"),
                  "credential_source with `environment_id` is unsupported"));
  EXPECT_TRUE(has(refused(R"({"executable": {"command": "/bin/sh"}})"), "`executable`"));
  EXPECT_EQ(refused("{}"), "credential_source needs either `file` or `url`");
  EXPECT_EQ(refused("1"), "credential_source has the wrong type: expected an object");
  EXPECT_EQ(refused(R"({"file": "a", "url": "https://b"})"),
            "credential_source needs either `file` or `url`");
  for (const char* url : {"http://example.org/", "ftp://h", "http://169.254.evil.org/",
                          "https://h/\\nX: y", "file:///etc/passwd"}) {
    EXPECT_EQ(refused(R"({"url": ")" + std::string(url) + "\"}"),
              "credential_source.url is neither https nor an address of this machine");
  }
  for (const char* headers :
       {"1", R"({"a:b": "c"})", R"({"a": "b\r\nc: d"})", R"({"a": 1})", R"({"": "b"})"}) {
    EXPECT_EQ(refused(R"({"url": "https://h/", "headers": )" + std::string(headers) + "}"),
              "credential_source.headers is malformed");
  }
  EXPECT_TRUE(has(refused(R"({"file": "a", "format": {"type": "xml"}})"), "expected text or json"));
  EXPECT_TRUE(
      has(refused(R"({"file": "a", "format": {"type": "json"}})"), "field_name is missing"));
  EXPECT_TRUE(has(
      refused(R"({"file": "a"})", R"(, "service_account_impersonation_url": "https://evil.org/")"),
      "service_account_impersonation_url is not an address of Google"));
  EXPECT_TRUE(has(refused(R"({"file": "a"})",
                          R"(, "service_account_impersonation": {"token_lifetime_seconds": 9})"),
                  "expected 600 to 43200"));
  const GoogleFederation plain = federation(R"({"file": "/t"})");
  for (const std::string& text : {std::string(), std::string(" \n"), std::string("a b"),
                                  std::string("a\nb"), std::string(20000, 'a')}) {
    EXPECT_EQ(error_of(google_federated_token(plain, text, "adc.json")),
              "lasts: /t: the file has no token (credential_source in adc.json)");
  }
}

}  // namespace
}  // namespace bfclx
