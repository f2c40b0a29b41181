// Runs as an audit takes them: what `bfclx dataset audit` and `bfclx report` share.
#ifndef BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_RUNS_H_
#define BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_RUNS_H_

#include <cstddef>
#include <functional>

#include "core/audit/answer_memo.h"
#include "core/audit/audit.h"
#include "core/audit/audit_totals.h"
#include "tools/bfclx/input/run.h"

namespace bfclx::tools {

// Called for each scored entry of a run, on any thread, before what ran is forgotten.
using ScoredSeen = std::function<void(std::size_t place, const ScoredResponse& response)>;
// Scores a run; what ran is forgotten entry by entry. An entry whose memory does not suffice counts
// as failed, and is a problem of the model.
void score_answers(ModelRun& model, std::size_t jobs, const ScoredSeen& seen);

// Scores a run and hands its answers over. Responses that the memo knows are not scored again.
void add_run(Audit& audit, AnswerMemo& memo, ModelRun& model, std::size_t jobs);

// add_unreachable, on `jobs` threads.
void add_self_check(Audit& audit, std::size_t jobs);

// Audit::finish on `jobs` threads.
AuditReport finish(const Audit& audit, const AuditOptions& options, std::size_t jobs);

// bfclx::totals_of, both rankings at the same time.
AuditTotals totals_of(const Audit& audit, const AuditReport& report, const HeadlineScore& headline,
                      std::size_t jobs);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_RUNS_H_
