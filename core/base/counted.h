// Counts and lists as parts of a sentence.
#ifndef BFCLX_CORE_BASE_COUNTED_H_
#define BFCLX_CORE_BASE_COUNTED_H_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bfclx {

// "4,241"
inline std::string grouped_digits(std::size_t number) {
  constexpr std::size_t kGroup = 3;
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > kGroup;) text.insert(at -= kGroup, ",");
  return text;
}

// "1 entry", "4,241 entries".
inline std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return grouped_digits(count).append(" ").append(count == 1 ? one : many);
}

inline std::string joined(const std::vector<std::string>& items, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += separator;
    text += items[i];
  }
  return text;
}

// "a, b or c"
inline std::string alternatives(std::vector<std::string> items) {
  if (items.size() < 2) return joined(items, "");
  const std::string last = std::move(items.back());
  items.pop_back();
  return joined(items, ", ") + " or " + last;
}

// "a, b, c and 1,000 more": the first `most` of `items`, which may themselves be the first of
// `all`.
template <typename Items, typename Text = std::identity>
std::string first_of(const Items& items, std::size_t most, std::size_t all = 0,
                     const Text& text_of = {}) {
  std::string text;
  std::size_t shown = 0;
  for (const auto& item : items) {
    if (shown == most) break;
    if (shown++ > 0) text += ", ";
    text += text_of(item);
  }
  all = std::max(all, items.size());
  if (all > shown) text += " and " + grouped_digits(all - shown) + " more";
  return text;
}

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_COUNTED_H_
