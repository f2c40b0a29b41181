// `bfclx merge`: the shards of `bfclx score --shard` as one check.
#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

#include "tools/bfclx/commands.h"
#include "tools/bfclx/score/scoring.h"
#include "tools/bfclx/score/shard.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kMergeExamples = R"(Examples:
  for i in 1 2 3 4; do
    bfclx score result --shard $i/4 --verdicts shard-$i.jsonl &
  done; wait
  bfclx merge shard-*.jsonl                      same report as `bfclx score result`
  bfclx merge shard-*.jsonl --verdicts verdicts.jsonl --format json

Report and verdicts are identical to those of the same run without shards. Run `merge` in the same
folder as the shards. It reads the same result files and dataset again, so they must not have
changed. To check the verdicts of the shards, it scores every response again.

Exit codes: 0 done; 1 some input was unusable, the rest is scored; 2 wrong usage, or a shard
is missing, duplicate, from another run, or has a verdict that differs.)";

}  // namespace

Command add_merge(CLI::App& app) {
  auto options = std::make_shared<ScoreOptions>();
  auto paths = std::make_shared<std::vector<std::string>>();
  CLI::App* command =
      app.add_subcommand("merge", "Merge the shards of `score --shard` into one report");
  command->footer(kMergeExamples);
  command->add_option("SHARD", *paths, "All files that `bfclx score --shard` wrote")
      ->required()
      ->type_name("");
  auto trusting = std::make_shared<bool>(false);
  command->add_flag("--no-verify", *trusting,
                    "Use the shards' verdicts without scoring the responses again");
  add_report_options(*command, *options);
  return [options, paths, trusting](Kept& kept) {
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
