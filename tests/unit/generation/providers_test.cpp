#include "core/generation/providers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/conversation/dialect.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

std::string address(std::string_view provider, const ProviderPlace& place) {
  const Result<ProviderAddress> made = provider_address(*find_provider(provider), place);
  return made.ok() ? made->base_url : "error: " + made.error().message;
}

Value json(std::string_view text) {
  const Result<Value> read = json_loads(text);
  return read.ok() ? *read : Value();
}

TEST(Providers, TheTableIsInOrderAndEveryRowHasWhatItNeeds) {
  const auto by_name = [](const auto& a, const auto& b) { return a.name < b.name; };
  EXPECT_TRUE(std::is_sorted(providers().begin(), providers().end(), by_name));
  for (const ProviderInfo& row : providers()) {
    EXPECT_EQ(find_provider(row.name), &row);
    EXPECT_TRUE(row.source.starts_with("https://")) << row.name;
    EXPECT_FALSE(row.needs_key && row.key_variable.empty()) << row.name;
    ASSERT_FALSE(row.apis.empty()) << row.name;
    for (const std::string_view api : row.apis) {
      const auto known = [api](const DialectInfo* info) { return info->api == api; };
      EXPECT_TRUE(std::any_of(dialects().begin(), dialects().end(), known)) << api;
    }
    if (row.identity == ProviderIdentity::kKey) {
      EXPECT_EQ(address(row.name, {}), row.base_url);
      EXPECT_EQ(address(row.name, {.given = "https://h/v1"}), "https://h/v1");
    }
  }
  EXPECT_EQ(find_provider("openai-ish"), nullptr);
}

TEST(Providers, AddressesOfAzure) {
  const auto azure = [](std::string_view given, std::string_view version = "",
                        std::string_view api = "chat") {
    return address(
        "azure",
        {.given = given, .api = api, .deployment = "gpt-4.1-mini", .api_version = version});
  };
  constexpr std::string_view kResource = "https://r.openai.azure.com";
  EXPECT_EQ(azure(kResource), "https://r.openai.azure.com/openai/v1");
  EXPECT_EQ(azure("https://r.openai.azure.com/"), "https://r.openai.azure.com/openai/v1");
  EXPECT_EQ(azure("https://r.openai.azure.com/openai/v1/"), "https://r.openai.azure.com/openai/v1");
  EXPECT_EQ(azure("https://r.openai.azure.com/openai"), "https://r.openai.azure.com/openai/v1");
  EXPECT_EQ(azure(kResource, "preview"),
            "https://r.openai.azure.com/openai/v1?api-version=preview");
  EXPECT_EQ(azure(kResource, "2024-10-21"),
            "https://r.openai.azure.com/openai/deployments/gpt-4.1-mini?api-version=2024-10-21");
  EXPECT_EQ(azure(kResource, "2025-03-01-preview", "responses"),
            "https://r.openai.azure.com/openai?api-version=2025-03-01-preview");
  // The address that the portal shows.
  const std::string shown =
      "https://r.openai.azure.com/openai/deployments/d?api-version=2024-10-21";
  EXPECT_EQ(azure(shown), shown);
  EXPECT_EQ(azure(shown + "&a=b", "2025-01-01"),
            "https://r.openai.azure.com/openai/deployments/d?a=b&api-version=2025-01-01");
  EXPECT_EQ(azure("https://gateway.example.org/team"),
            "https://gateway.example.org/team/openai/v1");
}

TEST(Providers, WhatCannotBeAnAddressOfAzure) {
  EXPECT_NE(address("azure", {}).find("error: no address"), std::string::npos);
  EXPECT_NE(address("azure", {.given = "https://r/openai/deployments/d"}).find("--api-version"),
            std::string::npos);
  for (const char* bad : {"a/../b", "a b", "a?b", "a#b", "a%2fb", "\xc3\xa4", ""}) {
    EXPECT_NE(
        address(
            "azure",
            {.given = "https://r", .api = "chat", .deployment = bad, .api_version = "2024-10-21"})
            .find("error: the deployment"),
        std::string::npos)
        << bad;
  }
  EXPECT_NE(address("azure", {.given = "https://r", .api_version = "1&x=2"})
                .find("error: the API version"),
            std::string::npos);
}

TEST(Providers, AddressesOfVertex) {
  const auto vertex = [](std::string_view location, std::string_view api,
                         std::string_view given = "", std::string_view project = "my-project") {
    return address("vertex",
                   {.given = given, .api = api, .project = project, .location = location});
  };
  EXPECT_EQ(vertex("", "chat"),
            "https://aiplatform.googleapis.com/v1/projects/my-project/locations/global/endpoints/"
            "openapi");
  EXPECT_EQ(vertex("europe-west4", "chat"),
            "https://europe-west4-aiplatform.googleapis.com/v1/projects/my-project/locations/"
            "europe-west4/endpoints/openapi");
  EXPECT_EQ(vertex("global", "gemini"),
            "https://aiplatform.googleapis.com/v1/projects/my-project/locations/global/publishers/"
            "google");
  EXPECT_EQ(vertex("global", "gemini", "http://127.0.0.1:1"),
            "http://127.0.0.1:1/v1/projects/my-project/locations/global/publishers/google");
  EXPECT_EQ(vertex("us-east5", "anthropic"),
            "https://us-east5-aiplatform.googleapis.com/v1/projects/my-project/locations/us-east5");
  EXPECT_EQ(find_provider("vertex")->dialect_of("anthropic"), "anthropic-vertex");
  EXPECT_EQ(find_provider("litellm")->dialect_of("anthropic"), "anthropic");
  EXPECT_EQ(vertex("x", "chat", "https://h/v1/own"), "https://h/v1/own");
  EXPECT_EQ(provider_address(*find_provider("vertex"), {.api = "gemini", .project = "p"})->dropped,
            "/v1beta");
  EXPECT_EQ(vertex("evil.example.org/", "chat").find("error: the location"), 0u);
  EXPECT_EQ(vertex("", "chat", "", "../x").find("error: the project"), 0u);
  EXPECT_EQ(vertex("", "chat", "", ""), "error: no project: set GOOGLE_CLOUD_PROJECT");
}

TEST(Providers, AddressesOfBedrock) {
  EXPECT_EQ(address("bedrock", {}), "https://bedrock-runtime.us-east-1.amazonaws.com");
  EXPECT_EQ(address("bedrock", {.region = "eu-west-1"}),
            "https://bedrock-runtime.eu-west-1.amazonaws.com");
  EXPECT_EQ(address("bedrock", {.region = "cn-north-1"}),
            "https://bedrock-runtime.cn-north-1.amazonaws.com.cn");
  EXPECT_EQ(address("bedrock", {.region = "a.evil.org/"}).find("error: the region"), 0u);
}

TEST(Providers, WhatIsRefused) {
  const ProviderInfo& groq = *find_provider("groq");
  EXPECT_EQ(refused_members(groq, Value(), 100000, false), "");
  EXPECT_EQ(refused_members(groq, json(R"({"n": 1, "top_p": 1})"), {}, false), "");
  EXPECT_NE(refused_members(groq, json(R"({"n": 2})"), {}, false).find("`n`"), std::string::npos);
  EXPECT_NE(refused_members(groq, json(R"({"logprobs": true})"), {}, false).find("`logprobs`"),
            std::string::npos);
  const ProviderInfo& fireworks = *find_provider("fireworks");
  EXPECT_EQ(refused_members(fireworks, Value(), 4096, false), "");
  EXPECT_EQ(refused_members(fireworks, Value(), 8192, true), "") << "streamed";
  EXPECT_NE(refused_members(fireworks, Value(), 4097, false).find("4097"), std::string::npos);
  EXPECT_NE(refused_members(fireworks, json(R"({"max_tokens": 9000})"), {}, false).find("9000"),
            std::string::npos);
  EXPECT_EQ(refused_members(fireworks, json(R"({"max_tokens": 9000, "stream": true})"), {}, false)
                .find("Fireworks"),
            0u);
}

}  // namespace
}  // namespace bfclx
