// The journal of a run: answers of episodes that have not ended are on the disk before the
// conversation goes on, and those of a run that was killed are given to it first.
#include <cerrno>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/simulators/apis/cassette.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/input/file_lines.h"

namespace bfclx::tools {
namespace {

constexpr std::string_view kJournalAdvice =
    ". It holds responses of unfinished episodes: make it readable and writable, or move it away "
    "to "
    "request them again";
constexpr const char* kServices = "bfclx_unfinished_services.jsonl";

// Entries of one answer are done with it; no journal is kept for them.
bool is_episode(const Entry& entry) {
  return entry.category != nullptr && (entry.category->judging == Judging::kMultiTurn ||
                                       entry.category->judging == Judging::kAgentic);
}

std::string unreadable(const std::filesystem::path& place, const std::string& why) {
  return place.string() + ": cannot be read: " + why + std::string(kJournalAdvice);
}

// `why`: errno where the file could not be opened.
Status read_journal_file(Journal& journal, Descriptor file, int why,
                         const std::filesystem::path& place,
                         const std::function<bool(const std::string&)>& passed_over) {
  Status read;
  if (file) {
    read = journal.read(std::move(file), passed_over);
  } else if (why != ENOENT) {
    read = Error{"FileError", reason_text(why)};
  }
  if (read.ok()) return read;
  return Error{"FileError", unreadable(place, read.error().message)};
}

}  // namespace

// -o asks what is planned anew, and forgets nothing else; the official program knows no journal.
void Generation::open_journal(const std::vector<PlannedEntry>& planned,
                              const std::set<std::string, std::less<>>& done, AskerHooks& hooks) {
  if (options_.as_official) return;
  keeps_journal_ = true;
  // Results first: what the journal forgets because it has a result is on the disk.
  if (!folder_.sync()) throw UsageError(folder_.error());
  hooks.journal_line = [this](const PlannedEntry& one, std::size_t index,
                              const HttpRequest& request, const HttpResponse& response,
                              double seconds) {
    return journal_line(one, index, request, response, seconds);
  };
  hooks.keep = [this](const PlannedEntry& one, const std::string& line) {
    return journal_answer(one, line);
  };
  hooks.known = [this](const PlannedEntry& one, std::size_t index, const HttpRequest& request) {
    Result<std::optional<JournalAnswer>> known = journal_.find(one.entry->id, index, request);
    if (known.ok()) return known;
    unwritten_ = true;  // as where an answer cannot be kept
    summary_.why = unreadable(folder_.place_of(kJournalFile), known.error().message);
    return Result<std::optional<JournalAnswer>>(Error{"FileError", summary_.why});
  };
  std::set<std::string, std::less<>> forgotten = done;
  if (options_.overwrite) {
    for (const PlannedEntry& one : planned) forgotten.insert(one.entry->id);
  }
  // A last line that was cut is mended first.
  for (const char* name : {kJournalFile, kServices}) {
    if (Descriptor there = folder_.open_file(name); there && !folder_.append_to(name, "")) {
      throw UsageError(folder_.error() + std::string(kJournalAdvice));
    }
  }
  if (options_.shard) take_journal_of_model(forgotten);
  const Status read = read_journal(journal_, forgotten);
  if (!read.ok()) throw UsageError(read.error().message);
  if (journal_.empty()) {
    folder_.drop(kJournalFile);
    folder_.drop(kServices);
    return;
  }
  // What has ended since goes; what an older run left stays until it has ended.
  if (!folder_.replace(kJournalFile,
                       [this](const auto& write) { return journal_.each_line(write); })) {
    throw UsageError(folder_.error() + std::string(kJournalAdvice));
  }
  if (options_.overwrite) return;
  known_services_.read(folder_.open_file(kServices));
}

// A shard goes on with the episodes of its own that a run without shards has begun.
void Generation::take_journal_of_model(const std::set<std::string, std::less<>>& ended) {
  if (folder_.open_file(kJournalFile)) return;
  Journal of_model;
  const Status read = read_model_journal(of_model, [&](const std::string& id) {
    return shard_ids_.count(id) == 0 || ended.count(id) != 0;
  });
  if (!read.ok()) throw UsageError(read.error().message);
  if (of_model.empty()) return;
  const auto services = [this](const auto& write) {
    const Descriptor file = folder_.open_model_file(kServices);
    if (!file) return Status();  // without them the services are asked again
    for_each_file_line(file.get(), [&](const FileLine& line) {
      write(line.text);
      write("\n");
    });
    return Status();
  };
  // The journal last: where it is there, both are.
  if (folder_.replace(kServices, services) &&
      folder_.replace(kJournalFile, [&](const auto& write) { return of_model.each_line(write); })) {
    return;
  }
  throw UsageError(folder_.error() + std::string(kJournalAdvice));
}

// When all results of a run are merged.
void Generation::drop_model_journal(const std::set<std::string, std::less<>>& done) {
  Journal left;
  const Status read =
      read_model_journal(left, [&](const std::string& id) { return done.count(id) != 0; });
  if (!read.ok() || !left.empty()) return;
  for (const char* name : {kJournalFile, kServices}) folder_.drop_model_file(name);
}

Status Generation::read_model_journal(
    Journal& journal, const std::function<bool(const std::string&)>& passed_over) const {
  Descriptor file = folder_.open_model_file(kJournalFile);
  const int why = errno;
  return read_journal_file(journal, std::move(file), why, folder_.place() / kJournalFile,
                           passed_over);
}

// Lines of entries that `ended` are passed over. A journal that is there and cannot be read is an
// error, with the file and what to do: its responses are never thrown away unseen.
Status Generation::read_journal(Journal& journal,
                                const std::set<std::string, std::less<>>& ended) const {
  Descriptor file = folder_.open_file(kJournalFile);
  const int why = errno;
  return read_journal_file(journal, std::move(file), why, folder_.place_of(kJournalFile),
                           [&](const std::string& id) { return ended.count(id) != 0; });
}

// What the journal has of a response; empty where it keeps none.
std::string Generation::journal_line(const PlannedEntry& planned, std::size_t index,
                                     const HttpRequest& request, const HttpResponse& response,
                                     double seconds) const {
  if (!is_episode(*planned.entry)) return {};
  return Journal::line(planned.entry->id, index, request, response, seconds);
}

// Before the conversation's next request is sent. False when it cannot be written.
bool Generation::journal_answer(const PlannedEntry& planned, const std::string& line) {
  std::size_t& bytes = journal_bytes_[planned.entry->id];
  bytes += line.size();
  if (bytes > kJournalEntry) return true;
  std::string clean;
  if (folder_.append_to(kJournalFile, target_.server.scrubbed(line, clean), "\n")) return true;
  return not_written();
}

// The run ends; whatever names what was paid for stays as it is. False.
bool Generation::not_written() {
  unwritten_ = true;
  summary_.why = folder_.error();
  return false;
}

void Generation::journal_effect(const EffectRequest& request, const EffectAnswer& answer) {
  if (!keeps_journal_ || !answer.error_class.empty()) return;
  // Without it the service is asked again after a kill, and nothing else.
  std::string line = cassette_line(request, answer, "bfclx generate");
  target_.server.redactor.redact(line);
  if (known_services_.takes(line)) folder_.append_to(kServices, line += "\n");
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
  std::string trouble;
  if (const Status read = read_journal(left, ended); !read.ok()) {
    trouble = read.error().message;
  } else if (left.empty()) {
    folder_.drop(kJournalFile);
    folder_.drop(kServices);
  } else if (!folder_.replace(kJournalFile,
                              [&](const auto& write) { return left.each_line(write); })) {
    trouble = folder_.error() + std::string(kJournalAdvice);
  }
  if (summary_.why.empty()) summary_.why = std::move(trouble);
}

}  // namespace bfclx::tools
