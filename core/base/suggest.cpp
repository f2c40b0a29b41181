#include "core/base/suggest.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/text.h"

namespace bfclx {
namespace {

constexpr std::size_t kMaxNameLength = 200;

std::string comparable(std::string_view text) {
  std::string out = lower_ascii(text.substr(0, kMaxNameLength));
  for (char& c : out) {
    if (c == '-' || c == '/') c = '_';
  }
  return out;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, Swaps swaps) {
  std::vector<std::size_t> before;  // the row before `last`
  std::vector<std::size_t> last;
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last = row;
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = swaps == Swaps::kOneEdit && i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
                           a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::vector<std::string_view> closest(std::string_view name,
                                      std::span<const std::string_view> names) {
  const std::string wanted = comparable(name);
  std::vector<std::pair<std::size_t, std::string_view>> found;
  for (const std::string_view candidate : names) {
    const std::string other = comparable(candidate);
    const std::size_t distance = edit_distance(wanted, other, Swaps::kOneEdit);
    const bool inside = wanted.size() >= 3 && other.find(wanted) != std::string::npos;
    const bool part = other.size() >= 3 && wanted.find(other) != std::string::npos;
    // The same word and more of them: simple, simple_python.
    if (!wanted.empty() && other.starts_with(wanted + "_")) {
      found.emplace_back(1, candidate);
    } else if (distance <= std::max<std::size_t>(1, wanted.size() / 3)) {
      found.emplace_back(distance, candidate);
    } else if (inside || part) {
      found.emplace_back(distance + 100, candidate);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> result;
  for (std::size_t i = 0; i < found.size() && i < 3; ++i) result.push_back(found[i].second);
  return result;
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> names,
                         std::string_view before) {
  const std::vector<std::string_view> close = closest(name, names);
  if (close.empty()) return "";
  std::string out = " Did you mean ";
  for (std::size_t i = 0; i < close.size(); ++i) {
    if (i > 0) out += i + 1 == close.size() ? " or " : ", ";
    out.append(before).append(close[i]);
  }
  return out + "?";
}

}  // namespace bfclx
