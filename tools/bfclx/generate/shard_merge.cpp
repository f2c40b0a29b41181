#include "tools/bfclx/generate/shard_merge.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "core/base/fnv.h"
#include "core/conversation/plan.h"
#include "core/conversation/result_files.h"
#include "core/conversation/values.h"
#include "core/dataset/entry_id.h"
#include "core/run/run_manifest.h"
#include "core/value/json.h"
#include "tools/bfclx/generate/manifest.h"
#include "tools/bfclx/generate/result_folder.h"
#include "tools/bfclx/generate/result_lines.h"
#include "tools/bfclx/generate/result_settings.h"
#include "tools/bfclx/generate/run_latency.h"
#include "tools/bfclx/input/file_lines.h"
#include "tools/bfclx/output/below.h"
#include "tools/bfclx/output/whole_file.h"
#include "tools/bfclx/platform/file_tree.h"
#include "tools/bfclx/platform/files.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMergedPrefix = "merged-";
constexpr std::string_view kJournals = "bfclx_unfinished";
constexpr std::string_view kSnapshots = "memory_snapshot";
constexpr std::size_t kMostOpen = 200;  // files at once

Error cannot_read(const fs::path& path, int error_number) {
  return Error{"FileError", path.string() + " cannot be read: " + reason_text(error_number)};
}

// Files that are read at many places, some of them open.
class OpenFiles {
 public:
  OpenFiles(const fs::path& root, const std::vector<fs::path>& files)
      : root_(root), files_(files), open_(files.size()) {}
  int get(std::size_t index) {
    if (open_[index]) return open_[index].get();
    if (count_ == kMostOpen) {
      for (Descriptor& one : open_) one = Descriptor();
      count_ = 0;
    }
    open_[index] = open_below(root_, files_[index], O_RDONLY | O_NONBLOCK);
    ++count_;
    return open_[index].get();
  }

 private:
  const fs::path& root_;
  const std::vector<fs::path>& files_;
  std::vector<Descriptor> open_;
  std::size_t count_ = 0;
};

}  // namespace

ShardMerge::ShardMerge(fs::path root, fs::path model, const ShardSet& set)
    : root_(std::move(root)), model_(std::move(model)), set_(set) {}

// The first shard is compared with each other one.
Status ShardMerge::check() const {
  const fs::path folder = root_ / model_;
  const auto settings_of = [](const Value& manifest, std::string_view id) {
    const Value* made_with = present(manifest, "made_with");
    return made_with != nullptr ? present(*made_with, std::string(id)) : nullptr;
  };
  const GeneratedShard* first = nullptr;
  for (const GeneratedShard& shard : set_.shards) {
    const Value* facts = present(shard.manifest, "shard");
    const Value* dataset = present(shard.manifest, "dataset");
    const std::string_view id = facts != nullptr ? text_member(*facts, "settings") : "";
    const std::string_view hash = dataset != nullptr ? text_member(*dataset, "hash") : "";
    const Value* settings = settings_of(shard.manifest, id);
    if (settings == nullptr || hash.empty()) {
      const fs::path place = folder / kShardsFolder / set_.folder / std::to_string(shard.number);
      return Error{"ShardError",
                   (place / kManifestFile).string() +
                       ": missing or malformed, so nothing tells the settings and the dataset of "
                       "shard " +
                       std::to_string(shard.number) +
                       "; copy the shard again, or generate it anew"};
    }
    if (first == nullptr) {
      first = &shard;
      continue;
    }
    const Value& first_facts = *present(first->manifest, "shard");
    const Value& first_dataset = *present(first->manifest, "dataset");
    const std::string_view first_id = text_member(first_facts, "settings");
    std::string differs;
    if (first_id != id) {
      differs = "other settings: " +
                settings_difference(*settings_of(first->manifest, first_id), *settings);
    } else if (const auto first_hash = text_member(first_dataset, "hash"); first_hash != hash) {
      differs = "another dataset: " + std::string(text_member(first_dataset, "version")) +
                ", hash " + std::string(first_hash) + ", now " +
                std::string(text_member(*dataset, "version")) + ", hash " + std::string(hash);
    }
    if (differs.empty()) continue;
    return Error{"ShardError", folder.string() + ": shard " + std::to_string(first->number) +
                                   " is generated with " + differs + " in shard " +
                                   std::to_string(shard.number) +
                                   ". Generate one of them anew, or merge both with "
                                   "--continue-anyway"};
  }
  return {};
}

// By their places; what is not ours stays.
Status ShardMerge::find_files(const GeneratedShard& shard) {
  const fs::path place = model_ / kShardsFolder / set_.folder / std::to_string(shard.number);
  Status linked;
  const bool whole =
      files::each_below(root_ / place, [&](const fs::path& path, files::FileKind kind) {
        if (kind == files::FileKind::kLink && linked.ok()) {
          linked = Error{"FileError", path.string() +
                                          ": a link, which bfclx does not follow; replace it with "
                                          "its target to merge the shards"};
        }
        if (kind != files::FileKind::kFile) return;
        std::string file = path.lexically_relative(root_ / place).string();
        const std::string name = path.filename().string();
        if (file.ends_with(kPartSuffix)) {
          file.resize(file.size() - kPartSuffix.size());
          results_[file].sources.push_back(place / (file + std::string(kPartSuffix)));
        } else if (name == kNotesFile || name.starts_with(kJournals)) {
          logs_[file].push_back(place / file);
        } else if (file.find(kSnapshots) != std::string::npos && file.ends_with(".json")) {
          copies_[file] = place / file;
        }
      });
  if (!whole) return cannot_read(root_ / place, errno);
  return linked;
}

// Whether all folders are known, which are removed in the end.
Status ShardMerge::find_shards() const {
  const fs::path place = root_ / model_ / kShardsFolder / set_.folder;
  const auto names = files::names_in(place);
  if (!names) return cannot_read(place, errno);
  for (const std::string& name : *names) {
    const bool known = std::any_of(
        set_.shards.begin(), set_.shards.end(),
        [&](const GeneratedShard& shard) { return std::to_string(shard.number) == name; });
    const fs::path path = place / name;
    if (known || (files::kind_of(path) == files::FileKind::kFolder && !has_files(path))) continue;
    return Error{"FileError",
                 path.string() + ": not a shard of this run; move it away to merge shards"};
  }
  return {};
}

Status ShardMerge::read() {
  BFCLX_RETURN_IF_ERROR(find_shards());
  for (const GeneratedShard& shard : set_.shards) {
    BFCLX_RETURN_IF_ERROR(find_files(shard));
    if (shard.complete) BFCLX_RETURN_IF_ERROR(read_notes(shard));
  }
  for (auto& [file, results] : results_) {
    const std::vector<fs::path> parts = results.sources;
    for (const fs::path& part : parts) BFCLX_RETURN_IF_ERROR(read_lines(results, part, true));
    // Behind the shards: what another process merges and removes meanwhile is here then.
    results.sources.push_back(model_ / file);
    BFCLX_RETURN_IF_ERROR(read_lines(results, results.sources.back(), false));
  }
  return {};
}

Status ShardMerge::read_lines(Results& results, const fs::path& file, bool of_shard) {
  Descriptor opened = open_below(root_, file, O_RDONLY | O_NONBLOCK);
  if (!opened && errno == ENOENT && !of_shard) return {};
  if (!opened) return cannot_read(root_ / file, errno);
  const auto source = static_cast<std::size_t>(
      std::find(results.sources.begin(), results.sources.end(), file) - results.sources.begin());
  constexpr std::array<std::string_view, 1> kId = {"id"};
  std::string problem;
  const bool whole = for_each_file_line(opened.get(), [&](const FileLine& one) {
    const Result<Value> line = json_loads_object_filtered(one.text, kId);
    const std::string id(line.ok() ? text_member(*line, "id") : std::string_view());
    if (id.empty()) {
      if (one.whole && problem.empty())
        problem = ":" + std::to_string(one.number) + ": not a result line";
      return;
    }
    const Line place{source, one.offset, one.size};
    const auto [known, is_new] = results.lines.try_emplace(id, place);
    // The last line of a file, and the result of a shard, which had none to keep.
    if (!is_new && (of_shard || known->second.source == source)) known->second = place;
    in_shards_ += of_shard && is_new ? 1 : 0;
  });
  if (!whole) return cannot_read(root_ / file, errno);
  // Another process that merges replaces the file; these lines are in the one that was read.
  if (!of_shard) results.main = std::move(opened);
  if (problem.empty()) return {};
  return Error{"FileError",
               (root_ / file).string() + problem + "; remove the line to merge shards"};
}

// What a complete shard has generated, by its notes.
Status ShardMerge::read_notes(const GeneratedShard& shard) {
  const fs::path notes =
      model_ / kShardsFolder / set_.folder / std::to_string(shard.number) / kNotesFile;
  const Descriptor opened = open_below(root_, notes, O_RDONLY | O_NONBLOCK);
  if (!opened && errno == ENOENT) return {};
  if (!opened) return cannot_read(root_ / notes, errno);
  constexpr std::array<std::string_view, 2> kMembers = {"id", "ending"};
  const bool whole = for_each_file_line(opened.get(), [&](const FileLine& one) {
    const Result<Value> line = json_loads_object_filtered(one.text, kMembers);
    if (!line.ok() || text_member(*line, "ending") == "missing") return;
    const std::string id(text_member(*line, "id"));
    if (!read_entry_id(id).prerequisite) noted_.insert(id);
  });
  return whole ? Status() : cannot_read(root_ / notes, errno);
}

std::vector<std::string> ShardMerge::missing() const {
  const std::set<std::string, std::less<>> there = ids();
  std::vector<std::string> missing;
  std::set_difference(noted_.begin(), noted_.end(), there.begin(), there.end(),
                      std::back_inserter(missing));
  return missing;
}

std::set<std::string, std::less<>> ShardMerge::ids() const {
  std::set<std::string, std::less<>> ids;
  for (const auto& [file, results] : results_) {
    for (const auto& [id, line] : results.lines) ids.insert(id);
  }
  return ids;
}

Status ShardMerge::write() {
  for (const auto& [file, source] : copies_) BFCLX_RETURN_IF_ERROR(write_copy(file, source));
  for (const auto& [file, sources] : logs_) BFCLX_RETURN_IF_ERROR(write_log(file, sources));
  BFCLX_RETURN_IF_ERROR(write_manifest());
  for (const auto& [file, results] : results_) {
    BFCLX_RETURN_IF_ERROR(write_results(file, results));
  }
  return {};
}

Status ShardMerge::write_copy(const std::string& file, const fs::path& source) const {
  const Descriptor opened = open_below(root_, source, O_RDONLY | O_NONBLOCK);
  if (!opened) return cannot_read(root_ / source, errno);
  WholeFile copy(root_, model_ / file, {});
  std::string part(65536, '\0');
  for (off_t at = 0;;) {
    const ssize_t size = files::pread(opened.get(), part.data(), part.size(), at);
    if (size < 0) return cannot_read(root_ / source, errno);
    if (size == 0) break;
    copy.write(std::string_view(part).substr(0, static_cast<std::size_t>(size)));
    at += size;
  }
  return copy.commit_to_disk();
}

// The lines of all, each once. Which settings an entry was made with is told by its last one.
Status ShardMerge::write_log(const std::string& file, const std::vector<fs::path>& sources) {
  std::vector<fs::path> all = {model_ / file};
  all.insert(all.end(), sources.begin(), sources.end());
  std::unordered_set<std::uint64_t> seen;
  WholeFile log(root_, model_ / file, {});
  for (const fs::path& source : all) {
    const Descriptor opened = open_below(root_, source, O_RDONLY | O_NONBLOCK);
    // A shard's that is gone was merged and removed by another process.
    if (!opened && errno == ENOENT && source == all.front()) continue;
    if (!opened) return cannot_read(root_ / source, errno);
    const bool whole = for_each_file_line(opened.get(), [&](const FileLine& one) {
      constexpr std::array<std::string_view, 3> kMembers = {"id", "ending", "made_with"};
      if (!seen.insert(fnv1a(one.text)).second) return;
      const Result<Value> line = json_loads_object_filtered(one.text, kMembers);
      if (!line.ok() && !one.whole) return;
      log.write(one.text);
      log.write("\n");
      if (file != kNotesFile || !line.ok() || text_member(*line, "ending") == "missing") return;
      made_with_[std::string(text_member(*line, "id"))] = text_member(*line, "made_with");
    });
    if (!whole) return cannot_read(root_ / source, errno);
  }
  return log.commit_to_disk();
}

Status ShardMerge::write_manifest() {
  Value before;
  const Descriptor opened = open_below(root_, model_ / kManifestFile, O_RDONLY | O_NONBLOCK);
  if (opened) {
    std::string text;
    if (!for_each_file_line(opened.get(), [&](const FileLine& one) { text.append(one.text); })) {
      return cannot_read(model_ / kManifestFile, errno);
    }
    if (Result<Value> read = json_loads(text); read.ok()) before = *std::move(read);
  }
  std::vector<Value> shards;
  for (const GeneratedShard& shard : set_.shards) {
    if (shard.manifest.is_dict()) shards.push_back(shard.manifest);
  }
  if (shards.empty() || (made_with_.empty() && before.is_dict())) return {};
  std::map<std::string, std::size_t, std::less<>> results;
  for (const auto& [id, settings] : made_with_) ++results[settings];
  ResponseLatency latency;
  for (const auto& [file, merged] : results_) {
    BFCLX_RETURN_IF_ERROR(each_line(merged, [&](const std::string& id, const std::string& text) {
      add_latency(id, text, latency);
    }));
  }
  WholeFile file(root_, model_ / kManifestFile, {});
  file.write(merged_manifest(before, shards, results, latency_value(run_latency(latency))));
  return file.commit_to_disk();
}

Status ShardMerge::each_line(
    const Results& results,
    const std::function<void(const std::string& id, const std::string& text)>& use) const {
  std::vector<const std::pair<const std::string, Line>*> lines;
  for (const auto& line : results.lines) lines.push_back(&line);
  std::stable_sort(lines.begin(), lines.end(), [](const auto* a, const auto* b) {
    return sort_key(a->first) < sort_key(b->first);
  });
  const bool ascii =
      std::any_of(set_.shards.begin(), set_.shards.end(), [](const GeneratedShard& shard) {
        const Value* facts = present(shard.manifest, "shard");
        const Value* updates = facts != nullptr ? present(*facts, "updates") : nullptr;
        return updates != nullptr && updates->is_bool() && updates->as_bool();
      });
  OpenFiles sources(root_, results.sources);
  for (const auto* line : lines) {
    const Line& place = line->second;
    const bool of_main = place.source + 1 == results.sources.size();
    const int source = of_main ? results.main.get() : sources.get(place.source);
    const std::string text = read_again(source, {line->first, place.offset, place.size}, ascii);
    if (text.empty()) return cannot_read(root_ / results.sources[place.source], EIO);
    use(line->first, text);
  }
  return {};
}

Status ShardMerge::write_results(const std::string& file, const Results& results) const {
  WholeFile merged(root_, model_ / file, {});
  BFCLX_RETURN_IF_ERROR(each_line(results, [&](const std::string&, const std::string& text) {
    merged.write(text);
    merged.write("\n");
  }));
  return merged.commit_to_disk();
}

// One rename, so that whoever reads them meanwhile has all or none.
Status remove_shards(const fs::path& model_folder, const ShardSet& set) {
  const fs::path place = model_folder / kShardsFolder;
  remove_merged_shards(model_folder);
  // A name that no other process uses: it may be removing the same shards, begun again since.
  const std::string merged = std::string(kMergedPrefix) + std::to_string(files::process()) + "-";
  constexpr int kTries = 100;
  int error = 0;
  for (int i = 0; i < kTries; ++i) {
    const bool done = files::rename_path(place / set.folder, place / (merged + std::to_string(i)));
    error = done ? 0 : errno;
    if (error != ENOTEMPTY && error != EEXIST) break;
  }
  remove_merged_shards(model_folder);
  remove_leftovers(model_folder, true);
  if (error == 0 || !files::is_there(place / set.folder)) return {};  // by another process
  return Error{"FileError", (place / set.folder).string() +
                                ": its results are merged, but it cannot be removed: " +
                                reason_text(error) + "; remove it"};
}

void remove_merged_shards(const fs::path& model_folder) {
  const fs::path place = model_folder / kShardsFolder;
  if (files::kind_of(place) != files::FileKind::kFolder) return;
  const auto merged = [&] {
    std::vector<fs::path> folders;
    for (const std::string& name : files::names_in(place).value_or(std::vector<std::string>())) {
      if (name.starts_with(kMergedPrefix)) folders.push_back(place / name);
    }
    return folders;
  };
  // Where another process removes the same, both may stop in the middle.
  constexpr int kTries = 100;
  std::vector<fs::path> folders = merged();
  if (folders.empty()) return;
  for (int i = 0; i < kTries && !folders.empty(); ++i, folders = merged()) {
    for (const fs::path& folder : folders) files::remove_tree(folder);
  }
  files::remove_name(place);  // where it is empty
}

}  // namespace bfclx::tools
