// "Did you mean ...": names close to one that is unknown.
#ifndef BFCLX_CORE_BASE_SUGGEST_H_
#define BFCLX_CORE_BASE_SUGGEST_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx {

// Two neighbours in the wrong order, as fingers type them.
enum class Swaps { kTwoEdits, kOneEdit };
// Levenshtein's distance in bytes: how many are put in, left out or replaced; swaps as Damerau
// counts them where `swaps` says so. Takes time with the product of the lengths: the caller bounds
// them.
std::size_t edit_distance(std::string_view a, std::string_view b, Swaps swaps = Swaps::kTwoEdits);
// Up to three names, the closest first: few edits away (case aside), or with `name` inside.
std::vector<std::string_view> closest(std::string_view name,
                                      std::span<const std::string_view> names);
// " Did you mean a, b or c?", or nothing when no name is close. `before`: stands before each name,
// such as "--".
std::string did_you_mean(std::string_view name, std::span<const std::string_view> names,
                         std::string_view before = {});

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_SUGGEST_H_
