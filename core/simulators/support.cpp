#include "core/simulators/support.h"

#include <array>
#include <cstddef>

#include "core/base/unicode.h"
#include "core/base/utf8.h"

namespace bfclx {

namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Code points of numeric type "Digit" that are no decimal digits (Unicode 14.0).
constexpr std::array<Range, 20> kOtherDigits = {{
    {0xb2, 0xb3},       {0xb9, 0xb9},       {0x1369, 0x1371},   {0x19da, 0x19da},
    {0x2070, 0x2070},   {0x2074, 0x2079},   {0x2080, 0x2089},   {0x2460, 0x2468},
    {0x2474, 0x247c},   {0x2488, 0x2490},   {0x24ea, 0x24ea},   {0x24f5, 0x24fd},
    {0x24ff, 0x24ff},   {0x2776, 0x277e},   {0x2780, 0x2788},   {0x278a, 0x2792},
    {0x10a40, 0x10a43}, {0x10e60, 0x10e68}, {0x11052, 0x1105a}, {0x1f100, 0x1f10a},
}};

bool is_digit(char32_t c) {
  if (decimal_value(c) >= 0) return true;
  for (const Range& range : kOtherDigits) {
    if (c >= range.first && c <= range.last) return true;
  }
  return false;
}

}  // namespace

bool str_isdigit(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (!is_digit(next_code_point(text, at))) return false;
  }
  return !text.empty();
}

}  // namespace bfclx
