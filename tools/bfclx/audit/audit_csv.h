// The entries of an audit as CSV.
#ifndef BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_CSV_H_
#define BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_CSV_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/audit/audit.h"

namespace bfclx::tools {

// One row for each entry, most suspicious first; the first `top`, or all where it is 0.
std::string audit_csv(const AuditReport& report, std::size_t top);
// Names of the classes that an entry is in.
std::string classes_text(const AuditedEntry& entry, std::string_view separator);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_CSV_H_
