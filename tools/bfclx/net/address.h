// Which addresses of the network a model may reach when it says what page to fetch.
#ifndef BFCLX_TOOLS_BFCLX_NET_ADDRESS_H_
#define BFCLX_TOOLS_BFCLX_NET_ADDRESS_H_

#include <sys/socket.h>

#include <string_view>

namespace bfclx::net {

// Addresses of the public internet: not loopback, private, link-local, shared (100.64/10),
// documentation, benchmark, multicast, broadcast or unspecified ones, and no IPv6 form that holds
// such an IPv4 address (mapped, compatible, 6to4, NAT64). Anything that is neither IPv4 nor IPv6
// is not public.
bool is_public_address(const sockaddr& address);
// The same for a numeric text ("10.0.0.1", "::1"); false when it is none.
bool is_public_address(std::string_view text);

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_ADDRESS_H_
