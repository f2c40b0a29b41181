// What a report shows of a whole audit and in a row of its lists: its first sentences, entries by
// category, and how many runs pass an entry.
#ifndef BFCLX_CORE_AUDIT_REPORT_TEXT_H_
#define BFCLX_CORE_AUDIT_REPORT_TEXT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "core/audit/audit.h"

namespace bfclx {

struct SuspicionsByCategory {
  const Category* category = nullptr;
  std::size_t entries = 0;
  std::size_t proof = 0;
  std::size_t likely_wrong = 0;
  std::size_t hard = 0;
  std::size_t suspicious() const { return proof + likely_wrong; }
};
// Of each audited category, in the order of the dataset.
std::vector<SuspicionsByCategory> counts_by_category(const AuditReport& report);

// "2 of 300 entries are suspicious".
std::string suspicious_text(const AuditReport& report);

// What a report begins with: how many entries are suspicious, in which order they stand, and that a
// suspicion is no verdict.
std::string audit_text(const AuditReport& report);

// "8/12 pass"; of a single model "passes", "fails", or "some repeats pass".
std::string passes_text(const AuditedEntry& audited);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_REPORT_TEXT_H_
