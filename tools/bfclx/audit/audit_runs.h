// Runs as an audit takes them: what `bfclx audit` and `bfclx publish` share.
#ifndef BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_RUNS_H_
#define BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_RUNS_H_

#include <cstddef>
#include <functional>

#include "core/audit/audit.h"
#include "tools/bfclx/audit/audit_page.h"
#include "tools/bfclx/input/run.h"

namespace bfclx::tools {

// Called for each scored entry of a run, on any thread, before what ran is forgotten: its place in
// `model.order`, its reply, and what the audit makes of it.
using ReplySeen =
    std::function<void(std::size_t place, const ScoredReply& reply, const Answer& answer)>;

// Scores a run and hands its answers over; what ran is forgotten entry by entry. An entry whose
// memory does not suffice counts as failed, and is a problem of the model. `seen` may be empty.
void add_run(Audit& audit, ModelRun& model, std::size_t jobs, const ReplySeen& seen);

// What self-check says of entries that cannot be passed.
void add_self_check(Audit& audit, const Dataset& dataset, std::size_t jobs);

// Overall scores and ranks of v4, of all entries and without the suspicious ones.
AuditTotals totals_of(const Audit& audit, const AuditReport& report);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_AUDIT_AUDIT_RUNS_H_
