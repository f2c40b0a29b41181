#include "tools/bfclx/audit/audit_runs.h"

#include <string>
#include <utility>
#include <vector>

#include "core/audit/run_answers.h"
#include "tools/bfclx/input/parallel.h"

namespace bfclx::tools {

void score_answers(ModelRun& model, std::size_t jobs, const ScoredSeen& seen) {
  ScoreHooks hooks;
  hooks.scored = seen;
  score_run(model, Keep::kCounts, jobs, hooks);
  name_out_of_memory(model);
}

void add_run(Audit& audit, AnswerMemo& memo, ModelRun& model, std::size_t jobs) {
  RunAnswers answers(audit, memo, model, model.name);
  score_run(model, Keep::kCounts, jobs, answers.hooks());
  name_out_of_memory(model);
  answers.finish();
}

void add_self_check(Audit& audit, std::size_t jobs) {
  const std::vector<const Entry*> entries = audit.entries();
  std::vector<std::string> reasons(entries.size());
  parallel_for(entries.size(), jobs,
               [&](std::size_t i) { reasons[i] = unreachable_reason(*entries[i]); });
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!reasons[i].empty()) audit.set_unreachable(*entries[i], std::move(reasons[i]));
  }
}

AuditReport finish(const Audit& audit, const AuditOptions& options, std::size_t jobs) {
  return audit.finish(options,
                      [jobs](std::size_t count, const std::function<void(std::size_t)>& work) {
                        parallel_for(count, jobs, work);
                      });
}

AuditTotals totals_of(const Audit& audit, const AuditReport& report, const HeadlineScore& headline,
                      std::size_t jobs) {
  AuditRankings rankings;
  rankings.models = audit.models().models;
  parallel_for(2, jobs, [&](std::size_t i) {
    if (i == 0) {
      rankings.all = rank_all(audit, headline);
    } else {
      rankings.without = rank_without_suspicious(audit, report, headline);
    }
  });
  return totals_of(rankings, headline);
}

}  // namespace bfclx::tools
