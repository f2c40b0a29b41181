// `bfclx merge`: the shards of `bfclx score --shard` as one report, and those of `bfclx generate
// --shard` as results.
#include <fcntl.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/counted.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/result_folder.h"
#include "tools/bfclx/generate/shard_merge.h"
#include "tools/bfclx/input/unmerged_shards.h"
#include "tools/bfclx/output/below.h"
#include "tools/bfclx/output/lock.h"
#include "tools/bfclx/output/whole_file.h"
#include "tools/bfclx/platform/system.h"
#include "tools/bfclx/rare_options.h"
#include "tools/bfclx/score/output_form.h"
#include "tools/bfclx/score/scoring.h"
#include "tools/bfclx/score/shard.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kContinueAnyway = "--continue-anyway";

constexpr const char* kMergeExamples = R"(Examples:
  for i in 1 2 3 4; do
    bfclx score result --shard $i/4 --verdicts shard-$i.jsonl &
  done; wait
  bfclx merge shard-*.jsonl                      same report as `bfclx score result`
  bfclx merge shard-*.jsonl --verdicts verdicts.jsonl --format json
  bfclx merge result/my-model          results of `bfclx generate --shard`, unfinished ones too

Report and verdicts are identical to those of the same run without shards. Run `merge` in the same
folder as the shards. It reads the same result files and dataset again, so they must not have
changed. To check the verdicts of the shards, it scores every response again.

Exit codes: 0 done; 1 some input was unusable, the rest is scored; 2 wrong usage, or a shard
is missing, duplicate, from another run, or has a verdict that differs.)";

// Folders of models with shards in them, the folder itself or some below it.
std::vector<fs::path> folders_with_shards(const fs::path& folder) {
  std::vector<fs::path> found;
  if (!find_shard_sets(folder).empty()) return {folder};
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    if (it->path().filename() != kShardsFolder) continue;
    it.disable_recursion_pending();
    if (!find_shard_sets(it->path().parent_path()).empty()) {
      found.push_back(it->path().parent_path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

// Where a lock says nothing of the shards on other machines.
void refuse_running_shards(const fs::path& folder) {
  for (const ShardSet& set : find_shard_sets(folder)) {
    const std::size_t number = shard_that_may_run(folder, set);
    if (number == 0) continue;
    throw UsageError(
        folder.string() + ": shard " + std::to_string(number) +
        " has written in the last minute, and locks in this file system do not say "
        "whether it is still running on another machine; wait until it ends, or stop it, "
        "and merge a minute later");
  }
}

// Behind the counts of a merge, with the end of the line.
std::string missing_text(const std::vector<std::string>& ids) {
  constexpr std::size_t kShown = 5;
  if (ids.empty()) return "\n";
  return "; " + counted(ids.size(), "result of these is", "results of these are") +
         " missing: " + first_of(ids, kShown) + "\n";
}

// Whether no result of a complete shard is missing.
bool merge_generated(const fs::path& folder, bool continue_anyway) {
  bool whole = true;
  const Descriptor lock = open_below(folder, kLockFile, O_RDWR | O_CREAT);
  if (!lock) throw UsageError(folder.string() + " cannot be written: " + reason_text(errno));
  const Lock held = lock_file(lock.get());
  if (held == Lock::kTaken) {
    throw UsageError(
        folder.string() +
        ": a shard is still running, or another merge; wait until it ends, or stop it");
  }
  if (held == Lock::kUnavailable || !platform::locks_are_for_all(lock.get()))
    refuse_running_shards(folder);
  remove_leftovers(folder, true);
  for (const ShardSet& set : find_shard_sets(folder)) {
    ShardMerge merge(folder, {}, set);
    Status status = continue_anyway ? Status() : merge.check();
    if (status.ok()) status = merge.read();
    const std::vector<std::string> missing = merge.missing();
    if (status.ok()) status = merge.write();
    if (status.ok()) status = remove_shards(folder, set);
    if (!status.ok()) throw UsageError(status.error().message);
    const std::size_t complete = set.complete();
    print(STDOUT_FILENO,
          printable(folder.string() + ": merged " + counted(merge.results(), "result", "results") +
                    " of " + counted(set.of, "shard", "shards") + "; " + grouped_digits(complete) +
                    (complete == 1 ? " was" : " were") + " complete" + missing_text(missing) +
                    (complete == set.of && missing.empty()
                         ? ""
                         : "`bfclx generate` with the same options, with or without "
                           "--shard, generates the rest.\n")));
    whole = whole && missing.empty();
  }
  return whole;
}

// Whether the paths are folders of `bfclx generate --shard`, and not files of `score --shard`.
bool are_folders(const std::vector<std::string>& paths) {
  const auto folders = std::count_if(paths.begin(), paths.end(), [](const std::string& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
  });
  if (folders == 0) return false;
  if (folders == static_cast<std::ptrdiff_t>(paths.size())) return true;
  throw UsageError("pass either folders of `bfclx generate --shard` or files of `score --shard`");
}

int merge_folders(const CLI::App& command, const std::vector<std::string>& paths,
                  bool continue_anyway) {
  bool whole = true;
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || name == "SHARD" || name == kContinueAnyway || is_global(*option))
      continue;
    throw UsageError(name + ": only for files of `score --shard`, not for a folder");
  }
  for (const std::string& path : paths) {
    const std::vector<fs::path> folders = folders_with_shards(path);
    if (folders.empty()) {
      throw UsageError(path + ": no shards of `bfclx generate --shard` to merge");
    }
    for (const fs::path& folder : folders) {
      whole = merge_generated(folder, continue_anyway) && whole;
    }
  }
  return whole ? kDone : kSomeUnusable;
}

}  // namespace

Command add_merge(CLI::App& app) {
  auto options = std::make_shared<ScoreOptions>();
  auto paths = std::make_shared<std::vector<std::string>>();
  CLI::App* command =
      app.add_subcommand("merge", "Merge the shards of `score --shard` or `generate --shard`");
  command->footer(kMergeExamples);
  command
      ->add_option("SHARD", *paths,
                   "All files that `bfclx score --shard` wrote, or a result folder with\n"
                   "shards of `bfclx generate --shard`")
      ->required()
      ->type_name("");
  auto trusting = std::make_shared<bool>(false);
  command->add_flag("--no-verify", *trusting,
                    "Use the shards' verdicts without scoring the responses again");
  auto continue_anyway = std::make_shared<bool>(false);
  command->add_flag(kContinueAnyway, *continue_anyway,
                    "Merge shards of `generate` with different settings or datasets");
  add_report_options(*command, *options);
  return [options, paths, trusting, continue_anyway, command](Kept& kept) {
    if (are_folders(*paths)) return merge_folders(*command, *paths, *continue_anyway);
    if (*continue_anyway) {
      throw UsageError("--continue-anyway: only for a folder, not for files of `score --shard`");
    }
    if (options->format == kInspectForm) {
      throw UsageError(
          "--format inspect: shards have no conversations; use `bfclx score -o FILE.eval`");
    }
    Shards shards(*paths, !*trusting);
    options->run = shards.options();
    const int code = run_scoring(
        *options,
        [&](Session& session, std::size_t model, EntryTexts* texts) {
          return shards.give(session, model, texts);
        },
        kept, *paths);
    note(shards.told());
    return code;
  };
}

}  // namespace bfclx::tools
