// FNV-1a, 64 bits: tells texts apart that nobody has forged, the same on every machine.
#ifndef BFCLX_CORE_BASE_FNV_H_
#define BFCLX_CORE_BASE_FNV_H_

#include <cstdint>
#include <string_view>

namespace bfclx {

inline constexpr std::uint64_t kFnvStart = 0xcbf29ce484222325u;

// Goes on from `hash`, so that fnv1a(b, fnv1a(a)) is that of both texts behind each other.
constexpr std::uint64_t fnv1a(std::string_view text, std::uint64_t hash = kFnvStart) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_FNV_H_
