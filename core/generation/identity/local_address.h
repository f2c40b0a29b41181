// Addresses of the machine that a program runs on, and of the services that clouds offer to it. The
// credentials of a machine are requested from these alone.
#ifndef BFCLX_CORE_GENERATION_IDENTITY_LOCAL_ADDRESS_H_
#define BFCLX_CORE_GENERATION_IDENTITY_LOCAL_ADDRESS_H_

#include <string_view>

namespace bfclx {

// "http://127.0.0.1:8080/...", "http://localhost/...", "http://[::1]/...".
bool is_loopback_address(std::string_view url);
// The same, and link-local addresses of metadata services: 169.254.x.y, [fd00:ec2::23].
bool is_machine_address(std::string_view url);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_IDENTITY_LOCAL_ADDRESS_H_
