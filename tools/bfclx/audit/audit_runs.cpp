#include "tools/bfclx/audit/audit_runs.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/findings/self_check.h"
#include "core/run/run_statistics.h"
#include "tools/bfclx/doing.h"
#include "tools/bfclx/input/entry_memory.h"
#include "tools/bfclx/input/parallel.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kDraws = 1000;
constexpr std::size_t kChunk = 8;  // replies that a thread takes at once

}  // namespace

void add_run(Audit& audit, ModelRun& model, std::size_t jobs, const ReplySeen& seen) {
  const Doing doing("auditing the answers of " + model.name);
  const std::size_t run = audit.add_run(model.name);
  const std::size_t total = model.order.size();
  std::vector<Answer> answers(total);
  EntryMemory memory;
  parallel_for((total + kChunk - 1) / kChunk, jobs, [&](std::size_t chunk) {
    EntryMemory::Share share(memory);
    for (std::size_t i = chunk * kChunk; i < std::min(total, (chunk + 1) * kChunk); ++i) {
      const Place& place = model.order[i];
      if (!place.scored) continue;
      ScoredReply& reply = model.runs[place.part].replies[place.index];
      const auto take = [&] {
        answers[i] = counts_for_audit(reply) ? answer_of(reply) : Answer();
        if (seen) seen(i, reply, answers[i]);
      };
      if (!score_within(share, reply, model.settings, take)) take();
      forget_what_ran(reply);
    }
  });
  name_out_of_memory(model);
  for (Answer& answer : answers) {
    if (answer.entry != nullptr) audit.add(run, std::move(answer));
  }
}

void add_self_check(Audit& audit, const Dataset& dataset, std::size_t jobs) {
  const Decoder* prompting = find_decoder_for_handler("OpenAICompletionsHandler", false);
  for (const Category& category : categories()) {
    if (prompting == nullptr || !can_self_check(category) || !dataset.has(category)) continue;
    const std::vector<Entry>& entries = dataset.entries(category);
    std::vector<SelfCheckFinding> findings(entries.size());
    parallel_for(entries.size(), jobs,
                 [&](std::size_t i) { findings[i] = self_check(entries[i], *prompting); });
    for (const SelfCheckFinding& finding : findings) {
      if (finding.outcome != SelfCheckOutcome::kImpossible) continue;
      audit.set_unreachable(*finding.entry,
                            "no answer made from the truth passes: " + finding.reason);
    }
  }
}

AuditTotals totals_of(const Audit& audit, const AuditReport& report) {
  std::vector<const Entry*> left_out;
  for (const AuditedEntry& entry : report.entries) {
    if (!entry.reasons.empty()) left_out.push_back(entry.entry);
  }
  const std::vector<CategoryWeight> weights = category_weights(LeaderboardVersion::kV4);
  ComparisonOptions options;
  options.replicates = kDraws;
  const auto ranking = [&](const std::vector<JudgedRun>& judged) {
    std::vector<const JudgedRun*> runs;
    for (const JudgedRun& run : judged) runs.push_back(&run);
    return rank_runs(runs, weights, options);
  };
  const Ranking all = ranking(audit.judged({}));
  const Ranking without = ranking(audit.judged(left_out));
  AuditTotals totals;
  if (all.weight <= 0 || without.weight <= 0) return totals;
  totals.entries = all.entries;
  totals.entries_without = without.entries;
  totals.weight = all.weight;
  totals.weight_without = without.weight;
  totals.all = all.runs;
  totals.without = without.runs;
  return totals;
}

}  // namespace bfclx::tools
