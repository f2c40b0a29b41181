// `bfclx report -o FOLDER/`: a static leaderboard of many models. `bfclx publish` is its older
// name.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_PUBLISH_COMMAND_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_PUBLISH_COMMAND_H_

#include <string>
#include <vector>

#include "tools/bfclx/input/options.h"
#include "tools/bfclx/kept.h"

namespace bfclx::tools {

// Of leaderboards, for the help of both commands.
inline constexpr const char* kLeaderboardHelp =
    R"(You can put the folder on any static web host, under any path. It has these pages: the table with
intervals and rank ranges, each model with its failures, each entry with all models' responses,
comparisons of any two models, and the audit. Links to pages are permanent as long as a model keeps
its name. The same data is available as JSON: data/index.json, ids.json, audit.json, history.json,
models/NAME/model.json, and files of responses and entries. It includes questions and ground truth of
the dataset, so check the dataset's licence before you publish it.

The output folder must be empty (hidden files do not count) or hold an earlier leaderboard, and
must not be an input. Models that you do not pass are removed, unless you use --add, which keeps
them unchanged and does not need their results. --add needs the same dataset. Unchanged files are
not rewritten.

A submission of `bfclx submit prepare` is validated first. If it is not valid, nothing is written and
the exit code is 3. If it is, its model is marked as validated. --reproduced-by marks a model as
reproduced. All others are claimed.

With --translation, runs of translations are compared with the runs of the same models in the source's
language, in a separate table. They have no rank.

Without results, you can pass folders of official score files. The pages then list the failures with
their reasons, and how many entries passed. Score files do not contain the responses that passed. If
a file covers fewer entries than the dataset, it is unknown which entries passed, and the pages say
so. If you pass both, the results count.

The pages are those of the site in this repository. Build it first (npm run build in site/).)";

// What a leaderboard has and a page has not.
struct LeaderboardOptions {
  std::string site;
  bool add = false;
  std::string reproduced_by;              // a second run of the only model
  std::vector<std::string> translations;  // folders, or RUN=FOLDER
};

struct PublishOptions {
  RunOptions run;
  std::string output;
  std::string title;  // empty: the leaderboard's own, or "Leaderboard"
  LeaderboardOptions board;
  std::string leaderboard = "v4";
  ComparisonOptions statistics;
  std::string errata = {};
};

void add_leaderboard_options(CLI::App& command, LeaderboardOptions& options);
int run_publish(const PublishOptions& options, Kept& kept);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_PUBLISH_COMMAND_H_
