#include "tests/conformance/sha256.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace bfclx::conformance {

namespace {

// The first 32 bits behind the point of a root of the n-th prime (FIPS 180-4, 4.2.2 and 5.3.3).
std::uint32_t fraction_of_root(int n, int degree) {
  int prime = 1;
  for (int found = 0; found <= n;) {
    ++prime;
    bool is_prime = true;
    for (int d = 2; d * d <= prime; ++d) is_prime = is_prime && prime % d != 0;
    if (is_prime) ++found;
  }
  const long double root = degree == 2 ? std::sqrt(static_cast<long double>(prime))
                                       : std::cbrt(static_cast<long double>(prime));
  return static_cast<std::uint32_t>((root - std::floor(root)) * 4294967296.0L);
}

std::uint32_t rotated(std::uint32_t x, int bits) { return x >> bits | x << (32 - bits); }

void add_block(std::array<std::uint32_t, 8>& state, const std::array<std::uint32_t, 64>& constants,
               const unsigned char* block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t j = 0; j < 4; ++j) w[i] = w[i] << 8 | block[4 * i + j];
  }
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t a = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3;
    const std::uint32_t b = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
    const std::uint32_t s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> added = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state[i] += added[i];
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::array<std::uint32_t, 64> constants{};
  std::array<std::uint32_t, 8> state{};
  for (int i = 0; i < 64; ++i) constants[static_cast<std::size_t>(i)] = fraction_of_root(i, 3);
  for (int i = 0; i < 8; ++i) state[static_cast<std::size_t>(i)] = fraction_of_root(i, 2);
  std::string padded(bytes);
  padded += '\x80';
  while (padded.size() % 64 != 56) padded += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) {
    padded += static_cast<char>(static_cast<std::uint64_t>(bytes.size()) * 8 >> shift & 0xff);
  }
  for (std::size_t at = 0; at < padded.size(); at += 64) {
    add_block(state, constants, reinterpret_cast<const unsigned char*>(padded.data()) + at);
  }
  std::string text;
  for (const std::uint32_t word : state) {
    char digits[9];
    std::snprintf(digits, sizeof digits, "%08x", word);
    text += digits;
  }
  return text;
}

}  // namespace bfclx::conformance
