// What runs did in the episodes of a review.
#ifndef BFCLX_TOOLS_BFCLX_AUDIT_REVIEW_PATHS_H_
#define BFCLX_TOOLS_BFCLX_AUDIT_REVIEW_PATHS_H_

#include "core/review/session.h"
#include "tools/bfclx/input/options.h"

namespace bfclx::tools {

// The plan of a review of a report, for which the runs of the options are read again if it has
// episodes.
ReviewPlan finished_plan(const AuditReport& report, const ReviewRequest& request,
                         const RunOptions& options);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_AUDIT_REVIEW_PATHS_H_
