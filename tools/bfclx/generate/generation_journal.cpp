// The journal of a run: answers of episodes that have not ended are on the disk before the
// conversation goes on, and those of a run that was killed are given to it first.
#include <filesystem>
#include <set>
#include <string>

#include "core/simulators/apis/cassette.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/generation.h"

namespace bfclx::tools {
namespace {

constexpr const char* kJournal = "bfclx_unfinished.jsonl";
constexpr const char* kServices = "bfclx_unfinished_services.jsonl";

// Entries of one answer are done with it; no journal is kept for them.
bool is_episode(const Entry& entry) {
  return entry.category != nullptr && (entry.category->judging == Judging::kMultiTurn ||
                                       entry.category->judging == Judging::kAgentic);
}

}  // namespace

// -o asks what is planned anew, and forgets nothing else; the official program knows no journal.
void Generation::open_journal(const std::vector<PlannedEntry>& planned,
                              const std::set<std::string, std::less<>>& done, AskerHooks& hooks) {
  if (options_.as_official) return;
  keeps_journal_ = true;
  hooks.answered = [this](const PlannedEntry& one, std::size_t index, const HttpRequest& request,
                          const HttpResponse& response, double seconds) {
    return journal_answer(one, index, request, response, seconds);
  };
  hooks.known = [this](const PlannedEntry& one, std::size_t index, const HttpRequest& request) {
    return journal_.find(one.entry->id, index, request);
  };
  const auto bytes = folder_.read(kJournal);
  if (!bytes) {
    if (options_.overwrite) folder_.drop(kServices);
    return;
  }
  std::set<std::string, std::less<>> forgotten = done;
  if (options_.overwrite) {
    for (const PlannedEntry& one : planned) forgotten.insert(one.entry->id);
  }
  journal_.read(*bytes, [&](const std::string& id) { return forgotten.count(id) != 0; });
  // What has ended since goes; what an older run left stays until it has ended.
  if (!folder_.replace(kJournal, journal_.text())) throw UsageError(folder_.error());
  if (options_.overwrite) {
    if (journal_.empty()) folder_.drop(kServices);
    return;
  }
  // A last line that was cut is mended first.
  const bool mended = folder_.append_to(kServices, "");
  const Status known = read_cassette(folder_.read(kServices).value_or(""), cassette_);
  if (!mended || !known.ok()) folder_.drop(kServices);
}

// Before the conversation has it. False when it cannot be written.
bool Generation::journal_answer(const PlannedEntry& planned, std::size_t index,
                                const HttpRequest& request, const HttpResponse& response,
                                double seconds) {
  if (!is_episode(*planned.entry)) return true;
  const std::string line = Journal::line(planned.entry->id, index, request, response, seconds);
  if (line.empty()) return true;
  if (folder_.append_to(kJournal, target_.server.scrubbed(line))) return true;
  summary_.why = folder_.error();
  return false;
}

void Generation::journal_effect(const EffectRequest& request, const EffectAnswer& answer) {
  if (!keeps_journal_ || !answer.error_class.empty()) return;
  // Without it the service is asked again after a kill, and nothing else.
  folder_.append_to(
      kServices, target_.server.scrubbed(cassette_line(request, answer, "bfclx generate")) + "\n");
}

// Nothing is left of entries that have ended: those that had a result before, and what was planned
// and is not missing.
void Generation::close_journal(const std::vector<PlannedEntry>& planned,
                               const std::set<std::string, std::less<>>& had) {
  if (!keeps_journal_) return;
  std::set<std::string, std::less<>> ended = had;
  for (const PlannedEntry& one : planned) ended.insert(one.entry->id);
  for (const std::string& id : summary_.missing) ended.erase(id);
  Journal left;
  left.read(folder_.read(kJournal).value_or(""),
            [&](const std::string& id) { return ended.count(id) != 0; });
  if (left.empty()) {
    folder_.drop(kJournal);
    folder_.drop(kServices);
  } else if (!folder_.replace(kJournal, left.text()) && summary_.why.empty()) {
    summary_.why = folder_.error();
  }
}

}  // namespace bfclx::tools
