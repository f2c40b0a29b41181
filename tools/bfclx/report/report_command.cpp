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
#include "core/explain/explanation.h"
#include "core/findings/run_diagnosis.h"
#include "core/run/run_statistics.h"
#include "core/run/summary.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errata/second_score.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/run_set.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/output/refuse_overwrite.h"
#include "tools/bfclx/publish/publish_command.h"
#include "tools/bfclx/report/html_report.h"
#include "tools/bfclx/view/page.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReportExamples = R"(Examples:
  bfclx report result/my-model -o report.html
  bfclx report old/my-model new/my-model -o report.html   with the comparison of the two
  bfclx report result/my-model --failures 20 -o - | gzip > report.html.gz
  bfclx report result/my-model --errata errata.json -o report.html   and scores by corrections
  bfclx report sample --dataset sample -o sample.html     the result sets inside the program
  bfclx report result -o board/                           a static leaderboard of a folder of models
  bfclx report result/new-model -o board/ --add           one more
  bfclx report result -o board/ --site site/dist --title "Our models"
  bfclx report score -o board/                            official score files, without the results
  bfclx report result -o board/ --site none               only the data of the leaderboard

The page holds tables, charts, problems that distort the score, and the failures with their reasons. It is
one file without a script, loads nothing, and follows the reader's light or dark theme.

Exit codes: 0 done; 1 some input was unusable, the rest is in the report; 2 wrong usage.

An output that ends with "/", or is a folder, is a leaderboard.
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

constexpr std::size_t kMaxQuestionBytes = 1200;
constexpr std::size_t kMaxReplyBytes = 2500;
constexpr std::size_t kMaxOfficialBytes = 1500;
constexpr std::size_t kMaxLines = 40;

// --- One failure --------------------------------------------------------------------------------

// The last message of the user in the first turn.
std::string question_of(const Entry& entry) {
  const Value& turns = entry.question();
  if (!turns.is_list() || turns.items().empty() || !turns.items()[0].is_list()) return {};
  std::string_view text;
  for (const Value& message : turns.items()[0].items()) {
    if (find_text(message, "role") == "user") text = find_text(message, "content");
  }
  return shortened(text, kMaxQuestionBytes);
}

std::vector<ViewLine> some_lines(std::vector<ViewLine> lines) {
  if (lines.size() <= kMaxLines) return lines;
  const std::size_t rest = lines.size() - kMaxLines;
  lines.resize(kMaxLines);
  lines.push_back({"... " + counted(rest, "more line", "more lines")});
  return lines;
}

HtmlFailure failure_of(const Explanation& explanation) {
  const ScoredReply& reply = *explanation.reply;
  const Verdict& verdict = reply.verdict;
  HtmlFailure failure;
  failure.id = reply.entry->id;
  failure.error_type = verdict.error_type;
  if (verdict.why) failure.why = verdict.why->text;
  failure.question = question_of(*reply.entry);
  failure.reply = shortened(explanation.raw, kMaxReplyBytes);
  const Judging judging = reply.entry->category->judging;
  if (judging == Judging::kCalls && verdict.decoded) {
    failure.calls = some_lines(view_calls(*verdict.decoded, explanation.marked));
  }
  if (judging == Judging::kCalls) {
    failure.ground_truth = some_lines(view_ground_truth(reply.entry->ground_truth));
  } else if (!reply.entry->ground_truth.is_none()) {
    failure.ground_truth = {{shortened(repr(reply.entry->ground_truth), kMaxReplyBytes)}};
  }
  // Of an episode the official message repeats whole states.
  if (reply.episode == nullptr) {
    failure.official = shortened(joined(explanation.official, "\n"), kMaxOfficialBytes);
  }
  return failure;
}

bool is_failure(const ScoredReply& reply) {
  return reply.entry != nullptr && !reply.superseded && !reply.skipped() && !reply.verdict.valid;
}

// --- One run ------------------------------------------------------------------------------------

// The first failures of a category, in the run's order.
std::vector<HtmlFailure> first_failures(std::vector<HtmlFailure>& all, std::size_t most) {
  std::vector<HtmlFailure> failures;
  for (HtmlFailure& failure : all) {
    if (failure.id.empty() || failures.size() == most) continue;
    failures.push_back(std::move(failure));
  }
  return failures;
}

void score_categories(ModelRun& model, bool episodes, const ReportOptions& options,
                      std::vector<HtmlCategory>& categories, std::vector<ResponseFacts>& facts) {
  std::vector<std::vector<HtmlFailure>> failures(model.runs.size());
  for (std::size_t i = 0; i < model.runs.size(); ++i) {
    failures[i].resize(model.runs[i].replies.size());
  }
  ScoreHooks hooks;
  hooks.wanted = [&](std::size_t index) {
    const Place& place = model.order[index];
    return place.scored && is_episode(*model.runs[place.part].category) == episodes;
  };
  hooks.scored = [&](std::size_t index, ScoredReply& reply) {
    const Place& place = model.order[index];
    facts[index] = response_facts(model, index);
    if (options.failures > 0 && is_failure(reply)) {
      failures[place.part][place.index] = failure_of(explain(reply, model.settings, Depth::kReply));
    }
  };
  score_run(model, Keep::kVerdicts, chosen_jobs(options.run), hooks);
  for (std::size_t i = 0; i < model.runs.size(); ++i) {
    const CategoryRun& run = model.runs[i];
    if (is_episode(*run.category) != episodes) continue;
    HtmlCategory category;
    category.failures = first_failures(failures[i], options.failures);
    CategoryReport counted = report_of(run);
    category.summary = std::move(counted.summary);
    category.accuracy = counted.accuracy;
    for (const CategoryReport::Skipped& one : counted.skipped) {
      category.skipped.push_back(one.id + "  " + std::string(skip_name(one.skip)) + " " +
                                 one.variable + (one.variable.empty() ? "" : " ") + one.request);
    }
    for (const CategoryReport::Impossible& one : counted.impossible) {
      category.impossible.push_back(one.id + ": " + one.why);
    }
    categories.push_back(std::move(category));
  }
}

HtmlRun html_run(const RunOfSet& run, const ReportOptions& options) {
  ModelRun& model = *run.model;
  HtmlRun html;
  html.label = run.label;
  html.settings = run.settings;
  html.entries = model.order.size();
  std::vector<ResponseFacts> facts(model.order.size());
  score_categories(model, false, options, html.categories, facts);
  // Before episodes are scored, which takes their replies away.
  html.findings = diagnose_run(model, nullptr);
  score_categories(model, true, options, html.categories, facts);
  name_out_of_memory(model);
  html.warnings = run_warnings(model, facts);
  std::stable_sort(html.categories.begin(), html.categories.end(),
                   [](const HtmlCategory& a, const HtmlCategory& b) {
                     return a.summary.category < b.summary.category;
                   });
  for (const Category& category : categories()) {
    const auto is_it = [&](const auto& part) { return part.category == &category; };
    if (category.scored && std::none_of(model.runs.begin(), model.runs.end(), is_it) &&
        std::none_of(model.unscored.begin(), model.unscored.end(), is_it)) {
      html.not_in_run.emplace_back(category.name);
    }
  }
  for (const Unscored& unscored : model.unscored) {
    html.not_scored.push_back(grouped_digits(unscored.ids.size()) + " of " +
                              std::string(unscored.category->name) + ": " + unscored.reason);
  }
  for (const Problem& problem : model.problems) html.problems.push_back(text_of(problem));
  return html;
}

// --- The page -----------------------------------------------------------------------------------

HtmlReport make_html_report(const RunSet& set, const ReportOptions& options) {
  HtmlReport report;
  const Dataset& dataset = set.dataset();
  report.dataset = dataset.version + ", " + dataset.hash;
  report.options = options.statistics;
  std::vector<std::unique_ptr<RunForScores>> kept;
  std::vector<ScoredRun> scored;
  std::vector<const JudgedRun*> all;
  for (const RunOfSet& run : set.runs) {
    report.runs.push_back(html_run(run, options));
    kept.push_back(std::make_unique<RunForScores>(*run.model));
    scored.push_back(kept.back()->scored);
    all.push_back(&kept.back()->judged);
  }
  const NamedVersion& version = named_version(options.leaderboard);
  report.leaderboard = version.name;
  const ScorePart& score = overall_score(version.version);
  const std::vector<CategoryWeight> weights = category_weights(score);
  for (std::size_t i = 0; i < scored.size(); ++i) {
    report.runs[i].overall = own_score(scored[i], score, version.name);
    if (i == 0) continue;
    report.comparisons.push_back(compare_runs(*all[0], *all[i], weights, options.statistics));
    const ScoredRun pair[] = {scored[0], scored[i]};
    report.bases.push_back(shared_basis(pair, score, version.name));
  }
  adjust_overall(std::span<Comparison>(report.comparisons));
  report.ranking = rank_runs(all, weights, options.statistics);
  report.ranked = shared_basis(scored, score, version.name);
  report.title = options.title;
  constexpr std::size_t kNamesInTitle = 3;
  if (report.title.empty() && report.runs.size() > kNamesInTitle) {
    report.title = std::to_string(report.runs.size()) + " runs";
  } else if (report.title.empty()) {
    for (const HtmlRun& run : report.runs) {
      report.title += (report.title.empty() ? "" : ", ") + run.label;
    }
  }
  return report;
}

std::string label_of(const RunSet& set, const ModelRun* model) {
  for (const RunOfSet& run : set.runs) {
    if (run.model == model) return run.label;
  }
  return model->name;
}

// Once the official part of the page is made: the sessions are judged again.
HtmlErrata errata_of(std::vector<SecondScore>& scores, const RunSet& set,
                     const ReportOptions& options) {
  HtmlErrata errata;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    Session& session = *set.sessions[i];
    Report official = make_report(session.dataset, session.models, session.problems);
    add_overall(official, named_version(options.leaderboard));
    const SecondReport corrected = scores[i].make_report(session, options.leaderboard);
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
  }
  return errata;
}

// A page of many runs is for their scores: with 100 failures of each category it would have half a
// megabyte a run.
constexpr std::size_t kRunsWithFailures = 20;
constexpr std::size_t kFailures = 100;

std::size_t failures_for(const ReportOptions& options, std::size_t runs) {
  if (options.most_failures) return *options.most_failures;
  if (runs <= kRunsWithFailures) return kFailures;
  say("the page leaves out the failed entries of " + std::to_string(runs) +
      " runs; --failures 10 shows up to 10 per category");
  return 0;
}

int run_report(ReportOptions options, Kept& kept) {
  refuse_to_overwrite(options.run, "--output", options.output, {{"--errata", options.errata}});
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
  options.failures = failures_for(options, set.runs.size());
  std::vector<SecondScore> errata;
  for (const Session* session : set.sessions) {
    if (options.errata.empty()) break;
    errata.emplace_back(options.errata).remember(*session);
  }
  HtmlReport report = make_html_report(set, options);
  tell_new_problems(set);
  report.errata = errata_of(errata, set, options);
  file.write(html_report(report));
  if (!file.close()) {
    say(file.error());
    return kSomeUnusable;
  }
  if (options.output != "-") {
    say("report of " + counted(set.runs.size(), "run", "runs") + " written to " +
        printable_line(options.output));
  }
  return set.flawed() ? kSomeUnusable : kDone;
}

bool is_board(const std::string& output) {
  std::error_code ignored;
  return output.ends_with('/') || fs::is_directory(output, ignored);
}

PublishOptions board_of(const ReportOptions& options) {
  if (options.most_failures)
    throw UsageError("--failures applies to a page only: pass -o FILE.html");
  if (!options.errata.empty())
    throw UsageError("--errata applies to a page only: pass -o FILE.html");
  return {options.run,   options.output,      options.title,
          options.board, options.leaderboard, options.statistics};
}

const ReportOptions& page_of(const ReportOptions& options) {
  const char* wrong = options.board.add             ? "--add"
                      : !options.board.site.empty() ? "--site"
                                                    : nullptr;
  if (wrong == nullptr) return options;
  throw UsageError(std::string(wrong) + " applies to a leaderboard only: pass a folder, `-o " +
                   printable_line(options.output) + "/`");
}

}  // namespace

Command add_report(CLI::App& app) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand(
      "report", "Write one HTML page about runs, or a static leaderboard, for sharing");
  command->footer(std::string(kReportExamples) + kLeaderboardHelp);
  add_paths(*command, options->run);
  add_run_options(*command, options->run);
  command
      ->add_option("-o,--output", options->output,
                   "The page, - for standard output; or the folder of a leaderboard, DIR/")
      ->required()
      ->type_name("FILE|DIR/");
  command
      ->add_option("--title", options->title,
                   "Title; when not given, the names of up to three runs, or their number")
      ->type_name("TEXT");
  command
      ->add_option(
          "--failures", options->most_failures,
          "Most failed entries shown per category; 0 for none. When not given: 100, or none\n"
          "with more than 20 runs")
      ->type_name("N")
      ->check(whole_number());
  add_errata_option(*command, options->errata);
  add_leaderboard_option(*command, options->leaderboard,
                         "Version of the leaderboard whose overall score is shown");
  add_statistics_options(*command, options->statistics);
  add_leaderboard_options(*command, options->board);
  return [options](Kept& kept) {
    return is_board(options->output) ? run_publish(board_of(*options))
                                     : run_report(page_of(*options), kept);
  };
}

}  // namespace bfclx::tools
