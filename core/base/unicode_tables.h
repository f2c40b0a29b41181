// Unicode's tables, which tools/generate-unicode-tables writes into the build folder.
#ifndef BFCLX_CORE_BASE_UNICODE_TABLES_H_
#define BFCLX_CORE_BASE_UNICODE_TABLES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace bfclx::unicode_tables {

enum Property : std::uint8_t {
  kSpace = 1,
  kPrintable = 2,
  kAlnum = 4,
  kIdStart = 8,
  kIdContinue = 16,
  kCased = 32,
  kCaseIgnorable = 64,
  kNfkcMayChange = 128,
};

// One code point becomes `target` when `length` is 1, else that many from kSequences[target] on.
struct Mapping {
  std::uint32_t from;
  std::uint32_t target : 24;
  std::uint32_t length : 8;
};

struct Composition {
  char32_t first;
  char32_t second;
  char32_t composed;
};

// Two stages: the block of a code point, then its place in the block.
inline constexpr unsigned kBlockBits = 7;
extern const std::uint16_t kPropertiesIndex[];
extern const std::uint8_t kPropertiesBlocks[];
extern const std::uint16_t kCombiningIndex[];
extern const std::uint8_t kCombiningBlocks[];

// Each sorted by its code points.
extern const Mapping kLower[];
extern const std::size_t kLowerCount;
extern const Mapping kUpper[];
extern const std::size_t kUpperCount;
extern const Mapping kDecompositions[];  // full compatibility decompositions, without Hangul
extern const std::size_t kDecompositionsCount;
extern const Composition kCompositions[];
extern const std::size_t kCompositionsCount;
extern const char32_t kDecimalZeros[];
extern const std::size_t kDecimalZerosCount;
extern const char32_t kSequences[];

inline std::uint8_t properties(char32_t c) {
  const std::size_t block = kPropertiesIndex[c >> kBlockBits];
  return kPropertiesBlocks[(block << kBlockBits) | (c & ((1U << kBlockBits) - 1))];
}
inline std::uint8_t combining_class(char32_t c) {
  const std::size_t block = kCombiningIndex[c >> kBlockBits];
  return kCombiningBlocks[(block << kBlockBits) | (c & ((1U << kBlockBits) - 1))];
}

// The entry of `c`, nullptr when it has none.
inline const Mapping* find_mapping(const Mapping* table, std::size_t count, char32_t c) {
  const Mapping* end = table + count;
  const Mapping* found =
      std::lower_bound(table, end, c, [](const Mapping& row, char32_t x) { return row.from < x; });
  return found != end && found->from == c ? found : nullptr;
}

}  // namespace bfclx::unicode_tables

#endif  // BFCLX_CORE_BASE_UNICODE_TABLES_H_
