#include "tools/bfclx/input/unmerged_shards.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "core/base/counted.h"
#include "core/run/run_manifest.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/input/entry_shard.h"
#include "tools/bfclx/input/file_lines.h"
#include "tools/bfclx/input/shell_word.h"
#include "tools/bfclx/platform/file_tree.h"
#include "tools/bfclx/platform/files.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSetPrefix = "of-";
constexpr off_t kMostManifest = off_t{64} << 20;

// The number at the beginning of a text, up to `end`; 0 where there is none.
std::size_t number_before(std::string_view text, char end) {
  std::size_t number = 0;
  text = text.substr(0, text.find(end));
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return whole && number <= kMostShards ? number : 0;
}

std::vector<std::string> folders_in(const fs::path& folder) {
  std::vector<std::string> names = files::names_in(folder).value_or(std::vector<std::string>());
  std::erase_if(names, [&](const std::string& name) {
    return files::kind_of(folder / name) != files::FileKind::kFolder;
  });
  return names;
}

std::string manifest_text(const fs::path& path) {
  const int opened = files::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (opened < 0) return {};
  struct stat info {};
  std::optional<std::string> text;
  if (files::fstat(opened, &info) == 0 && S_ISREG(info.st_mode) && info.st_size <= kMostManifest) {
    text = read_bytes(opened, 0, static_cast<std::uint64_t>(info.st_size));
  }
  files::close(opened);
  return std::move(text).value_or("");
}

GeneratedShard read_shard(const fs::path& folder, std::size_t number) {
  GeneratedShard shard;
  shard.number = number;
  Result<Value> manifest = json_loads(manifest_text(folder / kManifestFile));
  if (!manifest.ok()) return shard;
  const Value* facts = find_member(*manifest, "shard");
  const Value* complete = facts != nullptr ? find_member(*facts, "complete") : nullptr;
  shard.complete = complete != nullptr && complete->is_bool() && complete->as_bool();
  shard.manifest = *std::move(manifest);
  return shard;
}

}  // namespace

bool has_files(const fs::path& folder) {
  const auto names = files::names_in(folder);
  return !names || std::any_of(names->begin(), names->end(),
                               [](const std::string& name) { return name != ".bfclx-lock"; });
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
  if (files::kind_of(place) != files::FileKind::kFolder) return sets;
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
  constexpr double kRecent = 60;  // seconds
  const double recent = files::clock() - kRecent;
  for (const GeneratedShard& shard : set.shards) {
    if (shard.complete) continue;
    const fs::path place = model_folder / kShardsFolder / set.folder / std::to_string(shard.number);
    bool may_run = false;
    files::each_below(place, [&](const fs::path& path, files::FileKind kind) {
      if (kind != files::FileKind::kFile) return;
      const std::optional<double> written = files::changed_at(path);
      may_run = may_run || (written && *written > recent);
    });
    if (may_run) return shard.number;
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

std::string unmerged_text_above(const fs::path& folder) {
  std::error_code ignored;
  for (fs::path path = fs::absolute(folder, ignored).lexically_normal(); path.has_relative_path();
       path = path.parent_path()) {
    if (path.filename() == kShardsFolder) return unmerged_text(path.parent_path());
  }
  return {};
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
