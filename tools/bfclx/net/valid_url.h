// Whether a text is a URL, for addresses of servers.
#ifndef BFCLX_TOOLS_BFCLX_NET_VALID_URL_H_
#define BFCLX_TOOLS_BFCLX_NET_VALID_URL_H_

#include <string_view>

namespace bfclx::net {

// As libcurl parses it. Says nothing about the scheme.
bool is_valid_url(std::string_view text);

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_VALID_URL_H_
