// What suspicious entries do to overall scores and ranks, and the whole audit as one JSON text.
#ifndef BFCLX_CORE_AUDIT_AUDIT_TOTALS_H_
#define BFCLX_CORE_AUDIT_AUDIT_TOTALS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit/audit.h"
#include "core/dataset/dataset.h"
#include "core/statistics/comparison.h"
#include "core/statistics/headline_score.h"

namespace bfclx {

// A run's overall score over what all runs share: of all entries, and without the suspicious ones.
struct AuditTotals {
  std::string leaderboard;   // "v4", kOwnScore
  bool tag_weights = false;  // of the score (composition.h)
  std::size_t entries = 0;
  std::size_t entries_without = 0;
  double weight = 0;  // of the overall score, that all runs share; 0: no totals
  double weight_without = 0;
  // In the order of the runs; repeats of a model are one, with their mean (audit_models.h).
  std::vector<RankedRun> all;
  std::vector<RankedRun> without;
  std::vector<AuditModels::Model> models;
  std::string label(std::size_t row) const;  // "gpt-4o", "gpt-4o (mean of 3 repeats)"
};

// Scores and ranks by `headline`.
AuditTotals totals_of(const Audit& audit, const AuditReport& report, const HeadlineScore& headline);
// Its parts: the two rankings are the work, and a driver may do them at the same time.
struct AuditRankings {
  Ranking all;
  Ranking without;
  std::vector<AuditModels::Model> models;
};
Ranking rank_all(const Audit& audit, const HeadlineScore& headline);
Ranking rank_without_suspicious(const Audit& audit, const AuditReport& report,
                                const HeadlineScore& headline);
AuditTotals totals_of(const AuditRankings& rankings, const HeadlineScore& headline);

// What self-check says of an entry that no response made from its ground truth can pass; empty for
// others.
std::string unreachable_reason(const Entry& entry);
// The same of every entry that the audit has.
void add_unreachable(Audit& audit);

// "These entries cover 60.0 % of the weight of v4".
std::string weight_text(const AuditTotals& totals);
// "the 120 shared entries, and over the 112 that are not suspicious"; the end where any is.
std::string entries_text(const AuditReport& report, const AuditTotals& totals);

// What `bfclx dataset audit --json` writes: audit_json behind {"bfclx_version", "dataset":
// {"version", "hash"}, "malformed": [{"id", "category", "file", "line", "text"}], "totals"}.
// `dataset` has been identified; `at_most` entries, 0 for all.
std::string whole_audit_json(const AuditReport& report, const AuditTotals& totals,
                             const Dataset& dataset, std::string_view version, std::size_t at_most);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_AUDIT_TOTALS_H_
