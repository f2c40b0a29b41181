#include "core/base/sha1.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace bfclx {

namespace {

constexpr std::size_t kBlock = 64;
using State = std::array<std::uint32_t, 5>;

constexpr std::uint32_t rotated(std::uint32_t word, int bits) {
  return (word << bits) | (word >> (32 - bits));
}

// The function and the constant of a round.
std::pair<std::uint32_t, std::uint32_t> round_of(std::size_t number, std::uint32_t b,
                                                 std::uint32_t c, std::uint32_t d) {
  if (number < 20) return {(b & c) | (~b & d), 0x5A827999};
  if (number < 40) return {b ^ c ^ d, 0x6ED9EBA1};
  if (number < 60) return {(b & c) | (b & d) | (c & d), 0x8F1BBCDC};
  return {b ^ c ^ d, 0xCA62C1D6};
}

void add_block(std::string_view block, State& state) {
  std::array<std::uint32_t, 80> words{};
  for (std::size_t i = 0; i < kBlock; ++i) {
    words[i / 4] = (words[i / 4] << 8) | static_cast<unsigned char>(block[i]);
  }
  for (std::size_t i = 16; i < words.size(); ++i) {
    words[i] = rotated(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  }
  auto [a, b, c, d, e] = state;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto [mixed, constant] = round_of(i, b, c, d);
    const std::uint32_t next = rotated(a, 5) + mixed + e + constant + words[i];
    e = std::exchange(d, c);
    c = rotated(b, 30);
    b = std::exchange(a, next);
  }
  const State added = {a, b, c, d, e};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += added[i];
}

}  // namespace

std::string sha1_hex(std::string_view bytes) {
  State state = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  std::string padded(bytes);
  padded += '\x80';
  while (padded.size() % kBlock != kBlock - 8) padded += '\0';
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>((bits >> shift) & 255);
  for (std::size_t at = 0; at < padded.size(); at += kBlock) {
    add_block(std::string_view(padded).substr(at, kBlock), state);
  }
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint32_t word : state) {
    for (int shift = 28; shift >= 0; shift -= 4) text += kDigits[(word >> shift) & 15];
  }
  return text;
}

}  // namespace bfclx
