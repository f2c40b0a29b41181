// Formats counts with digit grouping: "4,241".
#ifndef BFCLX_CORE_STATISTICS_DIGITS_H_
#define BFCLX_CORE_STATISTICS_DIGITS_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace bfclx {

// "4,241"
inline std::string grouped_digits(std::size_t number) {
  constexpr std::size_t kGroup = 3;
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > kGroup;) text.insert(at -= kGroup, ",");
  return text;
}

// "1 entry", "4,241 entries"
inline std::string counted_grouped(std::size_t count, std::string_view one, std::string_view many) {
  return grouped_digits(count).append(" ").append(count == 1 ? one : many);
}

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_DIGITS_H_
