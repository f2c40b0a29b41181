#include "tools/bfclx/generate/endpoint_addresses.h"

#include <gtest/gtest.h>

#include <map>

#include "tools/bfclx/errors.h"

namespace bfclx::tools {
namespace {

// A resolver that knows these, and how often it was asked.
struct Names {
  std::map<std::string, std::vector<std::string>> known = {};
  std::size_t asked = 0;
  net::Resolver resolver() {
    return [this](const std::string& host) {
      ++asked;
      const auto found = known.find(host);
      return found != known.end() ? net::Resolved{found->second, {}}
                                  : net::Resolved{{}, "Name or service not known"};
    };
  }
};

std::vector<std::string> addresses(const EndpointsByAddress& all) {
  std::vector<std::string> found;
  for (const GivenEndpoint& one : all.endpoints) found.push_back(one.address);
  return found;
}

TEST(EndpointAddresses, EachIsAnEndpointWithWhatItsNameHas) {
  Names names{{{"replicas", {"10.0.0.7", "10.0.0.5", "10.0.0.7", "10.0.0.6"}}}};
  GivenEndpoint given{.base_url = "http://replicas:8000/v1", .weight = 2};
  given.api_key_env = "REPLICAS_KEY";
  given.concurrency = 9;
  const EndpointsByAddress all = endpoints_by_address({given}, names.resolver());
  EXPECT_EQ(addresses(all), (std::vector<std::string>{"10.0.0.5", "10.0.0.6", "10.0.0.7"}));
  for (const GivenEndpoint& one : all.endpoints) {
    EXPECT_EQ(one.base_url, "http://replicas:8000/v1");
    EXPECT_EQ(one.weight, 2);
    EXPECT_EQ(one.api_key_env, "REPLICAS_KEY");
    EXPECT_EQ(one.concurrency, 9);
  }
  EXPECT_EQ(all.notes,
            (std::vector<std::string>{"replicas has 3 addresses: 10.0.0.5, 10.0.0.6, 10.0.0.7"}));
}

TEST(EndpointAddresses, AServerWithIpv4AndIpv6CountsOnce) {
  Names names{{{"localhost", {"::1", "127.0.0.1"}},
               {"both", {"fd00::1", "fd00::2", "10.0.0.1", "10.0.0.2"}},
               {"more", {"fd00::1", "10.0.0.1", "10.0.0.2"}}}};
  const auto of = [&names](const char* url) {
    return addresses(endpoints_by_address({{.base_url = url}}, names.resolver()));
  };
  EXPECT_EQ(of("http://localhost:8000"), std::vector<std::string>{""});
  EXPECT_EQ(of("both:8000"), (std::vector<std::string>{"fd00::1", "fd00::2"}));
  EXPECT_EQ(of("http://more"), (std::vector<std::string>{"10.0.0.1", "10.0.0.2"}));
}

TEST(EndpointAddresses, WhatHasOneStaysAsItIs) {
  Names names{{{"one", {"10.0.0.1"}}, {"10.0.0.9", {"10.0.0.9"}}, {"::1", {"::1"}}}};
  const EndpointsByAddress all = endpoints_by_address({{.base_url = "http://one:1"},
                                                       {.base_url = "http://10.0.0.9:1"},
                                                       {.base_url = "http://[::1]:1"}},
                                                      names.resolver());
  EXPECT_EQ(addresses(all), (std::vector<std::string>{"", "", ""}));
  EXPECT_EQ(all.notes, std::vector<std::string>{"--resolve-all: no host has several addresses"});
}

TEST(EndpointAddresses, ANameIsResolvedOnce) {
  Names names{{{"replicas", {"10.0.0.5", "10.0.0.6"}}}};
  const EndpointsByAddress all = endpoints_by_address(
      {{.base_url = "http://replicas:1/v1"}, {.base_url = "http://replicas:2/v1"}},
      names.resolver());
  EXPECT_EQ(names.asked, 1);
  EXPECT_EQ(addresses(all),
            (std::vector<std::string>{"10.0.0.5", "10.0.0.6", "10.0.0.5", "10.0.0.6"}));
}

TEST(EndpointAddresses, UnknownNamesAndTooManyAddressesAreRefusedWithoutSecrets) {
  Names names;
  for (std::size_t i = 0; i <= kMostEndpoints; ++i) {
    names.known["many"].push_back("10.0." + std::to_string(i / 256) + "." +
                                  std::to_string(i % 256));
  }
  const auto refusal = [&names](const GivenEndpoint& given) -> std::string {
    try {
      endpoints_by_address({given}, names.resolver());
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal({.base_url = "http://user:secret@gone:8000/v1?key=secret"}),
            "--base-url: http://gone:8000/v1: --resolve-all: gone: Name or service not known");
  EXPECT_EQ(refusal({.base_url = "http://many", .where = "--endpoints f:3"}),
            "--endpoints f:3: --resolve-all: many has 1,001 addresses, and there can be 1,000 "
            "endpoints");
}

}  // namespace
}  // namespace bfclx::tools
