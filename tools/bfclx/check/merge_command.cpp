// `bfclx merge`: the shares of `bfclx check --shard` as one check.
#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

#include "tools/bfclx/check/checking.h"
#include "tools/bfclx/check/share.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kMergeExamples = R"(Examples:
  for i in 1 2 3 4; do
    bfclx check result --shard $i/4 --verdicts share-$i.jsonl &
  done; wait
  bfclx merge share-*.jsonl                      what `bfclx check result` says
  bfclx merge share-*.jsonl --verdicts verdicts.jsonl --format json

Report and verdicts are those of one check of the whole, to the byte, however it was split. It
is run where the shares were: result files and dataset are read again, by the same paths, and
must not have changed. The verdicts are checked against them: every response is scored again.

Exit codes: 0 done; 1 some input was unusable, the rest is scored; 2 wrong usage, or a share
is missing, twice there, of another check, or has a verdict that scoring does not give.)";

}  // namespace

Command add_merge(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  auto paths = std::make_shared<std::vector<std::string>>();
  CLI::App* command =
      app.add_subcommand("merge", "Put the shares of `check --shard` together: one report");
  command->footer(kMergeExamples);
  command->add_option("SHARE", *paths, "Files that `bfclx check --shard` wrote, all of them")
      ->required()
      ->type_name("");
  auto trusting = std::make_shared<bool>(false);
  command->add_flag("--no-verify", *trusting,
                    "Use the shards' verdicts without scoring the responses again");
  add_report_options(*command, *options);
  return [options, paths, trusting](Kept& kept) {
    Shares shares(*paths, !*trusting);
    options->run = shares.options();
    const int code = run_check(
        *options,
        [&](Session& session, std::size_t model, EntryTexts* texts) {
          return shares.give(session, model, texts);
        },
        kept, *paths);
    say(shares.told());
    return code;
  };
}

}  // namespace bfclx::tools
