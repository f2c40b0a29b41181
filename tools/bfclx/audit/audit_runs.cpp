#include "tools/bfclx/audit/audit_runs.h"

#include <string>
#include <utility>
#include <vector>

#include "core/run/run_statistics.h"
#include "tools/bfclx/input/parallel.h"

namespace bfclx::tools {

void score_answers(ModelRun& model, std::size_t jobs, const ScoredSeen& seen) {
  ScoreHooks hooks;
  hooks.scored = seen;
  score_run(model, Keep::kCounts, jobs, hooks);
  name_out_of_memory(model);
}

void add_run(Audit& audit, AnswerMemo& memo, ModelRun& model, std::size_t jobs) {
  const std::size_t run = audit.add_run(model.name);
  struct Found {
    const KnownAnswer* known = nullptr;
    std::string key;  // of an answer that is to be remembered
    Answer fresh;
  };
  std::vector<Found> found(model.order.size());
  std::vector<ResponseFacts> facts(model.order.size());
  ScoreHooks hooks;
  hooks.wanted = [&](std::size_t i) {
    const Place& place = model.order[i];
    if (!place.scored) return false;
    ScoredResponse& response = model.runs[place.part].responses[place.index];
    // Most are found: a key of their own would cost more than all else.
    static thread_local std::string key;
    if (!AnswerMemo::key_of(response, model.settings, key)) return true;
    Found& its = found[i];
    its.known = memo.find(key);
    if (its.known == nullptr) {
      its.key = key;
      return true;
    }
    facts[i] = its.known->facts;
    drop(response, Keep::kCounts);
    return false;
  };
  hooks.scored = [&](std::size_t i, const ScoredResponse& response) {
    facts[i] = response_facts(model, i);
    if (counts(response)) found[i].fresh = answer_of(response);
    const bool again =
        response.verdict.error_type != kOutOfMemory && AnswerMemo::depends_on_key_alone(response);
    if (!again) found[i].key.clear();
  };
  score_run(model, Keep::kCounts, jobs, hooks);
  name_out_of_memory(model);
  audit.set_warnings(run, run_warnings(model, facts));
  for (std::size_t i = 0; i < found.size(); ++i) {
    Found& its = found[i];
    const Answer& answer = its.known != nullptr ? its.known->answer : its.fresh;
    if (answer.entry == nullptr) continue;
    audit.add(run, answer);
    if (its.known != nullptr || its.key.empty()) continue;
    memo.add(std::move(its.key), {std::move(its.fresh), facts[i]});
  }
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
