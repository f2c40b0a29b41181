// Credentials of identity providers: files, requests and responses, without a network.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/sha1.h"
#include "core/generation/identity/azure_identity.h"
#include "core/generation/identity/google_identity.h"
#include "core/generation/identity/local_address.h"
#include "core/generation/identity/token_life.h"
#include "tests/unit/generation/identity_steps.h"

namespace bfclx {
namespace {

TEST(Sha1, OfRfc3174) {
  EXPECT_EQ(sha1_hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(sha1_hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(sha1_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  EXPECT_EQ(sha1_hex(std::string(1000000, 'a')), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST(IdentityTimes, AreRead) {
  EXPECT_EQ(time_of("2026-01-02T03:04:05Z"), kNow);
  EXPECT_EQ(time_of("2026-01-02T03:04:05.678Z"), kNow);
  EXPECT_EQ(time_of("2026-01-02T05:04:05+02:00"), kNow);
  EXPECT_EQ(time_of("2026-01-01T22:04:05-0500"), kNow);
  EXPECT_EQ(time_of("2026-01-02T03:04:05UTC"), kNow);
  for (const char* text :
       {"", "2026", "2026-13-02T03:04:05Z", "2026-02-30T03:04:05Z", "2026-01-02T24:04:05Z",
        "2026-01-02T03:04:05+", "2026-01-02T03:04:05X", "tomorrow at noon, more or less"}) {
    EXPECT_EQ(time_of(text), std::nullopt) << text;
  }
}

TEST(LocalAddresses, AreToldFromOthers) {
  for (const char* url :
       {"http://127.0.0.1:8080/x", "http://localhost", "http://[::1]:1/x", "http://127.1.2.3"}) {
    EXPECT_TRUE(is_loopback_address(url)) << url;
    EXPECT_TRUE(is_machine_address(url)) << url;
  }
  for (const char* url : {"http://169.254.170.2/v2", "http://169.254.169.254/",
                          "http://[fd00:ec2::23]/v1/credentials"}) {
    EXPECT_FALSE(is_loopback_address(url)) << url;
    EXPECT_TRUE(is_machine_address(url)) << url;
  }
  for (const char* url :
       {"", "http://127.evil.org/", "http://127.0.0.1.evil.org/", "http://127.0.0.1@evil.org/",
        "http://localhost.evil.org", "http://169.254.evil.org", "http://[::1/x",
        "http://localhost:80@evil.org", "http://evil.org/#@127.0.0.1",
        "http://127.0.0.1\\@evil.org", "ftp://127.0.0.1", "https://127.0.0.1", "http://10.0.0.1"}) {
    EXPECT_FALSE(is_machine_address(url)) << url;
  }
}

constexpr std::string_view kAccount = R"({"type": "service_account", "project_id": "p",
  "private_key_id": "k1", "private_key": "-----BEGIN PRIVATE KEY-----\n", "client_email": "a@p.iam",
  "token_uri": "https://oauth2.googleapis.com/token"})";
constexpr std::string_view kUser = R"({"type": "authorized_user", "client_id": "c",
  "client_secret": "cs", "refresh_token": "r/1", "quota_project_id": "q"})";

Result<std::string> signs(std::string_view, std::string_view) { return std::string("\xff\xfe"); }

TEST(GoogleIdentity, AServiceAccountSignsWhatItStates) {
  const Result<GoogleCredentials> read = read_google_credentials(kAccount);
  ASSERT_TRUE(read.ok());
  std::string signed_text;
  const auto sign = [&](std::string_view key, std::string_view text) -> Result<std::string> {
    EXPECT_EQ(key, "-----BEGIN PRIVATE KEY-----\n");
    signed_text = text;
    return std::string("\xff\xfe");
  };
  const Result<std::string> assertion = google_assertion(*read, kNow, sign);
  ASSERT_TRUE(assertion.ok());
  // {"alg":"RS256",...}: the tests of the program decode and verify it.
  EXPECT_EQ(*assertion, signed_text + ".__4");
  const IdentityStep step = google_token(*read, "key.json", kNow, signs);
  EXPECT_EQ(step.request->url, "https://oauth2.googleapis.com/token");
  EXPECT_TRUE(
      has(step.request->body, "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-"));
  EXPECT_EQ(step.request->hidden.size(), 1u);
  const IdentityStep got =
      answered(step, R"({"access_token": "t", "expires_in": 3599, "token_type": "Bearer"})");
  ASSERT_TRUE(got.credentials);
  EXPECT_EQ(got.credentials->expires, kNow + 3599);
  expect_bounded(step);
  EXPECT_EQ(
      error_of(answered(step, R"({"error": "invalid_grant", "error_description": "no"})", 400)),
      "lasts: Google's token service: status 400, invalid_grant: no. Check the key in "
      "key.json, and the clock of this machine");
}

TEST(GoogleIdentity, OfAUserAndOfAMachine) {
  const Result<GoogleCredentials> read = read_google_credentials(kUser);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->quota_project, "q");
  const IdentityStep step = google_token(*read, "adc.json", kNow, signs);
  EXPECT_EQ(step.request->body,
            "grant_type=refresh_token&client_id=c&client_secret=cs&refresh_token=r%2F1");
  EXPECT_EQ(step.request->hidden, (std::vector<std::string>{"cs", "r/1"}));
  expect_bounded(step);
  const IdentityStep machine = google_machine_token();
  EXPECT_TRUE(machine.request->of_machine);
  const HeaderList genuine = {{"metadata-flavor", "Google"}};
  expect_bounded(machine, genuine);
  EXPECT_TRUE(
      answered(machine, R"({"access_token": "t", "expires_in": "9"})", 200, genuine).credentials);
  EXPECT_TRUE(has(error_of(answered(machine, R"({"access_token": "t", "expires_in": 9})")),
                  "is not Google's metadata server"));
}

TEST(GoogleIdentity, FilesThatCannotBeUsedShowNothingOfThemselves) {
  const auto refused = [](std::string_view file) {
    const Result<GoogleCredentials> read = read_google_credentials(file);
    EXPECT_FALSE(read.ok()) << file;
    return read.ok() ? std::string() : read.error().message;
  };
  EXPECT_TRUE(has(refused("sk-secret"), "not JSON"));
  EXPECT_EQ(refused("[]"), "expected a JSON object");
  const std::string external = refused(R"({"type": "impersonated_service_account"})");
  EXPECT_TRUE(
      has(external, "credentials of the type impersonated_service_account are unsupported."));
  EXPECT_EQ(refused(R"({"type": "external_account"})"), "audience is missing");
  const std::string no_text = " has the wrong type: expected a string";
  EXPECT_EQ(refused(R"({"type": "external_account", "audience": 5})"), "audience" + no_text);
  EXPECT_EQ(refused(R"({"type": "external_account", "audience": "a b"})"), "audience is malformed");
  EXPECT_EQ(refused(R"({"type": "external_account", "audience": "a", "token_url": []})"),
            "token_url" + no_text);
  EXPECT_EQ(refused(R"({"type": "service_account", "client_email": {}})"),
            "client_email" + no_text);
  EXPECT_EQ(refused(R"({"type": "authorized_user", "client_id": 1})"), "client_id" + no_text);
  EXPECT_TRUE(has(external, "--api-key-env"));
  EXPECT_FALSE(has(refused(R"({"type": "secret"})"), "secret"));
  EXPECT_EQ(refused(R"({"type": "service_account", "client_email": "a"})"),
            "private_key is missing");
  EXPECT_EQ(refused(R"({"type": "authorized_user", "client_id": "a", "client_secret": "b"})"),
            "refresh_token is missing");
  for (const char* uri : {"https://evil.org/token", "http://oauth2.googleapis.com/token",
                          "https://googleapis.com.evil.org/", "https://a@evil.org/.googleapis.com",
                          "https://evil.org\\\\.googleapis.com", "https://evilgoogleapis.com/"}) {
    EXPECT_TRUE(has(refused(R"({"type": "service_account", "client_email": "a", "private_key": "k",
                               "token_uri": ")" +
                            std::string(uri) + "\"}"),
                    "token_uri"))
        << uri;
  }
  Result<GoogleCredentials> read = read_google_credentials(kAccount);
  const auto fails = [](std::string_view, std::string_view) -> Result<std::string> {
    return Error{"SignatureError", "private_key cannot sign"};
  };
  EXPECT_EQ(error_of(google_token(*read, "key.json", kNow, fails)),
            "lasts: key.json: private_key cannot sign");
}

TEST(AzureIdentity, OfAClientSecret) {
  const IdentityStep step = entra_token({"", "my-tenant", "id", "se+cret"});
  ASSERT_TRUE(step.request);
  EXPECT_EQ(step.request->url, "https://login.microsoftonline.com/my-tenant/oauth2/v2.0/token");
  EXPECT_TRUE(has(step.request->body, "client_secret=se%2Bcret&scope=https%3A%2F%2Fcognitive"));
  EXPECT_TRUE(answered(step, R"({"token_type": "Bearer", "expires_in": 3599, "access_token": "t"})")
                  .credentials);
  expect_bounded(step);
  EXPECT_TRUE(
      answered(step, R"({"token_type": "pop", "expires_in": 9, "access_token": "t"})").error);
  EXPECT_EQ(entra_token({"https://login.microsoftonline.us/", "t", "i", "s"}).request->url,
            "https://login.microsoftonline.us/t/oauth2/v2.0/token");
  EXPECT_TRUE(has(error_of(entra_token({"https://evil.org", "t", "i", "s"})), "AUTHORITY"));
  EXPECT_TRUE(has(error_of(entra_token({"", "a/../b", "i", "s"})), "AZURE_TENANT_ID"));
}

TEST(AzureIdentity, OfAMachine) {
  const IdentityStep step = managed_token({});
  EXPECT_EQ(step.request->url,
            "http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01&resource="
            "https%3A%2F%2Fcognitiveservices.azure.com");
  EXPECT_EQ(step.request->headers[0].first, "Metadata");
  const IdentityStep got = answered(
      step, R"({"access_token": "t", "expires_on": "1767326645", "token_type": "Bearer"})");
  ASSERT_TRUE(got.credentials);
  EXPECT_EQ(got.credentials->expires, kNow + 3600);
  expect_bounded(step);
  EXPECT_TRUE(answered(step, "", 404).error->passes);
  EXPECT_TRUE(answered(step, R"({"access_token": "t", "expires_on": "1"})").error);
  const IdentityStep service = managed_token({"my id", "http://127.0.0.1:41/msi/token", "h"});
  EXPECT_EQ(service.request->url,
            "http://127.0.0.1:41/msi/token?api-version=2019-08-01&resource="
            "https%3A%2F%2Fcognitiveservices.azure.com&client_id=my%20id");
  EXPECT_EQ(service.request->secrets[0].second, "h");
  EXPECT_TRUE(managed_token({"", "http://evil.org/", "h"}).error);
}

TEST(TokenLife, IsRenewedBeforeItEnds) {
  TokenLife life(60);
  life.renewed(1000, 4600);
  EXPECT_FALSE(life.should_renew(4299));
  EXPECT_TRUE(life.should_renew(4300));
  EXPECT_FALSE(life.should_renew(4301));  // it is under way
  EXPECT_TRUE(life.usable(4594));
  EXPECT_FALSE(life.usable(4595));
  life.renewed(4302, 7902);
  EXPECT_TRUE(life.usable(4600));
  life.renewed(10, 0);  // it never ends
  EXPECT_FALSE(life.should_renew(1e9));
  EXPECT_TRUE(life.usable(1e9));
  life.renewed(100, 104);
  EXPECT_FALSE(life.should_renew(102.9));
  EXPECT_TRUE(life.should_renew(103));
  EXPECT_TRUE(life.usable(103));  // while it is renewed
}

TEST(TokenLife, FailuresAreTriedAgainAndEndTheRunOnlyBehindItsEnd) {
  TokenLife life(60);
  life.renewed(1000, 4600);
  double now = 4300;
  int tries = 0;
  while (now < 4595) {
    if (life.should_renew(now)) {
      ++tries;
      life.failed({"status 503", true}, now);
    }
    EXPECT_EQ(life.given_up(now), "");
    now += 1;
  }
  EXPECT_GT(tries, 9);
  EXPECT_LT(tries, 20);
  EXPECT_EQ(life.given_up(4595), "status 503");  // the patience is over
  EXPECT_FALSE(life.lasts());
  TokenLife refused(1e9);
  refused.renewed(1000, 4600);
  ASSERT_TRUE(refused.should_renew(4400));
  refused.failed({"invalid_grant", false}, 4400);
  EXPECT_EQ(refused.given_up(4400), "");
  EXPECT_EQ(refused.given_up(4596), "invalid_grant");
  EXPECT_TRUE(refused.lasts());
}

TEST(TokenLife, ServersAndClocks) {
  TokenLife life(60);
  life.renewed(1000, 4600);
  EXPECT_FALSE(life.refused(1001, 1010));  // too new to be expired
  EXPECT_TRUE(life.usable(1010));
  EXPECT_TRUE(life.refused(1100, 1101));
  EXPECT_FALSE(life.usable(1101));
  EXPECT_TRUE(life.should_renew(1101));
  life.renewed(1102, 4700);
  EXPECT_TRUE(life.refused(1101, 1103));  // sent with the ones before
  EXPECT_TRUE(life.usable(1103));
  EXPECT_TRUE(life.should_renew(100));  // the clock was set back
}

}  // namespace
}  // namespace bfclx
