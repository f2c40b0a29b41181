// Host names with several addresses as several endpoints: --resolve-all.
//
// Only on request. A name with several addresses can be the replicas of a server (a headless
// service of Kubernetes), but just as well one server with two network cards, or the load balancer
// of a hosted API, whose addresses change while a run lasts. No property of a name tells these
// apart.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_ENDPOINT_ADDRESSES_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_ENDPOINT_ADDRESSES_H_

#include <string>
#include <vector>

#include "tools/bfclx/generate/endpoint_list.h"
#include "tools/bfclx/net/resolve.h"

namespace bfclx::tools {

struct EndpointsByAddress {
  std::vector<GivenEndpoint> endpoints;  // in the order of `given`, then of their addresses
  std::vector<std::string> notes;        // for people: which names have several
};

// Each endpoint once for each address of its host. A replica with an IPv4 and an IPv6 address
// counts once: only the family with more addresses does, of equal ones the one that the resolver
// prefers. An endpoint with one address is left as it is, so its connections go by name. UsageError
// where a name is unknown, or where there are more than kMostEndpoints.
EndpointsByAddress endpoints_by_address(const std::vector<GivenEndpoint>& given,
                                        const net::Resolver& resolver);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_ENDPOINT_ADDRESSES_H_
