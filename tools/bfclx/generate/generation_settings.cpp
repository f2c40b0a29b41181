// Whether a run may go on in a folder: its results were made with the same settings, or the user
// says otherwise.
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "core/base/counted.h"
#include "core/conversation/values.h"
#include "core/dataset/entry_id.h"
#include "core/dataset/sample_choice.h"
#include "core/run/entry_notes.h"
#include "core/run/run_sample.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/generation.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kIdsShown = 3;

bool is_chosen(const Choice& choice, std::string_view id) {
  const Category* category = read_entry_id(id).category;
  return std::find(choice.categories.begin(), choice.categories.end(), category) !=
         choice.categories.end();
}

}  // namespace

void Generation::read_earlier_settings() {
  settings_ = result_settings(target_, dataset_.dataset().prompts());
  earlier_ = earlier_settings(folder_.read_manifest());
  if (options_.shard) {
    EarlierSettings merged = earlier_settings(folder_.read_model_manifest());
    for (const auto& [id, settings] : merged.made_with.as_dict()) {
      earlier_.made_with.mutable_dict().set(id, settings);
    }
    earlier_.older = merged.older;
    if (merged.draw.is_dict()) earlier_.draw = merged.draw;
  }
  // A sample stays one where only entries of it are generated again.
  if (!earlier_.draw.is_dict()) return;
  const auto made_with = folder_.made_with();
  const bool all = std::all_of(choice_.ids.begin(), choice_.ids.end(), [&](const auto& id) {
    return made_with.find(id) != made_with.end();
  });
  if (!options_.run_ids || !all) earlier_.draw = Value();
}

// Why this run may not add to the results that are there, of any category; empty where it may. What
// -o regenerates is replaced, the rest of the folder stays and counts.
std::string Generation::other_results(const ResultFolder::Found& found,
                                      const std::vector<PlannedEntry>& planned) const {
  const auto made_with = folder_.made_with();  // refuses what no line can be added to
  if (options_.continue_anyway) return {};
  std::set<std::string_view> replaced;
  if (options_.overwrite) {
    for (const PlannedEntry& one : planned) replaced.insert(one.entry->id);
  }
  std::map<std::string, std::size_t> counts;
  std::vector<std::string> others;  // of other questions or functions
  const std::string own = settings_id(settings_);
  for (const auto& [id, made] : made_with) {
    const bool there = !is_chosen(choice_, id) || found.done.count(id) != 0;
    if (!there || replaced.count(id) != 0) continue;
    ++counts[made.settings];
    const Entry* entry = made.entry.empty() ? nullptr : dataset_.dataset().find(id);
    if (entry != nullptr && entry_hash(*entry) != made.entry) others.push_back(id);
  }
  for (const std::string& id : found.done) {
    if (made_with.count(id) == 0 && replaced.count(id) == 0) ++counts[""];
  }
  for (const auto& [id, count] : counts) {
    if (id == own) continue;
    const Value* known = id.empty() ? &earlier_.older : present(earlier_.made_with, id);
    const std::string differs =
        known != nullptr ? settings_difference(*known, settings_)
                         : "bfclx_manifest.json does not say which (it is missing or malformed)";
    if (!differs.empty()) return others_there(count, "made with other settings: " + differs);
  }
  if (others.empty()) return {};
  return others_there(others.size(),
                      "generated for other questions or functions than the dataset's (" +
                          first_of(others, kIdsShown) + ")");
}

std::string Generation::others_there(std::size_t count, const std::string& what) const {
  return target_.server.scrubbed(
      folder_.place().string() + " has " + counted(count, "result", "results") +
      (options_.overwrite ? " that this run does not regenerate, " : " ") + what +
      ". Use --run-name NAME to keep this run separate, " +
      (options_.shard       ? "regenerate them without --shard (-o) when all shards are merged"
       : options_.overwrite ? "select all of them for -o"
                            : "-o to regenerate them") +
      ", or --continue-anyway to add to them");
}

std::string Generation::sample_note() const {
  const Result<DrawnIds> drawn =
      draw_sample(dataset_, {options_.sample, options_.seed, choice_.categories,
                             target_.settings.fc, sample_scheme(options_)});
  return sample_text(drawn.ok() ? drawn->size() : options_.sample, options_.seed,
                     sample_scheme(options_));
}

// Why a sample may not be drawn here; empty where it may. The manifest tells of one sample, and
// whatever lies outside it would contradict that.
std::string Generation::other_sample(const ResultFolder::Found& found) const {
  if (options_.sample == 0 || options_.continue_anyway) return {};
  const std::set<std::string, std::less<>> drawn = with_prerequisites(
      dataset_.dataset(), choose_sample(dataset_.dataset(), choice_.categories, options_.sample,
                                        options_.seed, sample_scheme(options_)));
  const auto outside = std::count_if(found.done.begin(), found.done.end(),
                                     [&](const auto& id) { return drawn.find(id) == drawn.end(); });
  if (outside == 0) return {};
  return target_.server.scrubbed(
      folder_.place().string() + " has " + grouped_digits(outside) +
      (outside == 1 ? " result" : " results") + " that are not in this sample (--sample " +
      std::to_string(options_.sample) + " --seed " + std::to_string(options_.seed) +
      " --sample-scheme " + options_.sample_scheme +
      "). Use --run-name NAME to keep this run separate, or "
      "--continue-anyway to add to them");
}

// Those of this run, and of earlier runs those that results in the folder were made with; each with
// the number of its results.
Value Generation::used_settings() const {
  std::map<std::string, std::size_t, std::less<>> used;
  Value all = earlier_.made_with.is_dict() ? earlier_.made_with : Value::dict();
  const std::string own = settings_id(settings_);
  all.mutable_dict().set(own, settings_);
  try {
    for (const auto& [entry, made] : folder_.made_with()) ++used[made.settings];
  } catch (const UsageError&) {
    return all;  // what cannot be read may have been made with any
  }
  Value kept = Value::dict();
  for (const auto& [name, settings] : all.as_dict()) {
    if (!name.is_str() || !settings.is_dict()) continue;
    const auto count = used.find(name.as_str());
    if (count == used.end() && name.as_str() != own) continue;
    Value counted = Value::dict(Dict(settings.as_dict()));  // settings_ stay as they are
    counted.mutable_dict().set(
        "results",
        Value::integer(static_cast<std::int64_t>(count == used.end() ? 0 : count->second)));
    kept.mutable_dict().set(name, counted);
  }
  return kept;
}

}  // namespace bfclx::tools
