#include "core/value/cpython_hash.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/utf8.h"

namespace bfclx {

namespace {

constexpr std::uint64_t kNoneHash = 612812;
constexpr std::uint64_t kEllipsisHash = 608122;

std::uint64_t rotated(std::uint64_t x, int count) { return (x << count) | (x >> (64 - count)); }

// SipHash-1-3 with a key of zeros.
class SipHash {
 public:
  void add(std::uint64_t word) {
    v3_ ^= word;
    round();
    v0_ ^= word;
  }
  std::uint64_t finish() {
    v2_ ^= 0xff;
    round();
    round();
    round();
    return v0_ ^ v1_ ^ v2_ ^ v3_;
  }

 private:
  static void half_round(std::uint64_t& a, std::uint64_t& b, std::uint64_t& c, std::uint64_t& d,
                         int s, int t) {
    a += b;
    c += d;
    b = rotated(b, s) ^ a;
    d = rotated(d, t) ^ c;
    a = rotated(a, 32);
  }
  void round() {
    half_round(v0_, v1_, v2_, v3_, 13, 16);
    half_round(v2_, v1_, v0_, v3_, 17, 21);
  }

  std::uint64_t v0_ = 0x736f6d6570736575U;
  std::uint64_t v1_ = 0x646f72616e646f6dU;
  std::uint64_t v2_ = 0x6c7967656e657261U;
  std::uint64_t v3_ = 0x7465646279746573U;
};

std::uint64_t little_endian(std::string_view octets) {
  std::uint64_t word = 0;
  for (std::size_t i = octets.size(); i-- > 0;) {
    word = word << 8 | static_cast<unsigned char>(octets[i]);
  }
  return word;
}

std::uint64_t hash_octets(std::string_view octets) {
  if (octets.empty()) return 0;
  SipHash state;
  const std::uint64_t length = static_cast<std::uint64_t>(octets.size()) << 56;
  for (; octets.size() >= 8; octets.remove_prefix(8)) state.add(little_endian(octets.substr(0, 8)));
  state.add(length | little_endian(octets));
  const std::uint64_t hash = state.finish();
  return hash == static_cast<std::uint64_t>(-1) ? static_cast<std::uint64_t>(-2) : hash;
}

// CPython hashes a str as it holds it: one, two or four bytes for each code point, as the largest
// one needs.
std::uint64_t hash_text(std::string_view text) {
  if (is_ascii(text)) return hash_octets(text);
  char32_t largest = 0;
  for (std::size_t at = 0; at < text.size();) {
    largest = std::max(largest, next_code_point(text, at));
  }
  const int width = largest < 0x100 ? 1 : largest < 0x10000 ? 2 : 4;
  std::string octets;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    for (int i = 0; i < width; ++i) octets += static_cast<char>(c >> (8 * i) & 0xff);
  }
  return hash_octets(octets);
}

}  // namespace

std::optional<std::uint64_t> cpython_hash(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kBool:
    case Value::Kind::kInt:
    case Value::Kind::kComplex:
      return hash(value);
    case Value::Kind::kFloat:
      if (value.as_float() != value.as_float()) return std::nullopt;
      return hash(value);
    case Value::Kind::kStr:
      return hash_text(value.as_str());
    case Value::Kind::kBytes:
      return hash_octets(value.as_bytes());
    case Value::Kind::kNone:
      return kNoneHash;
    case Value::Kind::kEllipsis:
      return kEllipsisHash;
    case Value::Kind::kTuple: {
      bool known = true;
      const std::uint64_t result = hash_of_tuple(value.items(), [&](const Value& item) {
        const std::optional<std::uint64_t> of_item = cpython_hash(item);
        known = known && of_item.has_value();
        return of_item.value_or(0);
      });
      if (!known) return std::nullopt;
      return result;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace bfclx
