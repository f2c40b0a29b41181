// `bfclx dataset audit --html`: one self-contained page with question, truth and answers side by
// side.
//
// Like the page of `bfclx report` it holds no script and loads nothing, and a policy forbids both.
#ifndef BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_PAGE_H_
#define BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_PAGE_H_

#include <cstddef>
#include <string>

#include "core/audit/audit.h"
#include "core/audit/audit_totals.h"
#include "core/render/table.h"

namespace bfclx::tools {

// A row for each category that has suspicious entries.
Table categories_table(const AuditReport& report);

// The whole page, UTF-8, with the entries of the lists, `at_most` of them; 0: all.
std::string audit_page(const AuditReport& report, const AuditTotals& totals, const Dataset& dataset,
                       std::size_t at_most);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_PAGE_H_
