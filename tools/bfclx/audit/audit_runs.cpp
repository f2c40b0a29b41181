#include "tools/bfclx/audit/audit_runs.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tools/bfclx/doing.h"
#include "tools/bfclx/input/entry_memory.h"
#include "tools/bfclx/input/parallel.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kChunk = 8;  // replies that a thread takes at once

}  // namespace

void score_answers(ModelRun& model, std::size_t jobs, const ScoredSeen& seen) {
  const Doing doing("scoring the answers of " + model.name);
  const std::size_t total = model.order.size();
  EntryMemory memory;
  parallel_for((total + kChunk - 1) / kChunk, jobs, [&](std::size_t chunk) {
    EntryMemory::Share share(memory);
    for (std::size_t i = chunk * kChunk; i < std::min(total, (chunk + 1) * kChunk); ++i) {
      const Place& place = model.order[i];
      if (!place.scored) continue;
      ScoredReply& reply = model.runs[place.part].replies[place.index];
      const auto take = [&] { seen(i, reply); };
      if (!score_within(share, reply, model.settings, take)) take();
      forget_what_ran(reply);
    }
  });
  name_out_of_memory(model);
}

void add_run(Audit& audit, ModelRun& model, std::size_t jobs) {
  const std::size_t run = audit.add_run(model.name);
  std::vector<Answer> answers(model.order.size());
  score_answers(model, jobs, [&](std::size_t place, const ScoredReply& reply) {
    if (counts_for_audit(reply)) answers[place] = answer_of(reply);
  });
  for (Answer& answer : answers) {
    if (answer.entry != nullptr) audit.add(run, std::move(answer));
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

}  // namespace bfclx::tools
