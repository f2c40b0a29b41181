// Classes of the bytes of a source, for the tokenizer.
#ifndef BFCLX_CORE_PYTHON_SYNTAX_CHAR_CLASSES_H_
#define BFCLX_CORE_PYTHON_SYNTAX_CHAR_CLASSES_H_

#include <array>
#include <cstdint>

#include "core/base/text.h"

namespace bfclx::python {

enum CharClass : std::uint8_t {
  kDigit = 1,
  kHexLetter = 2,
  kIdentifierStart = 4,  // letters, underscore, every byte of a non-ASCII character
  kBlank = 8,            // space, tab, form feed
};

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (int c = '0'; c <= '9'; ++c) classes[c] = kDigit;
  for (int c = 'a'; c <= 'z'; ++c) {
    const std::uint8_t value = kIdentifierStart | (c <= 'f' ? kHexLetter : 0);
    classes[c] = value;
    classes[c - 'a' + 'A'] = value;
  }
  classes['_'] = kIdentifierStart;
  for (int c = 128; c < 256; ++c) classes[c] = kIdentifierStart;
  classes[' '] = classes['\t'] = classes['\f'] = kBlank;
  return classes;
}
inline constexpr std::array<std::uint8_t, 256> kCharClasses = make_classes();

// What stands for the character behind the last one.
inline constexpr int kEof = -1;

inline bool has_class(int c, std::uint8_t wanted) {
  return c >= 0 && (kCharClasses[c] & wanted) != 0;
}
inline bool is_identifier_char(int c) { return has_class(c, kIdentifierStart | kDigit); }

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_CHAR_CLASSES_H_
