// --shard: which entries are generated here, what else is in the folder, and the merge at the end.
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/conversation/result_files.h"
#include "core/conversation/values.h"
#include "core/generation/entry_shards.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/generate/shard_merge.h"
#include "tools/bfclx/output/whole_file.h"
#include "tools/bfclx/platform/file_tree.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

using Ids = std::set<std::string, std::less<>>;

std::string shard_text(const EntryShard& shard) {
  return "shard " + std::to_string(shard.number) + "/" + std::to_string(shard.of);
}

}  // namespace

bool Generation::is_all_done(Ids done) const {
  PlanRequest request = plan_request();
  request.done = std::move(done);
  return plan(request).empty();
}

// Ids with a result in the model's folder, without the shards.
Ids Generation::merged_results() const {
  ResultFolder model(folder_.root(), checked_model_folder(target_.settings.registry_name));
  return model.scan(choice_.categories, false).done;
}

// Whether shards of this run are there.
bool Generation::choose_shard() {
  const EntryShard& shard = *options_.shard;
  const std::vector<PlannedEntry> all = plan(plan_request());
  const std::vector<std::size_t> shard_of = assign_shards(all, shard.of);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (shard_of[i] == shard.number - 1) shard_ids_.insert(all[i].entry->id);
  }
  shard_set_ = shard_set_folder(shard.of, plan_id(all));
  const fs::path place = fs::path(kShardsFolder) / shard_set_;
  folder_.use_shard(place / std::to_string(shard.number));
  return files::is_there(folder_.place() / place);
}

// Shards that are started again find nothing then. Notes it, too.
bool Generation::is_all_merged() {
  if (!is_all_done(merged_results())) return false;
  remove_merged_shards(folder_.place());
  remove_leftovers(folder_.place(), true);
  summary_.shard_complete = true;
  summary_.had = shard_ids_.size();
  summary_.shard = "every shard is complete and merged";
  return true;
}

// Shards are merged with those of the same run alone, and before anything else is generated.
std::string Generation::other_shards() const {
  for (const ShardSet& set : find_shard_sets(folder_.place())) {
    if (set.folder == shard_set_) continue;
    return unmerged_text(folder_.place(), set) +
           (options_.shard ? " before another --shard N or selection of entries"
                           : " before a run without --shard");
  }
  return {};
}

void Generation::refuse_other_shards() {
  const std::string text = other_shards();
  if (text.empty()) return;
  folder_.leave_shard();
  throw UsageError(text);
}

// What differs from the manifest of another shard of the run; empty where nothing does.
std::string Generation::other_shard(const Value& manifest) const {
  const std::string own = settings_id(settings_);
  const Value* facts = present(manifest, "shard");
  const std::string id(facts != nullptr ? text_member(*facts, "settings") : std::string_view());
  if (!id.empty() && id != own) {
    const Value* made_with = present(manifest, "made_with");
    const Value* other = made_with != nullptr ? present(*made_with, id) : nullptr;
    return "other settings" +
           (other != nullptr ? ": " + settings_difference(*other, settings_) : "");
  }
  const Value* dataset = present(manifest, "dataset");
  const std::string_view hash = dataset != nullptr ? text_member(*dataset, "hash") : "";
  if (hash.empty() || hash == dataset_.dataset().hash) return {};
  return "another dataset: hash " + std::string(hash) + ", now " + dataset_.dataset().hash;
}

// Of the other shards; with `leaves` the own one goes, where it has nothing yet.
void Generation::refuse_other_settings(bool leaves) {
  if (options_.continue_anyway) return;
  for (const ShardSet& set : find_shard_sets(folder_.place())) {
    for (const GeneratedShard& shard : set.shards) {
      if (set.folder != shard_set_ || shard.number == options_.shard->number) continue;
      const std::string differs = other_shard(shard.manifest);
      if (differs.empty()) continue;
      if (leaves) folder_.leave_shard();
      throw UsageError(target_.server.scrubbed(
          folder_.place().string() + ": shard " + std::to_string(shard.number) +
          " is generated with " + differs +
          ". Use --run-name NAME to keep this run separate, or --continue-anyway to add to it"));
    }
  }
}

// What others have is not told as the shard's.
void Generation::leave_shard_ids(ResultFolder::Found& found) const {
  std::erase_if(found.done, [this](const auto& id) { return shard_ids_.count(id) == 0; });
  std::erase_if(found.errors, [this](const auto& one) { return shard_ids_.count(one.first) == 0; });
}

Value Generation::shard_value() const {
  const auto number = [](std::size_t value) {
    return Value::integer(static_cast<std::int64_t>(value));
  };
  return make_dict({{"number", number(options_.shard->number)},
                    {"of", number(options_.shard->of)},
                    {"entries", number(shard_ids_.size())},
                    {"settings", Value::str(settings_id(settings_))},
                    {"updates", Value::boolean(options_.run_ids)},
                    {"complete", Value::boolean(summary_.shard_complete)}});
}

// Nothing is written unless all entries of the run have a result then.
Status Generation::merge_shards(const ShardSet& set) const {
  const fs::path model = checked_model_folder(target_.settings.registry_name);
  ShardMerge merge(folder_.root(), model, set);
  Ids done = merged_results();
  if (is_all_done(done)) return {};
  BFCLX_RETURN_IF_ERROR(merge.read());
  std::erase_if(done, [&](const auto& id) { return merge.writes(result_file_path(id)); });
  done.merge(merge.ids());
  if (is_all_done(std::move(done))) return merge.write();
  return Error{"ShardError",
               (folder_.place() / kShardsFolder / set.folder).string() +
                   ": all shards are complete, but some of their results are missing; " +
                   merge_advice(folder_.place()) + ", and then start the shards again"};
}

// Whoever sees that all shards are complete merges them. Another one may do the same, or has done
// it.
void Generation::end_shard() {
  const std::string name = shard_text(*options_.shard);
  // What could not be written then was removed by who merged it.
  if (summary_.planned == 0 && !summary_.why.empty() && is_all_merged()) summary_.why.clear();
  if (!summary_.shard_complete) {
    summary_.shard = name + " is not complete";
    return;
  }
  const std::string merged = name + " is complete, as are all others; their results are merged";
  for (const ShardSet& set : find_shard_sets(folder_.place())) {
    if (set.folder != shard_set_) continue;
    const std::size_t complete = set.complete();
    summary_.shard = name + " is complete; " + grouped_digits(complete) + " of " +
                     grouped_digits(set.of) + (complete == 1 ? " is" : " are") +
                     (complete < set.of ? " (unfinished: " + set.unfinished() + ")" : "") +
                     ". Results are merged when all are complete";
    if (complete < set.of && !is_all_done(merged_results())) return;
    folder_.close();
    Status status = merge_shards(set);
    if (const Ids done = merged_results(); status.ok() || is_all_done(done)) {
      drop_model_journal(done);
      status = remove_shards(folder_.place(), set);
    }
    if (status.ok()) {
      summary_.shard = merged;
    } else if (summary_.why.empty()) {
      summary_.why = status.error().message;
    }
    return;
  }
  if (is_all_done(merged_results())) {  // and removed
    summary_.shard = merged;
  } else if (summary_.why.empty()) {
    summary_.why = folder_.place().string() + ": the files of " + name +
                   " are missing, and not all results are merged; start all shards "
                   "again, or " +
                   merge_advice(folder_.place());
  }
}

}  // namespace bfclx::tools
