// Formats counts with digit grouping: "4,241".
#ifndef BFCLX_CORE_STATISTICS_DIGITS_H_
#define BFCLX_CORE_STATISTICS_DIGITS_H_

#include <cstddef>
#include <string>

namespace bfclx {

// "4,241"
inline std::string grouped_digits(std::size_t number) {
  constexpr std::size_t kGroup = 3;
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > kGroup;) text.insert(at -= kGroup, ",");
  return text;
}

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_DIGITS_H_
