#include "core/check/standardize.h"

#include <array>
#include <cstdint>
#include <string>

#include "core/base/unicode.h"
#include "core/check/ast_checker.h"

namespace bfclx {
namespace {

constexpr std::uint8_t kDropped = 0x80;
constexpr std::uint8_t kBeyondAscii = 0x81;

// What each byte becomes: an ASCII character, or one of the marks above.
constexpr std::array<std::uint8_t, 256> make_byte_table() {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t byte = 0; byte < table.size(); ++byte) {
    const bool is_upper = byte >= 'A' && byte <= 'Z';
    table[byte] =
        byte >= 0x80 ? kBeyondAscii : static_cast<std::uint8_t>(is_upper ? byte - 'A' + 'a' : byte);
  }
  for (const char dropped : {' ', ',', '.', '/', '-', '_', '*', '^'}) {
    table[static_cast<unsigned char>(dropped)] = kDropped;
  }
  table['\''] = '"';
  return table;
}

constexpr std::array<std::uint8_t, 256> kByteTable = make_byte_table();
constexpr int kEnd = -1;

// The next byte of the standard form, kBeyondAscii, or kEnd.
int next_standard_byte(std::string_view text, std::size_t& at) {
  while (at < text.size()) {
    const std::uint8_t mapped = kByteTable[static_cast<unsigned char>(text[at++])];
    if (mapped != kDropped) return mapped;
  }
  return kEnd;
}

}  // namespace

std::string standardize_string(std::string_view text) {
  std::string kept;
  kept.reserve(text.size());
  bool ascii = true;
  for (const char c : text) {
    const std::uint8_t mapped = kByteTable[static_cast<unsigned char>(c)];
    if (mapped == kDropped) continue;
    if (mapped == kBeyondAscii) ascii = false;
    kept.push_back(mapped == kBeyondAscii ? c : static_cast<char>(mapped));
  }
  return ascii ? kept : lower(kept);
}

std::optional<std::size_t> standardize_ascii(std::string_view text, char* out) {
  char* end = out;
  for (const char c : text) {
    const std::uint8_t mapped = kByteTable[static_cast<unsigned char>(c)];
    if (mapped == kBeyondAscii) return std::nullopt;
    *end = static_cast<char>(mapped);
    end += mapped != kDropped ? 1 : 0;
  }
  return static_cast<std::size_t>(end - out);
}

bool standardized_equal(std::string_view a, std::string_view b) {
  std::size_t at_a = 0;
  std::size_t at_b = 0;
  while (true) {
    const int next_a = next_standard_byte(a, at_a);
    const int next_b = next_standard_byte(b, at_b);
    if (next_a == kBeyondAscii || next_b == kBeyondAscii) {
      // Lower case is not local here ('K' of Kelvin is 'k', 'İ' is two characters).
      return standardize_string(a) == standardize_string(b);
    }
    if (next_a != next_b) return false;
    if (next_a == kEnd) return true;
  }
}

bool standardized_equal(const Value& a, const Value& b) {
  if (a.is_str() && b.is_str()) return standardized_equal(a.as_str(), b.as_str());
  return same_or_equal(a, b);
}

Value standardized(const Value& value) {
  return value.is_str() ? Value::str(standardize_string(value.as_str())) : value;
}

}  // namespace bfclx
