// Names that are too long for a column of a table.
#ifndef BFCLX_TOOLS_BFCLX_VIEW_FITTED_H_
#define BFCLX_TOOLS_BFCLX_VIEW_FITTED_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace bfclx::tools {

// Runs of which a report shows everything; of more it shows the ranking, and the rest on request.
inline constexpr std::size_t kFewRuns = 5;

// The name in at most `width` columns: without its middle where it is longer, because names of runs
// are told apart by both ends. `width` is 8 at least.
std::string fitted(std::string_view name, std::size_t width);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_VIEW_FITTED_H_
