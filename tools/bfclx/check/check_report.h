// The report of `bfclx check`, in four forms of the same numbers (json_report of
// core/run/summary.h is one).
#ifndef BFCLX_TOOLS_BFCLX_CHECK_CHECK_REPORT_H_
#define BFCLX_TOOLS_BFCLX_CHECK_CHECK_REPORT_H_

#include <string>
#include <string_view>

#include "core/run/summary.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

// After score_model. The report refers to the session, which must outlive it.
inline Report make_report(const Session& session) {
  return bfclx::make_report(session.dataset, session.models, session.problems);
}

std::string table_report(const Report& report, const Terminal& terminal);
// One header line, one line a category; lines end in "\n".
std::string csv_report(const Report& report);
std::string markdown_report(const Report& report);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_CHECK_CHECK_REPORT_H_
