// The screen and the keys of a review, in a terminal or through a pipe.
#ifndef BFCLX_TOOLS_BFCLX_AUDIT_REVIEW_DESK_H_
#define BFCLX_TOOLS_BFCLX_AUDIT_REVIEW_DESK_H_

#include <functional>
#include <string>
#include <vector>

#include "core/review/desk.h"
#include "tools/bfclx/output/line_log.h"

namespace bfclx::tools {

using FindEntry = std::function<const Entry&(const std::string& id)>;
// Votes of others, to be shown; empty where none are.
using ShownVotes = std::function<std::vector<std::string>(const ReviewEntry& shown)>;

// Shows one entry after the other and appends the votes to `log`. On a terminal keys work as they
// are pressed. Otherwise lines of keys are read from standard input; a line "c TEXT"
// is a comment. Throws a UsageError when the file cannot be written.
void sit_at_desk(ReviewDesk& desk, LineLog& log, const FindEntry& find, const ShownVotes& votes);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_AUDIT_REVIEW_DESK_H_
