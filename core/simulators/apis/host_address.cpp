#include "core/simulators/apis/host_address.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace bfclx {

namespace {

struct Network {
  std::uint32_t address;
  unsigned bits;
};
constexpr Network kPrivate[] = {
    {0x00000000, 8},  {0x0A000000, 8},  {0x64400000, 10}, {0x7F000000, 8},  {0xA9FE0000, 16},
    {0xAC100000, 12}, {0xC0000000, 24}, {0xC0000200, 24}, {0xC0586300, 24}, {0xC0A80000, 16},
    {0xC6120000, 15}, {0xC6336400, 24}, {0xCB007100, 24}, {0xE0000000, 4},  {0xF0000000, 4}};

bool is_private(std::uint32_t address) {
  return std::any_of(std::begin(kPrivate), std::end(kPrivate), [&](const Network& network) {
    return (address ^ network.address) >> (32 - network.bits) == 0;
  });
}

// A number of inet_aton: decimal, octal after 0, hexadecimal after 0x.
std::optional<std::uint64_t> number(std::string_view text) {
  unsigned base = 10;
  if (text.size() > 1 && text[0] == '0') {
    base = (text[1] | 0x20) == 'x' ? 16 : 8;
    text.remove_prefix(base == 16 ? 2 : 1);
    if (text.empty()) return 0;
  }
  if (text.empty() || text.size() > 16) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    const char lower = static_cast<char>(c | 0x20);
    unsigned digit = 99;
    if (c >= '0' && c <= '9') digit = static_cast<unsigned>(c - '0');
    if (lower >= 'a' && lower <= 'f') digit = static_cast<unsigned>(lower - 'a') + 10;
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
  }
  return value;
}

// inet_aton; what is a number but too large counts as address 0, which nobody may reach.
std::optional<std::uint32_t> ipv4(std::string_view host) {
  std::array<std::uint64_t, 4> parts{};
  std::size_t count = 0;
  while (true) {
    const std::size_t dot = host.find('.');
    const auto part = number(host.substr(0, dot));
    if (!part || count == parts.size()) return std::nullopt;
    parts[count++] = *part;
    if (dot == std::string_view::npos) break;
    host.remove_prefix(dot + 1);
  }
  std::uint64_t address = 0;
  for (std::size_t i = 0; i + 1 < count; ++i) address |= (parts[i] & 0xff) << (24 - 8 * i);
  address |= parts[count - 1];
  return address <= 0xffffffff ? static_cast<std::uint32_t>(address) : 0;
}

using Groups = std::array<std::uint16_t, 8>;

// Groups of hexadecimal digits, the last two perhaps as an IPv4 address; their count, or nullopt.
std::optional<std::size_t> read_groups(std::string_view text, Groups& groups) {
  std::size_t count = 0;
  while (!text.empty()) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view part = text.substr(0, colon);
    text.remove_prefix(std::min(colon + 1, text.size()));
    if (part.find('.') != std::string_view::npos) {
      const auto address = ipv4(part);
      if (!address || !text.empty() || count > 6) return std::nullopt;
      groups[count++] = static_cast<std::uint16_t>(*address >> 16);
      groups[count++] = static_cast<std::uint16_t>(*address);
      return count;
    }
    const auto value =
        part.empty() || part.size() > 4 ? std::nullopt : number("0x" + std::string(part));
    if (!value || count == groups.size()) return std::nullopt;
    groups[count++] = static_cast<std::uint16_t>(*value);
  }
  return count;
}

std::optional<Groups> ipv6(std::string_view host) {
  host = host.substr(0, host.find('%'));
  const std::size_t gap = host.find("::");
  Groups first{};
  Groups last{};
  const auto before = read_groups(host.substr(0, gap), first);
  if (!before) return std::nullopt;
  if (gap == std::string_view::npos) return *before == 8 ? std::optional(first) : std::nullopt;
  const auto behind = read_groups(host.substr(gap + 2), last);
  if (!behind || *before + *behind > 7) return std::nullopt;
  for (std::size_t i = 0; i < *behind; ++i) first[8 - *behind + i] = last[i];
  return first;
}

bool is_private(const Groups& g) {
  const std::uint32_t inner = std::uint32_t{g[6]} << 16 | g[7];
  const bool zeros = std::all_of(g.begin(), g.begin() + 5, [](std::uint16_t x) { return x == 0; });
  if (zeros && g[5] == 0xffff) return is_private(inner);  // mapped
  const bool has_gap =
      std::all_of(g.begin() + 2, g.begin() + 6, [](std::uint16_t x) { return x == 0; });
  if (g[0] == 0x64 && g[1] == 0xff9b && has_gap) return is_private(inner);  // NAT64
  if (g[0] == 0x2002) return is_private(std::uint32_t{g[1]} << 16 | g[2]);  // 6to4
  // Public ones lie inside 2000::/3, outside of 2001::/23 (Teredo and others), 2001:db8::/32 and
  // 3fff::/20. (tools/bfclx/net/address.cpp has the same of addresses that names lead to.)
  return g[0] >> 13 != 1 || (g[0] == 0x2001 && (g[1] >> 9 == 0 || g[1] == 0xdb8)) ||
         (g[0] == 0x3fff && g[1] >> 12 == 0);
}

}  // namespace

bool is_private_host(std::string_view given) {
  std::string host(given);
  for (char& c : host) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  while (!host.empty() && host.back() == '.') host.pop_back();
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  if (host.find(':') != std::string::npos) {
    const auto groups = ipv6(host);
    return !groups || is_private(*groups);
  }
  if (const auto address = ipv4(host)) return is_private(*address);
  if (host.find('.') == std::string::npos) return true;
  static constexpr std::string_view kPrivateNames[] = {".localhost", ".local", ".internal",
                                                       ".home.arpa", ".localdomain"};
  return std::any_of(std::begin(kPrivateNames), std::end(kPrivateNames),
                     [&](std::string_view name) { return host.ends_with(name); });
}

}  // namespace bfclx
