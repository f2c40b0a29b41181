// The page of `bfclx report`, for `bfclx score -o FILE.html`.
#ifndef BFCLX_TOOLS_BFCLX_REPORT_REPORT_COMMAND_H_
#define BFCLX_TOOLS_BFCLX_REPORT_REPORT_COMMAND_H_

#include <string>

#include "tools/bfclx/input/options.h"
#include "tools/bfclx/kept.h"

namespace bfclx::tools {

// What `bfclx report -o OUTPUT` writes; an empty `leaderboard` is its default. The exit code.
int write_page(const RunOptions& run, const std::string& output, const std::string& leaderboard,
               const std::string& errata, Kept& kept);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_REPORT_REPORT_COMMAND_H_
