// `bfclx audit --html`: one self-contained page with question, truth and answers side by side.
//
// Like the page of `bfclx report` it holds no script and loads nothing, and a policy forbids both.
#ifndef BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_PAGE_H_
#define BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_PAGE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "core/audit/audit.h"

namespace bfclx::tools {

// A run's overall score over what all runs share: of all entries, and without the suspicious ones.
struct AuditTotals {
  std::size_t entries = 0;
  std::size_t entries_without = 0;
  double weight = 0;  // of the overall score, that all runs share; 0: no totals
  double weight_without = 0;
  std::vector<RankedRun> all;  // in the order of the runs
  std::vector<RankedRun> without;
};

// The whole page, UTF-8, with the suspicious entries, `at_most` of them.
std::string audit_page(const AuditReport& report, const AuditTotals& totals,
                       const std::string& dataset, std::size_t at_most);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_PAGE_H_
