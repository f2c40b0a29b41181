// The problem that a score ends with.
#ifndef BFCLX_TOOLS_BFCLX_SCORE_HEADLINE_H_
#define BFCLX_TOOLS_BFCLX_SCORE_HEADLINE_H_

#include <string>

#include "tools/bfclx/score/score_report.h"

namespace bfclx::tools {

// Two lines, above the command that tells more: the warning that can move an accuracy the most,
// with its title and limit in points, if that is more than chance moves one; and what comes next.
std::string headline(const Report& report);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SCORE_HEADLINE_H_
