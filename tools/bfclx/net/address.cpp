#include "tools/bfclx/net/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

namespace bfclx::net {
namespace {

using Ipv6 = std::array<std::uint8_t, 16>;

struct Range4 {
  std::uint32_t network;
  int bits;
};
// The registry of special-purpose IPv4 addresses (RFC 6890 and its successors), and multicast.
constexpr Range4 kSpecial4[] = {
    {0x00000000, 8},   // this network
    {0x0A000000, 8},   // private
    {0x64400000, 10},  // shared by carriers
    {0x7F000000, 8},   // loopback
    {0xA9FE0000, 16},  // link-local, and the metadata services of clouds
    {0xAC100000, 12},  // private
    {0xC0000000, 24},  // protocol assignments
    {0xC0000200, 24},  // documentation
    {0xC0586300, 24},  // relays of 6to4
    {0xC0A80000, 16},  // private
    {0xC6120000, 15},  // benchmarks
    {0xC6336400, 24},  // documentation
    {0xCB007100, 24},  // documentation
    {0xE0000000, 4},   // multicast
    {0xF0000000, 4},   // reserved, broadcast
};

struct Range6 {
  std::uint8_t prefix[4];
  int bits;  // at most 32
};
// Of what lies inside 2000::/3; all other addresses are no public ones.
constexpr Range6 kSpecial6[] = {
    {{0x20, 0x01, 0x00, 0x00}, 23},  // protocol assignments: Teredo, benchmarks, ORCHID
    {{0x20, 0x01, 0x0D, 0xB8}, 32},  // documentation
    {{0x3F, 0xFF, 0x00, 0x00}, 20},  // documentation
};

bool is_public4(std::uint32_t address) {
  return std::none_of(std::begin(kSpecial4), std::end(kSpecial4), [address](const Range4& range) {
    return ((address ^ range.network) >> (32 - range.bits)) == 0;
  });
}

std::uint32_t big_endian(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
         std::uint32_t{bytes[2]} << 8 | bytes[3];
}

bool begins_with(const Ipv6& address, std::initializer_list<std::uint8_t> prefix) {
  return std::equal(prefix.begin(), prefix.end(), address.begin());
}

bool is_public6(const Ipv6& address) {
  if (begins_with(address, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF}) ||     // mapped
      begins_with(address, {0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0})) {  // NAT64
    return is_public4(big_endian(&address[12]));
  }
  if (begins_with(address, {0x20, 0x02})) return is_public4(big_endian(&address[2]));  // 6to4
  if ((address[0] & 0xE0) != 0x20) return false;
  const std::uint32_t head = big_endian(address.data());
  return std::none_of(std::begin(kSpecial6), std::end(kSpecial6), [head](const Range6& range) {
    return ((head ^ big_endian(range.prefix)) >> (32 - range.bits)) == 0;
  });
}

}  // namespace

bool is_public_address(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in in;
    std::memcpy(&in, &address, sizeof in);
    return is_public4(ntohl(in.sin_addr.s_addr));
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 in;
    std::memcpy(&in, &address, sizeof in);
    Ipv6 bytes;
    std::memcpy(bytes.data(), &in.sin6_addr, bytes.size());
    return is_public6(bytes);
  }
  return false;
}

bool is_public_address(std::string_view text) {
  const std::string copy(text);
  in_addr four;
  if (inet_pton(AF_INET, copy.c_str(), &four) == 1) return is_public4(ntohl(four.s_addr));
  Ipv6 six;
  return inet_pton(AF_INET6, copy.c_str(), six.data()) == 1 && is_public6(six);
}

}  // namespace bfclx::net
