#include "tools/bfclx/input/date.h"

#include <algorithm>
#include <charconv>

#include "core/base/text.h"

namespace bfclx::tools {

std::optional<std::chrono::year_month_day> read_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto number = [&](std::size_t begin, std::size_t size) {
    const std::string_view digits = text.substr(begin, size);
    int value = 0;
    if (std::all_of(digits.begin(), digits.end(), is_digit)) {
      std::from_chars(digits.data(), digits.data() + size, value);
    }
    return value;  // 0 is in no date
  };
  const int year = number(0, 4);
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                         std::chrono::day(static_cast<unsigned>(number(8, 2)))};
  if (year == 0 || !date.ok()) return std::nullopt;
  return date;
}

}  // namespace bfclx::tools
