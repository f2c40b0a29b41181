// Generation with --batch: which service, and the journal of batches beside the results.
#include <cerrno>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/counted.h"
#include "core/conversation/values.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/generate/result_settings.h"
#include "tools/bfclx/generate/target_provider.h"
#include "tools/bfclx/input/file_lines.h"

namespace bfclx::tools {
namespace {

constexpr const char* kBatches = "bfclx_batches.jsonl";

std::function<bool(std::string_view)> is_in(const std::set<std::string, std::less<>>& ids) {
  return [&ids](std::string_view id) { return ids.find(id) != ids.end(); };
}

const BatchService& service_for(const DialectInfo& dialect) {
  if (const BatchService* service = batch_service_for(dialect)) return *service;
  throw UsageError("--batch supports the batch APIs of " + batch_service_titles() +
                   ". The protocol of this run is " + std::string(dialect.name) + " (--api)");
}

}  // namespace

void check_batch_options(const GenerateOptions& options, const TargetOptions& target,
                         const Model* registered) {
  if (!options.in_batches()) return;
  if (target.endpoints.size() > 1) throw UsageError("--batch takes one server");
  const Result<Value> extra = json_loads(options.extra_body);
  const Value* stream = extra.ok() ? present(*extra, "stream") : nullptr;
  if (stream != nullptr && truthy(*stream)) {
    throw UsageError("--batch does not go with \"stream\" in --extra-body");
  }
  if (const DialectInfo* dialect = find_dialect(target.api)) service_for(*dialect);
  const ProviderInfo* provider = chosen_provider(target);
  if (provider != nullptr && !provider->batches) {
    throw UsageError("--batch: bfclx does not support the batch API of " +
                     std::string(provider->title) + std::string(provider->no_batches));
  }
  if (provider != nullptr || registered == nullptr || target.api != "auto") return;
  const Result<Settings> settings = settings_for(*registered);
  if (settings.ok() && settings->dialect != nullptr) service_for(*settings->dialect);
}

bool Generation::has_batches() const {
  return folder_.open_file(kBatches) || errno != ENOENT;  // what cannot be read is told later
}

// UsageError where the requests cannot go into batches.
void Generation::choose_batches() {
  batches_ = &service_for(*target_.settings.dialect);
  if (target_.server.endpoints() > 1) throw UsageError("--batch takes one server");
  if (prices_) prices_ = prices_->in_batches();
}

std::vector<std::string> Generation::read_batches() const {
  std::vector<std::string> lines;
  const Descriptor file = folder_.open_file(kBatches);
  if (!file && errno == ENOENT) return lines;
  const bool whole = file && for_each_file_line(file.get(), [&](const FileLine& line) {
                       lines.emplace_back(line.text);
                     });
  // A line that was cut by a kill names nothing that was created; one that is lost may.
  std::set<std::string, std::less<>> named;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Result<Value> line = json_loads(lines[i]);
    if (!line.ok()) continue;
    const std::string_view tag = text_member(*line, "batch");
    const Value* requests = present(*line, "requests");
    if (requests != nullptr && requests->is_list()) named.emplace(tag);
    if (present(*line, "creating") == nullptr || named.count(tag) != 0) continue;
    throw UsageError(folder_.place_of(kBatches).string() + ":" + std::to_string(i + 1) +
                     ": a batch was created, but the line with its requests is damaged. Restore "
                     "that line, or move the file away to forget the batch");
  }
  if (whole) return lines;
  throw UsageError(folder_.place_of(kBatches).string() + ": cannot be read: " + reason_text(errno) +
                   ". It names open batches: make it readable and writable, or move it away to "
                   "forget them");
}

// Why this run may not go on with what is in open batches; empty where it may.
std::string Generation::other_batches(const std::set<std::string, std::less<>>& done,
                                      const std::vector<PlannedEntry>& planned) const {
  std::set<std::string_view> wanted;
  for (const PlannedEntry& one : planned) wanted.insert(one.entry->id);
  for (const std::string& text : read_batches()) {
    const Result<Value> line = json_loads(text);
    const Value* requests = line.ok() ? present(*line, "requests") : nullptr;
    if (requests == nullptr || !requests->is_list()) continue;
    const std::string_view made_with = text_member(*line, "settings");
    if (!made_with.empty() && made_with != settings_id(settings_)) {
      return "with requests of other settings. Use the same options as before, --run-name NAME to "
             "keep this run separate, or --continue-anyway to ignore them";
    }
    if (!options_.batch_cancel) continue;
    for (const Value& request : requests->items()) {
      if (!request.is_list() || request.items().empty() || !request.items()[0].is_str()) continue;
      const std::string_view id = request.items()[0].as_str();
      if (wanted.count(id) == 0 && done.count(id) == 0) {
        return "with entries that this command does not select, such as " + std::string(id) +
               ". Select them, so that their responses are kept, or use --continue-anyway";
      }
    }
  }
  return {};
}

// Why this run may not request what is in open batches; empty where it may.
std::string Generation::open_batches(const std::set<std::string, std::less<>>& done,
                                     const std::vector<PlannedEntry>& planned) const {
  if (options_.continue_anyway || !options_.replay.empty()) return {};
  BatchQueue queue(*find_batch_service("openai"), BatchSettings(), 0);
  for (const std::string& line : read_batches()) (void)queue.restore(line, is_in(done));
  queue.restored();
  if (queue.open() == 0) return {};
  if (options_.in_batches()) {
    const std::string others = other_batches(done, planned);
    return others.empty() ? others
                          : target_.server.scrubbed(
                                folder_.place().string() + " has " +
                                counted(queue.open(), "open batch", "open batches") + " " + others);
  }
  return target_.server.scrubbed(folder_.place().string() + " has " +
                                 counted(queue.open(), "open batch", "open batches") +
                                 ". To wait for the responses, use --batch. To cancel, use "
                                 "--batch-cancel. To ignore what is open, use --continue-anyway");
}

AskerBatches Generation::asker_batches(const std::set<std::string, std::less<>>& had,
                                       AskerHooks& hooks) {
  AskerBatches how;
  how.service = batches_;
  how.poll = options_.batch_poll;
  how.cancel = options_.batch_cancel;
  how.made_with = settings_id(settings_);
  // A last line that was cut is mended first.
  if (Descriptor there = folder_.open_file(kBatches); there) folder_.append_to(kBatches, "");
  how.journal = read_batches();
  how.has_result = is_in(had);
  hooks.keep_batch = [this](const std::string& line) {
    // Results first: what a line says is done is on the disk, also if a power cut comes in between.
    return !unwritten_ && folder_.sync() &&
           folder_.append_to(kBatches, target_.server.scrubbed(line), "\n") && folder_.sync();
  };
  return how;
}

// Only what is still open stays in the journal.
void Generation::close_batches(const BatchQueue* queue,
                               const std::set<std::string, std::less<>>& had,
                               const std::vector<PlannedEntry>& planned) {
  if (queue == nullptr || queue->had_other() || unwritten_) return;
  std::set<std::string, std::less<>> ended = had;
  for (const PlannedEntry& one : planned) ended.insert(one.entry->id);
  for (const std::string& id : summary_.missing) ended.erase(id);
  const std::vector<std::string> lines = queue->records(is_in(ended));
  if (lines.empty()) return folder_.drop(kBatches);
  const auto write = [&](const auto& piece) {
    for (const std::string& line : lines) {
      piece(target_.server.scrubbed(line));
      piece("\n");
    }
    return Status();
  };
  if (!folder_.replace(kBatches, write) && summary_.why.empty()) summary_.why = folder_.error();
}

}  // namespace bfclx::tools
