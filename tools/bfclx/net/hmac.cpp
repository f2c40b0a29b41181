#include "tools/bfclx/net/hmac.h"

#include <cstddef>
#include <string>

namespace bfclx::net {
namespace {

constexpr std::size_t kBlock = 64;

}  // namespace

std::string_view bytes_of(const Sha256& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

Sha256 hmac_sha256(std::string_view key, std::string_view bytes) {
  std::string block(key.size() > kBlock ? std::string(bytes_of(sha256(key))) : std::string(key));
  block.resize(kBlock, '\0');
  std::string inner = block;
  std::string outer = block;
  for (char& c : inner) c = static_cast<char>(c ^ 0x36);
  for (char& c : outer) c = static_cast<char>(c ^ 0x5c);
  return sha256(outer + std::string(bytes_of(sha256(inner + std::string(bytes)))));
}

}  // namespace bfclx::net
