// The addresses of a host name, from the resolver of the system.
#ifndef BFCLX_TOOLS_BFCLX_NET_RESOLVE_H_
#define BFCLX_TOOLS_BFCLX_NET_RESOLVE_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx::net {

struct Resolved {
  std::vector<std::string> addresses;  // numeric, in the order in which they should be tried
  std::string error;                   // for people; empty where there are addresses
};
using Resolver = std::function<Resolved(const std::string& host)>;

// IPv4 and IPv6. Addresses of a single link (fe80::) are left out. Waits as long as the system's
// resolver does.
Resolved resolve(const std::string& host);

// The host of an http or https address: "h", "::1"; empty where it is no address.
std::string host_of(std::string_view url);

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_RESOLVE_H_
