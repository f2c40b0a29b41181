// What `bfclx score` and `bfclx merge` share: models opened, given their verdicts by either, and
// reported.
#ifndef BFCLX_TOOLS_BFCLX_SCORE_SCORING_H_
#define BFCLX_TOOLS_BFCLX_SCORE_SCORING_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/findings/run_warnings.h"
#include "core/run/summary.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/kept.h"
#include "tools/bfclx/output/output_file.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace bfclx::tools {

struct ScoreOptions {
  RunOptions run;
  std::string verdicts;
  bool verdicts_alone = false;  // without a report
  std::string output;           // the report; its form stands in its name
  std::string format = "table";
  std::string leaderboard;
  std::string hub_dataset;  // of --format hf-eval
  std::string eee_samples;  // the file, of --format eee
  std::string errata;
  RepeatsRequest repeats;
  bool details = false;
  bool latency = false;    // tables of it, where the format has none of itself
  bool next_steps = true;  // the table ends with the commands that go on
};

// Those that say what is written; `run` is left alone.
struct ReportOptions {
  CLI::Option* verdicts;
  CLI::Option* format;
  CLI::Option* leaderboard;
  CLI::Option* errata;
  CLI::Option* repeats_of;
  CLI::Option* repeats_by_name;
  CLI::Option* details;
};
ReportOptions add_report_options(CLI::App& command, ScoreOptions& options);

// Gives the entries of a model of the session their verdicts and, with `texts`, what is written of
// each, as score_model does; returns the warnings about the run.
using GiveVerdicts =
    std::function<std::vector<RunWarning>(Session& session, std::size_t model, EntryTexts* texts)>;
// score_model, with progress on a terminal.
std::vector<RunWarning> score_with_progress(Session& session, std::size_t model, std::size_t jobs,
                                            EntryShard shard, EntryTexts* texts);

// Opens, has verdicts given, writes them and the report; the exit code. Throws a UsageError.
// The file of verdicts must not be one of `more_inputs` either.
int run_scoring(const ScoreOptions& options, const GiveVerdicts& give, Kept& kept,
                const std::vector<std::string>& more_inputs = {});

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SCORE_SCORING_H_
