#include "core/base/encodable.h"

#include <string>

#include "core/base/str_repr.h"
#include "core/base/utf8.h"

namespace bfclx {

namespace {

bool is_surrogate_at(std::string_view text, std::size_t offset) {
  return offset + 1 < text.size() && static_cast<unsigned char>(text[offset]) == 0xED &&
         static_cast<unsigned char>(text[offset + 1]) >= 0xA0;
}

}  // namespace

Status check_encodable(std::string_view text) {
  if (!has_surrogate(text)) return {};
  std::size_t begin = 0;
  while (!is_surrogate_at(text, begin)) ++begin;
  std::size_t end = begin;
  while (is_surrogate_at(text, end)) end += 3;
  const std::size_t position = count_code_points(text.substr(0, begin));
  const std::size_t count = (end - begin) / 3;
  std::string message = "'utf-8' codec can't encode character";
  if (count == 1) {
    message += ' ';
    append_repr_str(message, text.substr(begin, end - begin));
    message += " in position " + std::to_string(position);
  } else {
    message +=
        "s in position " + std::to_string(position) + "-" + std::to_string(position + count - 1);
  }
  return Error{"UnicodeEncodeError", message + ": surrogates not allowed", begin};
}

}  // namespace bfclx
