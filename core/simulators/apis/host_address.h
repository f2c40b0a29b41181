// Which hosts of a URL a model may not reach, as far as their names alone say it. The transport
// looks at the addresses that names lead to.
#ifndef BFCLX_CORE_SIMULATORS_APIS_HOST_ADDRESS_H_
#define BFCLX_CORE_SIMULATORS_APIS_HOST_ADDRESS_H_

#include <string_view>

namespace bfclx {

// Whether the host is this machine or of a private network: "localhost" and names below it, below
// "local", "internal" and "home.arpa", names without a dot; IPv4 addresses, in any spelling that
// inet_aton takes ("127.1", "0x7f000001", "2130706433"), that are loopback, private, link-local,
// shared, multicast, reserved or unspecified; IPv6 addresses, with brackets or without, that are
// not public or have such an IPv4 address inside.
bool is_private_host(std::string_view host);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_HOST_ADDRESS_H_
