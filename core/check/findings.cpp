#include "core/check/findings.h"

#include "core/base/utf8.h"
#include "core/value/repr.h"

namespace bfclx {

std::string brief_repr(const Value& value) {
  constexpr std::size_t kMaxCodePoints = 120;
  constexpr std::size_t kLongest = 4;  // bytes of a code point
  std::string text = repr_begin(value, (kMaxCodePoints + 1) * kLongest);
  const std::size_t end = byte_offset_of(text, kMaxCodePoints);
  if (end < text.size()) {
    text.resize(end);
    text += "...";
  }
  return text;
}

}  // namespace bfclx
