// "Did you mean ...": names close to one that is unknown.
#ifndef BFCLX_CORE_BASE_SUGGEST_H_
#define BFCLX_CORE_BASE_SUGGEST_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx {

// Up to three names, the closest first: few edits away (case aside), or with `name` inside.
std::vector<std::string_view> closest(std::string_view name,
                                      std::span<const std::string_view> names);
// " Did you mean a, b or c?", or nothing when no name is close.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> names);

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_SUGGEST_H_
