// A run from its beginning to its end: what is there, what is asked, what is written.
#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/generate/manifest.h"
#include "tools/bfclx/generate/run_estimate.h"
#include "tools/bfclx/generate/run_latency.h"
#include "tools/bfclx/generate/shard_merge.h"

namespace bfclx::tools {
namespace {

bool is_planned(const std::vector<PlannedEntry>& plan, std::string_view id) {
  return std::any_of(plan.begin(), plan.end(),
                     [id](const PlannedEntry& one) { return one.entry->id == id; });
}

}  // namespace

void Generation::say_estimate(const std::vector<PlannedEntry>& planned, Watcher& watcher) {
  const RunEstimate whole = estimate(planned);
  // The repeats of a run take the same.
  for (const std::string& line :
       options_.repeat > 1 ? std::vector<std::string>() : estimate_lines(whole)) {
    watcher.say(line);
  }
  if (const std::string low = limits_too_low(whole); !low.empty()) watcher.say(low);
}

// False where other processes have generated and merged all shards.
bool Generation::open_folder(Watcher& watcher) {
  if (options_.shard && !choose_shard() && is_all_merged()) return false;
  try {
    if (const std::string note = folder_.open(); !note.empty()) watcher.say(note);
  } catch (const UsageError&) {
    // They remove the folder of the shard, too.
    if (!options_.shard || !is_all_merged()) throw;
    return false;
  }
  remove_merged_shards(folder_.place());
  refuse_other_shards();
  return true;
}

void Generation::count_kept_errors(const ResultFolder::Found& found,
                                   const std::vector<PlannedEntry>& planned) {
  for (const auto& [id, error] : found.errors) {
    if (options_.overwrite && is_planned(planned, id)) continue;
    summary_.error_ids.push_back(id);
    if (summary_.kept_errors++ == 0) {
      summary_.first_error = id;
      summary_.first_error.append(": ").append(error);
      summary_.first_error = target_.server.scrubbed(summary_.first_error);
    }
  }
}

GenerationSummary Generation::run(Watcher& watcher) {
  for (const std::string& note : target_.notes) watcher.say(note);
  for (const Skipped& one : skipped_) {
    watcher.say(one.text());
  }
  const bool is_open = open_folder(watcher);
  started_ = time_text();
  ResultFolder::Found found = folder_.scan(choice_.categories, is_open);
  for (const std::string& note : found.notes) watcher.say(note);
  read_earlier_settings();
  const std::vector<PlannedEntry> planned = plan(found);
  for (const std::string& note : id_notes(found)) watcher.say(note);
  for (const std::string& differs :
       {other_results(found, planned), other_sample(found), open_batches(found.done, planned)}) {
    if (!differs.empty()) throw UsageError(differs);
  }
  // Officially the results go first; else each stays, and each memory, until there is a new one.
  if (options_.overwrite && options_.as_official && !options_.run_ids && options_.sample == 0) {
    folder_.remove_results(choice_.categories);
    found = folder_.scan(choice_.categories, true);
  }
  open_sample(found);
  if (options_.overwrite) {
    for (const PlannedEntry& one : planned) found.done.erase(one.entry->id);
  }
  had_results_ = found.done;
  if (options_.shard) leave_shard_ids(found);
  summary_.planned = planned.size();
  summary_.had = found.done.size();
  count_kept_errors(found, planned);
  if (!is_open) return summary_;
  if (options_.as_official) {
    shared_modules_ =
        std::make_unique<EpisodeModules>(target_.settings.long_context, target_.settings.today);
  }
  summary_.shard_complete = planned.empty();  // it stays so, whatever ends this process
  if (options_.shard) refuse_other_settings(false);
  write_manifest(false);
  if (options_.shard) {
    // Behind the own manifest: of two shards that begin together one sees the other.
    refuse_other_shards();
    refuse_other_settings(true);
  }
  begin_state(planned, found.done);
  watcher.begins(planned, folder_, found.done);
  if (options_.replay.empty()) {
    if (limits().any()) say_estimate(planned, watcher);
    ask(planned, found.done, watcher);
  } else {
    replay(planned, watcher);
  }
  const bool is_kept = folder_.finish(options_.run_ids || options_.overwrite);
  if (summary_.why.empty()) summary_.why = is_kept ? recording_trouble_ : folder_.error();
  summary_.shard_complete = summary_.answered == planned.size() && summary_.why.empty();
  write_manifest(true);
  if (options_.shard) end_shard();
  return summary_;
}

void Generation::write_manifest(bool finished) {
  ManifestFacts facts;
  facts.options = &options_;
  facts.target = &target_;
  facts.dataset_version = dataset_.dataset().version;
  facts.dataset_hash = dataset_.dataset().hash;
  if (const OwnBenchmark* own = dataset_.own_benchmark()) facts.benchmark = own->name;
  for (const Skipped& one : skipped_) {
    if (!one.in_draw) facts.skipped.emplace_back(one.category->name, one.reason);
  }
  facts.started = started_;
  facts.draw = earlier_.draw;
  if (asked_sample_ != nullptr) facts.draw = asked_draw(finished);
  facts.earlier_server = earlier_.server;
  facts.made_with = finished ? used_settings() : earlier_.made_with;
  if (!finished) facts.made_with.mutable_dict().set(settings_id(settings_), settings_);
  facts.summary = finished ? &summary_ : nullptr;
  if (options_.shard) facts.shard = shard_value();
  if (finished && !options_.shard) {
    const Result<ResponseLatency> latency = latency_of_results(folder_);
    if (latency.ok()) facts.latency = latency_value(run_latency(*latency));
    if (!latency.ok() && summary_.why.empty()) summary_.why = latency.error().message;
  }
  if (!folder_.write_manifest(target_.server.scrubbed(manifest_json(facts))) &&
      summary_.why.empty()) {
    summary_.why = folder_.error();
  }
}

}  // namespace bfclx::tools
