// `bfclx report`: one self-contained HTML page about one or several runs, or a static leaderboard.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/render/ranking_change_text.h"
#include "core/report/report_page.h"
#include "core/run/run_statistics.h"
#include "core/run/summary.h"
#include "core/statistics/headline_score.h"
#include "core/statistics/ranking_change.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errata/second_score.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/run_logs.h"
#include "tools/bfclx/input/run_set.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/output/refuse_overwrite.h"
#include "tools/bfclx/publish/publish_command.h"
#include "tools/bfclx/report/report_command.h"
#include "tools/bfclx/view/page.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReportExamples = R"(Examples:
  bfclx report result/my-model -o report.html
  bfclx report old/my-model new/my-model -o report.html   with the comparison of the two
  bfclx report result/my-model --failures 20 -o - | gzip > report.html.gz
  bfclx report result/my-model --errata errata.json -o report.html   also with corrected ground truth
  bfclx report sample --dataset sample -o sample.html     the results inside the program
  bfclx report result -o board/                           a static leaderboard of a folder of models
  bfclx report result/new-model -o board/ --add           add one model
  bfclx report submission -o board/ --add                 add a submission, if it is valid
  bfclx report result -o board/ --site site/dist --title "Our models"
  bfclx report score -o board/                            official score files, without the results
  bfclx report result -o board/ --site none               only the data of the leaderboard

The page has tables, charts, problems that distort the score, and failures with their reasons. It is one
file without scripts or external resources, and follows the reader's light or dark theme.

Exit codes: 0 done; 1 some input was unusable, the rest is in the report; 2 wrong usage; 3 a submission or
a second run was refused, and nothing was written.

An output that ends with "/", is a folder, or does not exist and has no extension, is a leaderboard.
)";

struct ReportOptions {
  RunOptions run;
  std::string output;
  std::string title;
  std::optional<std::size_t> most_failures;  // of each category; unset: by the number of runs
  std::size_t failures = 0;                  // what that comes to
  ComparisonOptions statistics;
  std::string leaderboard = "v4";
  std::string errata;
  LeaderboardOptions board;
};

// --- The page -----------------------------------------------------------------------------------

ReportPage page_about(const RunSet& set, const ReportOptions& options) {
  ReportPage page;
  const Dataset& dataset = set.dataset();
  page.title = options.title;
  page.program = BFCLX_VERSION;
  page.dataset = dataset.version + ", " + dataset.hash;
  page.options = options.statistics;
  ReportedRunOptions of_run;
  of_run.failures = options.failures;
  of_run.score = [&](ModelRun& model, Keep keep, const ScoreHooks& hooks) {
    score_run(model, keep, chosen_jobs(options.run), hooks);
  };
  std::vector<const ModelRun*> models;
  for (const RunOfSet& run : set.runs) {
    // Those of one run are in memory at a time.
    const RunLogs logs(dataset, *run.model);
    of_run.logs = [&](std::size_t file, const ScoredResponse& response) {
      return logs.of(file, response);
    };
    page.runs.push_back(reported_run(*run.model, run.label, of_run));
    models.push_back(run.model);
  }
  compare_reported(
      page, models,
      headline_score(set.sessions.front()->dataset, named_version(options.leaderboard)));
  return page;
}

std::string label_of(const RunSet& set, const ModelRun* model) {
  for (const RunOfSet& run : set.runs) {
    if (run.model == model) return run.label;
  }
  return model->name;
}

// What the corrections do to the ranks, once the sessions are judged again.
void add_rank_change(ReportedErrata& errata, const ReportPage& page, const RunSet& set) {
  std::vector<std::string> labels;
  std::vector<std::unique_ptr<RunForScores>> kept;
  std::vector<const JudgedRun*> judged;
  for (const RunOfSet& run : set.runs) {
    labels.push_back(run.label);
    kept.push_back(std::make_unique<RunForScores>(*run.model));
    judged.push_back(&kept.back()->judged);
  }
  const Ranking corrected =
      rank_runs(judged, score_weights(page.leaderboard.score()), page.options);
  const RankingChange change = change_of(page.ranking, corrected);
  if (change.runs == 0) return;
  errata.rank_change = ranking_change_text(change, labels);
  errata.ranks = ranking_change_table(page.ranking, corrected, labels);
}

// Once the official part of the page is made: the sessions are judged again.
ReportedErrata errata_of(std::vector<SecondScore>& scores, const ReportPage& page,
                         const RunSet& set, const ReportOptions& options) {
  ReportedErrata errata;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    Session& session = *set.sessions[i];
    // The score that the rest of the page leads with: an own benchmark has no parts of a version.
    const NamedVersion& asked = named_version(options.leaderboard);
    const bool is_own = headline_score(session.dataset, asked).is_own();
    Report official = make_report(session.dataset, session.models, session.problems);
    if (!is_own) add_overall(official, version_of(session.dataset, asked));
    const SecondReport corrected =
        scores[i].make_report(session, is_own ? std::string_view() : options.leaderboard);
    for (std::size_t m = 0; m < official.models.size(); ++m) {
      const std::string label = label_of(set, official.models[m].run);
      for (ScoreRow& row : second_score_rows(official.models[m], corrected.report.models[m])) {
        errata.rows.push_back({label, std::move(row.name), std::move(row.official),
                               std::move(row.corrected), std::move(row.counts)});
      }
    }
  }
  if (!scores.empty()) {
    ErrataTold told = told_of(scores);
    errata.heading = second_score_heading(told.name, told.applied, told.corrections);
    errata.left_out = std::move(told.left_out);
    add_rank_change(errata, page, set);
  }
  return errata;
}

// A page of many runs is for their scores: with 100 failures of each category it would have half a
// megabyte a run.
constexpr std::size_t kRunsWithFailures = 20;
constexpr const char* kWithoutFailures =
    " entries are left out with more than 20 runs; `--failures 10` shows up to 10 per "
    "category";

// A name without an extension is that of a pipe or a device.
void check_extension(const std::string& output) {
  const std::string extension = fs::path(output).extension().string();
  if (extension.empty() || extension == ".html") return;
  throw UsageError("--output " + printable_line(output) +
                   ": unknown extension; a page is HTML, use .html, or DIR/ for a leaderboard");
}

int run_report(ReportOptions options, Kept& kept) {
  refuse_to_overwrite(options.run, "--output", options.output, {{"--errata", options.errata}});
  check_extension(options.output);
  if (!options.errata.empty()) static_cast<void>(read_errata(options.errata));
  OutputFile file;
  if (!file.open(options.output)) throw UsageError(file.error());
  const RunSet set = open_run_set(options.run, kept);
  const auto empty = [](const RunOfSet& run) {
    return run.model->runs.empty() && run.model->unscored.empty();
  };
  if (std::all_of(set.runs.begin(), set.runs.end(), empty)) {
    throw NothingUsable(nothing_to("report", set.flawed()));
  }
  const bool too_many = !options.most_failures && set.runs.size() > kRunsWithFailures;
  options.failures = too_many ? 0 : options.most_failures.value_or(kReportedFailures);
  std::vector<SecondScore> errata;
  for (const Session* session : set.sessions) {
    if (options.errata.empty()) break;
    errata.emplace_back(options.errata).remember(*session);
  }
  ReportPage page = page_about(set, options);
  tell_new_problems(set);
  if (too_many) page.notes.push_back(std::string("Failed") + kWithoutFailures + ".");
  page.errata = errata_of(errata, page, set, options);
  file.write(report_html(page));
  if (!file.close()) {
    say(file.error());
    return kSomeUnusable;
  }
  if (options.output != "-") {
    note("report of " + counted(set.runs.size(), "run", "runs") + " written to " +
         printable_line(options.output));
    if (too_many) note(std::string("failed") + kWithoutFailures);
  }
  return set.flawed() ? kSomeUnusable : kDone;
}

bool is_board(const std::string& output) {
  std::error_code ignored;
  if (output.ends_with('/') || fs::is_directory(output, ignored)) return true;
  return output != "-" && !fs::path(output).has_extension() &&
         !fs::exists(fs::symlink_status(output, ignored));
}

PublishOptions board_of(const ReportOptions& options) {
  if (options.most_failures)
    throw UsageError("--failures applies to a page only: pass -o FILE.html");
  return {options.run,         options.output,     options.title, options.board,
          options.leaderboard, options.statistics, options.errata};
}

const ReportOptions& page_of(const ReportOptions& options) {
  const char* wrong = options.board.add                      ? "--add"
                      : !options.board.reproduced_by.empty() ? "--reproduced-by"
                      : !options.board.translations.empty()  ? "--translation"
                      : !options.board.site.empty()          ? "--site"
                                                             : nullptr;
  if (wrong == nullptr) return options;
  throw UsageError(std::string(wrong) + " applies to a leaderboard only: pass a folder, `-o " +
                   printable_line(options.output) + "/`");
}

}  // namespace

int write_page(const RunOptions& run, const std::string& output, const std::string& leaderboard,
               const std::string& errata, Kept& kept) {
  ReportOptions options;
  options.run = run;
  options.output = output;
  if (!leaderboard.empty()) options.leaderboard = leaderboard;
  options.errata = errata;
  return run_report(std::move(options), kept);
}

Command add_report(CLI::App& app) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command =
      app.add_subcommand("report", "Write one HTML page about runs, or a leaderboard");
  command->footer(std::string(kReportExamples) + kLeaderboardHelp);
  add_paths(*command, options->run);
  add_run_options(*command, options->run);
  command
      ->add_option("-o,--output", options->output,
                   "HTML page such as report.html, - for standard output, or DIR/ for a\n"
                   "leaderboard")
      ->required()
      ->type_name("FILE|DIR/");
  command
      ->add_option("--title", options->title,
                   "Title (default: the names of up to three runs, or their number)")
      ->type_name("TEXT");
  command
      ->add_option("--failures", options->most_failures,
                   "Show at most N failed entries per category; 0 for none (default: 100, or none\n"
                   "with more than 20 runs)")
      ->type_name("N")
      ->check(whole_number());
  add_errata_option(*command, options->errata);
  add_leaderboard_option(*command, options->leaderboard,
                         "Leaderboard version of the overall score");
  add_statistics_options(*command, options->statistics);
  add_leaderboard_options(*command, options->board);
  return [options](Kept& kept) {
    return is_board(options->output) ? run_publish(board_of(*options), kept)
                                     : run_report(page_of(*options), kept);
  };
}

}  // namespace bfclx::tools
