#include "core/generation/identity/local_address.h"

#include <algorithm>

#include "core/base/text.h"

namespace bfclx {

namespace {

// The host of a plain address; empty where there is a user or another scheme.
std::string_view host_of(std::string_view url) {
  constexpr std::string_view kScheme = "http://";
  if (!url.starts_with(kScheme)) return {};
  url.remove_prefix(kScheme.size());
  std::string_view host = url.substr(0, url.find_first_of("/?#"));
  if (host.find_first_of("@\\") != std::string_view::npos) return {};
  const std::size_t end = host.starts_with('[') ? host.find(']') : 0;
  if (end == std::string_view::npos) return {};
  const std::size_t colon = host.find(':', end);
  const std::string_view port =
      colon == std::string_view::npos ? std::string_view() : host.substr(colon + 1);
  if (!std::all_of(port.begin(), port.end(), [](char c) { return is_digit(c); })) return {};
  return host.substr(0, colon);
}

// Four numbers, the first of them `first`; "127.evil.org" has the same begin.
bool is_ipv4(std::string_view host, std::string_view begin) {
  return host.starts_with(begin) && std::count(host.begin(), host.end(), '.') == 3 &&
         !host.ends_with('.') &&
         std::all_of(host.begin(), host.end(), [](char c) { return is_digit(c) || c == '.'; });
}

}  // namespace

bool is_loopback_address(std::string_view url) {
  const std::string_view host = host_of(url);
  return host == "localhost" || host == "[::1]" || is_ipv4(host, "127.");
}

bool is_machine_address(std::string_view url) {
  const std::string_view host = host_of(url);
  return is_loopback_address(url) || is_ipv4(host, "169.254.") || host == "[fd00:ec2::23]";
}

}  // namespace bfclx
