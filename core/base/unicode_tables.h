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

// `count` code points, `first` and every `step`th behind it. Where `length` is 1, `first` becomes
// `target` and the next ones what lies as far behind that; else each becomes `length` code points
// of kSequences, one after another from `target` on.
struct Mapping {
  std::uint32_t first : 21;
  std::uint32_t count : 11;
  std::uint32_t target : 24;
  std::uint32_t step : 3;
  std::uint32_t length : 5;
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
extern const std::uint16_t kColumnsIndex[];
extern const std::uint8_t kColumnsBlocks[];

// Each sorted by its code points; the ranges of mappings do not overlap.
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

// What lies behind U+10FFFF has the row of U+10FFFF: no number reads past a table.
inline std::uint8_t in_block(const std::uint8_t* blocks, const std::uint16_t* index, char32_t c) {
  c = std::min<char32_t>(c, 0x10FFFF);
  const std::size_t block = index[c >> kBlockBits];
  return blocks[(block << kBlockBits) | (c & ((1U << kBlockBits) - 1))];
}
inline std::uint8_t properties(char32_t c) {
  return in_block(kPropertiesBlocks, kPropertiesIndex, c);
}
inline std::uint8_t combining_class(char32_t c) {
  return in_block(kCombiningBlocks, kCombiningIndex, c);
}
// Columns of a terminal: 2 for wide and full-width characters, 0 for combining marks and format
// characters, else 1.
inline std::uint8_t columns(char32_t c) { return in_block(kColumnsBlocks, kColumnsIndex, c); }

// What `c` becomes: `target` when `length` is 1, that many from kSequences[target] on when it is
// more, itself when it is 0.
struct Mapped {
  std::uint32_t target;
  std::uint32_t length;
};
inline Mapped find_mapping(const Mapping* table, std::size_t count, char32_t c) {
  const Mapping* behind = std::upper_bound(
      table, table + count, c, [](char32_t x, const Mapping& row) { return x < row.first; });
  if (behind == table) return {c, 0};
  const Mapping& row = behind[-1];
  const std::uint32_t distance = c - row.first;
  const std::uint32_t place = distance / row.step;
  if (distance % row.step != 0 || place >= row.count) return {c, 0};
  return {row.target + (row.length == 1 ? distance : place * row.length), row.length};
}

}  // namespace bfclx::unicode_tables

#endif  // BFCLX_CORE_BASE_UNICODE_TABLES_H_
