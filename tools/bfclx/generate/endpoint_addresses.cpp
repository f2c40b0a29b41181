#include "tools/bfclx/generate/endpoint_addresses.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/net/http.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kAddressesShown = 4;

bool is_ipv6(const std::string& address) { return address.find(':') != std::string::npos; }

// Those that stand for a server each.
std::vector<std::string> of_one_family(const std::vector<std::string>& addresses) {
  std::set<std::string> families[2];
  for (const std::string& one : addresses) families[is_ipv6(one) ? 1 : 0].insert(one);
  const bool first = !addresses.empty() && is_ipv6(addresses.front());
  const bool six =
      families[0].size() == families[1].size() ? first : families[1].size() > families[0].size();
  const std::set<std::string>& chosen = families[six ? 1 : 0];
  return {chosen.begin(), chosen.end()};
}

}  // namespace

EndpointsByAddress endpoints_by_address(const std::vector<GivenEndpoint>& given,
                                        const net::Resolver& resolver) {
  EndpointsByAddress all;
  std::map<std::string, std::vector<std::string>> known;
  for (const GivenEndpoint& one : given) {
    const std::string where = one.where.empty() ? "--base-url" : one.where;
    const std::string url =
        one.base_url.find("://") == std::string::npos ? "http://" + one.base_url : one.base_url;
    const std::string host = net::host_of(url);
    const auto [place, is_new] = known.try_emplace(host);
    std::vector<std::string>& addresses = place->second;
    if (is_new && !host.empty()) {
      const net::Resolved resolved = resolver(host);
      if (resolved.addresses.empty()) {
        throw UsageError(concat(
            {where, ": ", net::shown_url(url), ": --resolve-all: ", host, ": ", resolved.error}));
      }
      addresses = of_one_family(resolved.addresses);
      if (addresses.size() > 1) {
        all.notes.push_back(
            concat({host, " has ", counted(addresses.size(), "address", "addresses"), ": ",
                    first_of(addresses, kAddressesShown)}));
      }
    }
    const std::size_t rows = std::max<std::size_t>(addresses.size(), 1);
    if (all.endpoints.size() + rows > kMostEndpoints) {
      throw UsageError(
          concat({where, ": --resolve-all: ", host, " has ", counted(rows, "address", "addresses"),
                  ", and there can be ", grouped_digits(kMostEndpoints), " endpoints"}));
    }
    for (std::size_t i = 0; i < rows; ++i) {
      GivenEndpoint endpoint = one;
      if (rows > 1) endpoint.address = addresses[i];
      all.endpoints.push_back(std::move(endpoint));
    }
  }
  if (all.notes.empty()) all.notes.push_back("--resolve-all: no host has several addresses");
  return all;
}

}  // namespace bfclx::tools
