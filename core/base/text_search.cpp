#include "core/base/text_search.h"

namespace bfclx {

std::vector<std::uint32_t> borders_of(std::string_view part) {
  std::vector<std::uint32_t> borders(part.size(), 0);
  std::uint32_t length = 0;
  for (std::size_t i = 1; i < part.size(); ++i) {
    while (length > 0 && part[i] != part[length]) length = borders[length - 1];
    if (part[i] == part[length]) ++length;
    borders[i] = length;
  }
  return borders;
}

std::size_t find_text(std::string_view text, std::string_view part, std::size_t from) {
  constexpr std::size_t kShort = 64;  // where the product of the lengths is no danger
  if (part.size() <= kShort) return text.find(part, from);
  if (text.size() < part.size() || from > text.size() - part.size()) return std::string_view::npos;
  const std::vector<std::uint32_t> borders = borders_of(part);
  for (std::size_t i = from, length = 0; i < text.size(); ++i) {
    while (length > 0 && text[i] != part[length]) length = borders[length - 1];
    if (text[i] == part[length]) ++length;
    if (length == part.size()) return i + 1 - length;
  }
  return std::string_view::npos;
}

}  // namespace bfclx
