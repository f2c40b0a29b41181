#include "tools/bfclx/net/resolve.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "tools/bfclx/net/http.h"

namespace bfclx::net {

Resolved resolve(const std::string& host) {
  Resolved resolved;
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int code = ::getaddrinfo(host.c_str(), nullptr, &hints, &found); code != 0) {
    resolved.error = ::gai_strerror(code);
    return resolved;
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> all(found, &::freeaddrinfo);
  for (const addrinfo* one = all.get(); one != nullptr; one = one->ai_next) {
    char text[NI_MAXHOST];
    if (one->ai_family != AF_INET && one->ai_family != AF_INET6) continue;
    if (::getnameinfo(one->ai_addr, one->ai_addrlen, text, sizeof text, nullptr, 0,
                      NI_NUMERICHOST) != 0) {
      continue;
    }
    std::string address(text);
    if (address.find('%') == std::string::npos) resolved.addresses.push_back(std::move(address));
  }
  if (resolved.addresses.empty()) resolved.error = "no address";
  return resolved;
}

std::string host_of(std::string_view url) {
  // "https://host:port", which is well formed, or a text that is no address.
  const std::string origin = origin_of(url);
  const std::size_t begin = origin.find("://");
  const std::size_t end = origin.rfind(':');
  if (begin == std::string::npos || end <= begin + 3) return {};
  std::string host = origin.substr(begin + 3, end - begin - 3);
  if (host.size() > 2 && host.front() == '[') host = host.substr(1, host.size() - 2);
  return host;
}

}  // namespace bfclx::net
