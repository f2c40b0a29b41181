// What LoopbackServer reads: addresses, request lines and headers.
#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include <arpa/inet.h>

#include "core/base/text.h"
#include "tools/bfclx/net/loopback_server.h"

namespace bfclx::net {
namespace {

constexpr std::size_t kMostHeaders = 100;
constexpr std::uint32_t kLoopbackNet = 0x7F;

std::optional<std::uint16_t> port_of(std::string_view text) {
  unsigned port = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), port);
  if (text.empty() || end.ec != std::errc() || end.ptr != text.data() + text.size()) return {};
  return port <= 0xFFFF ? std::optional(static_cast<std::uint16_t>(port)) : std::nullopt;
}

// 127.x.y.z in four parts.
std::optional<std::uint32_t> loopback_ipv4(std::string_view text) {
  in_addr parsed{};
  if (::inet_pton(AF_INET, std::string(text).c_str(), &parsed) != 1) return std::nullopt;
  const std::uint32_t address = ntohl(parsed.s_addr);
  return address >> 24 == kLoopbackNet ? std::optional(address) : std::nullopt;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lowered);
  return result;
}

bool is_visible(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

// Host and port; the port is empty where there is none. False where it is neither.
bool split_host(std::string_view text, std::string_view& host, std::string_view& port) {
  const std::size_t bracket = text.rfind(']');
  const std::size_t colon = text.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
  host = has_port ? text.substr(0, colon) : text;
  port = has_port ? text.substr(colon + 1) : std::string_view();
  return !has_port || port_of(port).has_value();
}

bool is_loopback_name(std::string_view host) {
  return lower_case(host) == "localhost" || host == "[::1]" || loopback_ipv4(host).has_value();
}

bool parse_header(std::string_view line, Headers& headers) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) return false;
  std::string_view value = line.substr(colon + 1);
  while (!value.empty() && (value.front() == ' ' || value.front() == '\t')) value.remove_prefix(1);
  while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
  const bool clean = std::none_of(value.begin(), value.end(), [](char c) {
    return (c >= 0 && c < ' ' && c != '\t') || c == 0x7F;
  });
  if (!clean || headers.size() == kMostHeaders) return false;
  headers.emplace_back(lower_case(line.substr(0, colon)), value);
  return true;
}

}  // namespace

Result<LoopbackAddress> loopback_address(std::string_view text, std::string_view example) {
  std::string_view host;
  std::string_view port;
  if (text.find(':') == std::string_view::npos && port_of(text)) {
    host = "127.0.0.1";
    port = text;
  } else if (!split_host(text, host, port) || port.empty() || host.empty()) {
    return Error{"AddressError", "expected an address and a port, such as " + std::string(example)};
  }
  LoopbackAddress address;
  address.port = *port_of(port);
  if (host == "[::1]") {
    address.ipv6 = true;
    return address;
  }
  if (lower_case(host) == "localhost") return address;
  const std::optional<std::uint32_t> ipv4 = loopback_ipv4(host);
  if (!ipv4) {
    return Error{"AddressError",
                 "only an address of this machine itself is accepted (127.0.0.1, [::1] or "
                 "localhost), because everybody who can reach the port can read it. From another "
                 "machine, use a tunnel: ssh -L " +
                     std::string(port) + ":127.0.0.1:" + std::string(port) + " HOST"};
  }
  address.ipv4 = *ipv4;
  return address;
}

std::optional<ServedRequest> parse_request(std::string_view head) {
  const std::size_t end = head.find("\r\n");
  std::string_view line = head.substr(0, end);
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || last == first) return std::nullopt;
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  ServedRequest request;
  request.method = line.substr(0, first);
  request.path = target.substr(0, target.find('?'));
  const bool valid = is_token(request.method) && is_visible(target) && !target.empty() &&
                     (target.front() == '/' || target == "*") &&
                     (version == "HTTP/1.1" || version == "HTTP/1.0");
  if (!valid) return std::nullopt;
  std::string_view rest = end == std::string_view::npos ? "" : head.substr(end + 2);
  while (!rest.empty()) {
    const std::size_t next = rest.find("\r\n");
    if (!parse_header(rest.substr(0, next), request.headers)) return std::nullopt;
    rest = next == std::string_view::npos ? "" : rest.substr(next + 2);
  }
  const auto hosts = std::count_if(request.headers.begin(), request.headers.end(),
                                   [](const auto& one) { return one.first == "host"; });
  if (hosts != 1) return std::nullopt;
  return request;
}

bool is_loopback_host(std::string_view host) {
  std::string_view name;
  std::string_view port;
  return split_host(host, name, port) && is_loopback_name(name);
}

bool is_loopback_origin(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.substr(0, scheme.size()) == scheme) {
      return is_loopback_host(origin.substr(scheme.size()));
    }
  }
  return false;
}

ServedResponse text_response(int status, std::string text) {
  ServedResponse response;
  response.status = status;
  response.body = std::make_shared<const std::string>(std::move(text));
  return response;
}

}  // namespace bfclx::net
