#include "core/audit/report_text.h"

#include <algorithm>

#include "core/audit/audit_models.h"
#include "core/base/counted.h"
#include "core/dataset/own_turns.h"

namespace bfclx {

std::vector<SuspicionsByCategory> counts_by_category(const AuditReport& report) {
  std::vector<SuspicionsByCategory> all;
  for (const Category& category : all_categories()) all.push_back({&category});
  for (const AuditedEntry& audited : report.entries) {
    const auto its = std::find_if(all.begin(), all.end(), [&](const SuspicionsByCategory& one) {
      return one.category->name == audited.entry->category->name;
    });
    if (its == all.end()) continue;
    ++its->entries;
    its->proof += audited.list == AuditList::kProof ? 1 : 0;
    its->likely_wrong += audited.list == AuditList::kLikelyWrong ? 1 : 0;
    its->hard += audited.list == AuditList::kHard ? 1 : 0;
  }
  std::erase_if(all, [](const SuspicionsByCategory& one) { return one.entries == 0; });
  return all;
}

std::string suspicious_text(const AuditReport& report) {
  const std::size_t count = report.suspicious();
  return grouped_digits(count) + " of " + counted(report.entries.size(), "entry", "entries") +
         (count == 1 || report.entries.size() == 1 ? " is suspicious" : " are suspicious");
}

std::string audit_text(const AuditReport& report) {
  std::string text = suspicious_text(report) + ", based on " + counted_runs_text(report);
  if (report.suspicious() == 0) return text + ".";
  if (report.suspicious() > 1) {
    text += ", proven errors first, then by the probability that the ground truth is wrong";
  }
  return text +
         ". A suspicion is a reason to check an entry, not a verdict. Official scores do not "
         "change.";
}

std::string passes_text(const AuditedEntry& audited) {
  if (audited.runs != 1) {
    return std::to_string(audited.passes) + "/" + std::to_string(audited.runs) + " pass";
  }
  if (audited.passes == 0) return "fails";
  return audited.failing > 0 ? "some repeats pass" : "passes";
}

}  // namespace bfclx
