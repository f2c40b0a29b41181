// Counts and lists as parts of a sentence.
#ifndef BFCLX_CORE_BASE_COUNTED_H_
#define BFCLX_CORE_BASE_COUNTED_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx {

// "1 entry", "2 entries".
inline std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count).append(" ").append(count == 1 ? one : many);
}

inline std::string joined(const std::vector<std::string>& items, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += separator;
    text += items[i];
  }
  return text;
}

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_COUNTED_H_
