// `bfclx report -o FOLDER/`: a static leaderboard of many models. `bfclx publish` is its older
// name.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_PUBLISH_COMMAND_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_PUBLISH_COMMAND_H_

#include <string>

#include "tools/bfclx/input/options.h"

namespace bfclx::tools {

// Of leaderboards, for the help of both commands.
inline constexpr const char* kLeaderboardHelp =
    R"(The folder can be put on any static host as it is, under any path. Pages: the table with intervals
and rank ranges, each model and its failures, each entry and all models' responses, any two models
compared, what the audit finds. Links to them are permanent as long as a model keeps its name.
The data of the pages is also there as JSON: data/index.json, ids.json, audit.json,
models/NAME/model.json, and slices of responses and entries. It includes the dataset's questions
and ground truth: mind its licence.

The output folder must be empty (hidden files do not count) or hold an earlier leaderboard, and
must not be an input. Models that you do not pass are removed, unless you use --add, which keeps
them unchanged and does not need their results. --add needs the same dataset. Unchanged files are
not rewritten.

Folders of official score files also work, without the results: they list failures with their
reasons, and how many entries passed. They do not contain the responses that passed, and if a file
covers fewer entries than the dataset, it is unknown which entries passed; the pages say so. If
both are given, a model's results count.

The pages are the repository's site, built (npm run build in site/).)";

// What a leaderboard has and a page has not.
struct LeaderboardOptions {
  std::string site;
  bool add = false;
};

struct PublishOptions {
  RunOptions run;
  std::string output;
  std::string title;  // empty: the leaderboard's own, or "Leaderboard"
  LeaderboardOptions board;
  std::string leaderboard = "v4";
  ComparisonOptions statistics;
};

void add_leaderboard_options(CLI::App& command, LeaderboardOptions& options);
int run_publish(const PublishOptions& options);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_PUBLISH_COMMAND_H_
