// The memories that entries start from, and what chosen ids lack.
#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "core/conversation/result_files.h"
#include "core/conversation/values.h"
#include "core/dataset/entry_id.h"
#include "core/dataset/sample_choice.h"
#include "core/value/json.h"
#include "tools/bfclx/generate/generation.h"

namespace bfclx::tools {
namespace {

// Why a snapshot cannot be what was written; empty where it can. Officially an empty one is no
// memory at all, and the model is asked without it.
std::string damage_of(const std::string& snapshot) {
  if (snapshot.empty()) return "it is empty";
  if (find_invalid_utf8(snapshot)) return "it is not valid UTF-8";
  const Result<Value> read = json_loads(snapshot);
  if (!read.ok()) return read.error().message;
  return read->is_dict() ? "" : "it is not a JSON object";
}

// The last of these conversations whose result is no error; empty where there is none.
std::string last_without_error(std::span<const Value> ids, const std::vector<std::string>& errors) {
  const auto left = std::find_if(ids.rbegin(), ids.rend(), [&](const Value& id) {
    return std::find(errors.begin(), errors.end(), id.as_str()) == errors.end();
  });
  return left == ids.rend() ? std::string() : std::string(left->as_str());
}

// How to regenerate a memory. With a sample or a shard, --test-category would change the selection.
std::string advice_of(const PlannedEntry& planned, const GenerateOptions& options) {
  const Category* category = planned.entry->category;
  const bool selects = options.sample > 0 || options.shard;
  std::string advice = "run the command again with -o";
  if (category != nullptr && !selects) advice.append(" --test-category ").append(category->name);
  return advice + (options.run_ids ? " instead of --run-ids" : "") +
         " to regenerate the conversations before it";
}

}  // namespace

// What a memory entry starts from: the state that the last one before it left. A checkpoint, as the
// scenario's own file may be one conversation ahead after a run that was killed.
Result<std::string> Generation::memory_of(const PlannedEntry& planned) const {
  const Value* scenario = present(planned.entry->data, "scenario");
  if (scenario == nullptr || !scenario->is_str()) return std::string();
  const Value* before = present(planned.entry->data, "depends_on");
  const bool first = before == nullptr || !before->is_list() || before->items().empty();
  if (read_entry_id(planned.entry->id).prerequisite && first) return std::string();
  // As officially, a conversation that ended with an error has stored nothing.
  const std::string last = first ? "" : last_without_error(before->items(), summary_.error_ids);
  if (!first && last.empty() && !options_.as_official) return std::string();
  const std::string advice = advice_of(planned, options_);
  std::string path;
  std::optional<std::string> snapshot;
  const auto read = [&](std::string from) -> Status {
    path = std::move(from);
    Result<std::optional<std::string>> bytes = folder_.read(path);
    if (bytes.ok()) {
      snapshot = std::move(bytes).value();
    } else if (!options_.as_official) {
      return Error{"Snapshot", "its initial memory cannot be read: " + path + ": " +
                                   bytes.error().message + "; make it readable, or " + advice};
    }
    return {};
  };
  if (!last.empty() && !options_.as_official) {
    BFCLX_RETURN_IF_ERROR(read(memory_checkpoint_path(last)));
  }
  if (!snapshot) {
    BFCLX_RETURN_IF_ERROR(read(memory_snapshot_path(planned.entry->id, scenario->as_str())));
  }
  if (!snapshot) {
    // If the conversations before it were not generated, it starts with an empty memory, as
    // officially.
    if (had_results_.count(last) == 0 || options_.as_official) return std::string();
    return Error{"Snapshot", "its initial memory is missing: " + path + "; " + advice};
  }
  const std::string damage = options_.as_official ? std::string() : damage_of(*snapshot);
  if (damage.empty()) return *std::move(snapshot);
  return Error{"Snapshot",
               "its initial memory is malformed: " + path + ": " + damage + "; " + advice};
}

std::vector<std::string> Generation::id_notes(const ResultFolder::Found& found) const {
  const Dataset& dataset = dataset_.dataset();
  const std::set<std::string, std::less<>> chosen(choice_.ids.begin(), choice_.ids.end());
  std::vector<std::string> unknown;
  for (const std::string& id : chosen) {
    const bool is_entry = dataset.find(id) != nullptr || dataset.find_malformed(id) != nullptr;
    if (!is_entry && !read_entry_id(id).prerequisite) unknown.push_back(id);
  }
  std::vector<std::string> lacking;
  for (const std::string& id : with_prerequisites(dataset, chosen)) {
    if (chosen.count(id) == 0 && found.done.count(id) == 0) lacking.push_back(id);
  }
  const auto such_as = [](const std::vector<std::string>& ids) {
    return ids.size() > 1 ? " (such as " + ids.front() + ")" : " (" + ids.front() + ")";
  };
  std::vector<std::string> notes;
  if (!choice_.ids.empty() && !options_.test_category.empty()) {
    notes.emplace_back("--run-ids: --test-category is ignored, as in the official generator");
  }
  if (!unknown.empty()) {
    notes.push_back("--run-ids: " + counted(unknown.size(), "unknown id is", "unknown ids are") +
                    " skipped" + such_as(unknown));
  }
  if (!lacking.empty()) {
    notes.push_back(
        "--run-ids: " +
        counted(lacking.size(), "prerequisite conversation is", "prerequisite conversations are") +
        " missing" + such_as(lacking) +
        ", so the memory entries that need them start with an incomplete memory");
  }
  return notes;
}

}  // namespace bfclx::tools
