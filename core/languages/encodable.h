// Python's `text.encode('utf-8')`, which fails on lone surrogates: both the tree-sitter parsers and
// ElementTree begin with it.
#ifndef BFCLX_CORE_LANGUAGES_ENCODABLE_H_
#define BFCLX_CORE_LANGUAGES_ENCODABLE_H_

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/utf8.h"

namespace bfclx::languages {

inline bool is_surrogate(char32_t c) { return c >= 0xD800 && c <= 0xDFFF; }

inline Error encode_error(std::string_view text) {
  std::size_t offset = 0;
  std::size_t index = 0;
  while (offset < text.size()) {
    std::size_t next = offset;
    const char32_t c = next_code_point(text, next);
    if (!is_surrogate(c)) {
      offset = next;
      ++index;
      continue;
    }
    std::size_t last = index;  // of the run of surrogates that starts here
    for (std::size_t at = next; at < text.size() && is_surrogate(next_code_point(text, at));)
      ++last;
    std::string message = "'utf-8' codec can't encode character";
    if (last == index) {
      constexpr char kHex[] = "0123456789abcdef";
      message += " '\\u";
      for (int shift = 12; shift >= 0; shift -= 4) message += kHex[(c >> shift) & 15];
      message += "' in position " + std::to_string(index);
    } else {
      message += "s in position " + std::to_string(index) + "-" + std::to_string(last);
    }
    return Error{"UnicodeEncodeError", message + ": surrogates not allowed", offset};
  }
  return Error{"UnicodeEncodeError", "", Error::kNoOffset};  // not reached: there is a surrogate
}

inline Status check_encodable(std::string_view text) {
  if (has_surrogate(text)) return encode_error(text);
  return {};
}

}  // namespace bfclx::languages

#endif  // BFCLX_CORE_LANGUAGES_ENCODABLE_H_
