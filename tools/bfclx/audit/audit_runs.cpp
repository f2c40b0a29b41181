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

// Calls `use(share, i, reply)` for each reply of `model.order` that is scored, on `jobs` threads.
template <typename Use>
void for_each_reply(ModelRun& model, std::size_t jobs, const Use& use) {
  const std::size_t total = model.order.size();
  EntryMemory memory;
  parallel_for((total + kChunk - 1) / kChunk, jobs, [&](std::size_t chunk) {
    EntryMemory::Share share(memory);
    for (std::size_t i = chunk * kChunk; i < std::min(total, (chunk + 1) * kChunk); ++i) {
      const Place& place = model.order[i];
      if (!place.scored) continue;
      ScoredReply& reply = model.runs[place.part].replies[place.index];
      use(share, i, reply);
      forget_what_ran(reply);
    }
  });
  name_out_of_memory(model);
}

}  // namespace

void score_answers(ModelRun& model, std::size_t jobs, const ScoredSeen& seen) {
  const Doing doing("scoring the answers of " + model.name);
  for_each_reply(model, jobs, [&](EntryMemory::Share& share, std::size_t i, ScoredReply& reply) {
    const auto take = [&] { seen(i, reply); };
    if (!score_within(share, reply, model.settings, take)) take();
  });
}

void add_run(Audit& audit, AnswerMemo& memo, ModelRun& model, std::size_t jobs) {
  const Doing doing("scoring the answers of " + model.name);
  const std::size_t run = audit.add_run(model.name);
  struct Found {
    const Answer* known = nullptr;
    std::string key;  // of an answer that is to be remembered
    Answer fresh;
  };
  std::vector<Found> found(model.order.size());
  for_each_reply(model, jobs, [&](EntryMemory::Share& share, std::size_t i, ScoredReply& reply) {
    Found& its = found[i];
    const bool has_key = AnswerMemo::key_of(reply, model.settings, its.key);
    if (has_key) its.known = memo.find(its.key);
    if (its.known != nullptr) return;
    const auto take = [&] {
      if (counts_for_audit(reply)) its.fresh = answer_of(reply);
    };
    const bool scored = score_within(share, reply, model.settings, take);
    if (!scored) take();
    if (!scored || !has_key) its.key.clear();
  });
  for (Found& its : found) {
    const Answer& answer = its.known != nullptr ? *its.known : its.fresh;
    if (answer.entry == nullptr) continue;
    audit.add(run, answer);
    if (its.known == nullptr && !its.key.empty()) memo.add(std::move(its.key), its.fresh);
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
