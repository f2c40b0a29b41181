#include "tools/bfclx/input/unmerged_shards.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <system_error>
#include <utility>

#include "core/base/counted.h"
#include "core/run/run_manifest.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/input/entry_shard.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/shell_word.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSetPrefix = "of-";

// The number at the beginning of a text, up to `end`; 0 where there is none.
std::size_t number_before(std::string_view text, char end) {
  std::size_t number = 0;
  text = text.substr(0, text.find(end));
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return whole && number <= kMostShards ? number : 0;
}

std::vector<std::string> folders_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (fs::is_directory(it->symlink_status(ignored))) names.push_back(it->path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

GeneratedShard read_shard(const fs::path& folder, std::size_t number) {
  GeneratedShard shard;
  shard.number = number;
  const FileBytes file = read_file((folder / kManifestFile).string());
  Result<Value> manifest = json_loads(file.bytes);
  if (!file.error.empty() || !manifest.ok()) return shard;
  const Value* facts = find_member(*manifest, "shard");
  const Value* complete = facts != nullptr ? find_member(*facts, "complete") : nullptr;
  shard.complete = complete != nullptr && complete->is_bool() && complete->as_bool();
  shard.manifest = *std::move(manifest);
  return shard;
}

}  // namespace

bool has_files(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().filename() != ".bfclx-lock") return true;
  }
  return static_cast<bool>(error);
}

std::size_t ShardSet::complete() const {
  return static_cast<std::size_t>(std::count_if(
      shards.begin(), shards.end(), [](const GeneratedShard& shard) { return shard.complete; }));
}

std::string ShardSet::unfinished() const {
  constexpr std::size_t kShown = 20;
  std::vector<std::size_t> numbers;
  auto next = shards.begin();
  for (std::size_t number = 1; number <= of; ++number) {
    while (next != shards.end() && next->number < number) ++next;
    if (next == shards.end() || next->number != number || !next->complete)
      numbers.push_back(number);
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(numbers.size(), kShown); ++i) {
    text += (i > 0 ? ", " : "") + std::to_string(numbers[i]);
  }
  return numbers.size() > kShown ? text + ", ..." : text;
}

std::string shard_set_folder(std::size_t of, std::string_view plan) {
  return std::string(kSetPrefix) + std::to_string(of) + "-" + std::string(plan);
}

std::vector<ShardSet> find_shard_sets(const fs::path& model_folder) {
  std::vector<ShardSet> sets;
  const fs::path place = model_folder / kShardsFolder;
  std::error_code ignored;
  if (!fs::is_directory(fs::symlink_status(place, ignored))) return sets;
  for (const std::string& name : folders_in(place)) {
    if (!name.starts_with(kSetPrefix)) continue;
    ShardSet set;
    set.folder = name;
    set.of = number_before(std::string_view(name).substr(kSetPrefix.size()), '-');
    for (const std::string& number : folders_in(place / name)) {
      const std::size_t which = number_before(number, '\0');
      if (which > 0 && has_files(place / name / number))
        set.shards.push_back(read_shard(place / name / number, which));
    }
    std::sort(set.shards.begin(), set.shards.end(),
              [](const auto& a, const auto& b) { return a.number < b.number; });
    if (set.of > 0 && !set.shards.empty()) sets.push_back(std::move(set));
  }
  return sets;
}

std::size_t shard_that_may_run(const fs::path& model_folder, const ShardSet& set) {
  constexpr std::chrono::seconds kRecent(60);
  const fs::file_time_type recent = fs::file_time_type::clock::now() - kRecent;
  for (const GeneratedShard& shard : set.shards) {
    if (shard.complete) continue;
    const fs::path place = model_folder / kShardsFolder / set.folder / std::to_string(shard.number);
    std::error_code error;
    for (fs::recursive_directory_iterator it(place, error), end; !error && it != end;
         it.increment(error)) {
      std::error_code ignored;
      if (!fs::is_regular_file(it->symlink_status(ignored))) continue;
      const fs::file_time_type written = fs::last_write_time(it->path(), ignored);
      if (!ignored && written > recent) return shard.number;
    }
  }
  return 0;
}

std::string merge_advice(const fs::path& model_folder) {
  const std::string word = shell_word(model_folder.string());
  return "run `bfclx merge " + (word.empty() ? model_folder.string() : word) + "`";
}

std::string unmerged_text(const fs::path& model_folder) {
  const std::vector<ShardSet> sets = find_shard_sets(model_folder);
  return sets.empty() ? std::string() : unmerged_text(model_folder, sets.front());
}

std::string unmerged_text(const fs::path& model_folder, const ShardSet& set) {
  const std::string place = model_folder.string();
  const std::size_t complete = set.complete();
  if (complete == set.of) {
    return place + ": " + counted(set.of, "shard is", "shards are") +
           " complete, and not merged yet; " + merge_advice(model_folder);
  }
  return place + ": " + grouped_digits(complete) + " of " + counted(set.of, "shard", "shards") +
         (complete == 1 ? " is" : " are") + " complete (unfinished: " + set.unfinished() +
         "), and results of shards are not merged yet. Finish the other shards with the same "
         "command, or " +
         merge_advice(model_folder) + " to merge the results so far";
}

}  // namespace bfclx::tools
