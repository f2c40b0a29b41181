// text[1:-1] of a Python str.
#ifndef BFCLX_CORE_LANGUAGES_WITHOUT_ENDS_H_
#define BFCLX_CORE_LANGUAGES_WITHOUT_ENDS_H_

#include <cstddef>
#include <string_view>

#include "core/base/utf8.h"

namespace bfclx {

// The text without its first and its last code point; a view into it.
inline std::string_view without_ends(std::string_view text) {
  if (text.empty()) return text;
  std::size_t begin = 0;
  next_code_point(text, begin);
  std::size_t end = text.size() - 1;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return begin < end ? text.substr(begin, end - begin) : std::string_view();
}

}  // namespace bfclx

#endif  // BFCLX_CORE_LANGUAGES_WITHOUT_ENDS_H_
