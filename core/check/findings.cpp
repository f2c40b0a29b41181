#include "core/check/findings.h"

#include "core/base/utf8.h"
#include "core/value/repr.h"

namespace bfclx {

std::string brief_repr(const Value& value) {
  constexpr std::size_t kMaxCodePoints = 120;
  std::string text = repr(value);
  const std::size_t end = byte_offset_of(text, kMaxCodePoints);
  if (end < text.size()) {
    text.resize(end);
    text += "...";
  }
  return text;
}

}  // namespace bfclx
