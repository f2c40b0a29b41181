// `bfclx publish`: a static leaderboard of many models.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/audit/audit.h"
#include "core/run/run_statistics.h"
#include "tools/bfclx/audit/audit_runs.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/doing.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/run_one_by_one.h"
#include "tools/bfclx/input/sample_note.h"
#include "tools/bfclx/publish/board_folder.h"
#include "tools/bfclx/publish/board_json.h"
#include "tools/bfclx/publish/published_files.h"
#include "tools/bfclx/publish/slices.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExamples = R"(Examples:
  bfclx publish result -o board/                 a folder of models
  bfclx publish result-a result-b -o board/      several
  bfclx publish result -o board/ --site site/dist --title "Our models"
  bfclx publish sample --dataset sample -o board/ --site none      the data alone

The folder can be put on any static host as it is, under any path. Pages: the table with intervals
and rank ranges, each model and its failures, each entry and all models' answers, any two models
compared, what the audit finds. Links to them are permanent as long as a model keeps its name.
Beside the pages stands what they show, as JSON: data/index.json, ids.json, audit.json,
models/NAME/model.json, and slices of answers and entries. They hold the dataset's questions and
ground truth: mind its licence.

The folder is empty (hidden files do not count) or a leaderboard of this command, and no input. It
shows the models that are given, and no others: run again, what is as before is not rewritten, and
models that are not given any more are taken away, and named.

The pages are the repository's site, built (npm run build in site/).

Exit codes: 0 done; 1 some input was unusable, the rest is published; 2 wrong usage.)";

constexpr std::size_t kProblemsShown = 20;

struct PublishOptions {
  RunOptions run;
  std::string output;
  std::string site;
  std::string title = "Leaderboard";
  std::string leaderboard = "v4";
  ComparisonOptions statistics;
};

// "name", and "name (2)" where another run has it.
std::string own_label(const std::string& name, std::map<std::string, int>& labels) {
  const std::string label = printable_line(name);
  const int number = ++labels[label];
  return number == 1 ? label : label + " (" + std::to_string(number) + ")";
}

// What the generation says of a run that is a sample; empty when it is none.
std::string sample_of(const ModelRun& model) {
  const fs::path manifest = fs::path(manifest_path("")).filename();
  for (const Problem& problem : model.problems) {
    if (!problem.fatal && fs::path(problem.file).filename() == manifest) return problem.message;
  }
  return {};
}

// Without the entries that an audit suspects.
JudgedRun without(const JudgedRun& judged, const std::set<std::string_view>& left_out) {
  JudgedRun out;
  for (const JudgedEntry& entry : judged) {
    if (left_out.count(entry.id) == 0) out.push_back(entry);
  }
  return out;
}

JudgedRun judged_again(const ModelRun& model) {
  JudgedRun judged = judged_run(model);
  for (JudgedEntry& entry : judged) entry.error_type = {};  // the run is forgotten
  return judged;
}

class Publication {
 public:
  explicit Publication(const PublishOptions& options)
      : options_(options), files_(fs::path(options.output)), jobs_(chosen_jobs(options.run)) {
    board_.title = options.title;
    board_.leaderboard = options.leaderboard;
    board_.statistics = options.statistics;
  }

  void add(const Session& session, ModelRun& model) {
    board_.dataset = &session.dataset.dataset();
    ModelAnswers answers(*board_.dataset);
    std::vector<PublishedAnswer> seen(model.order.size());
    add_run(audit_, model, jobs_,
            [&](std::size_t place, const ScoredReply& reply, const Answer& answer) {
              seen[place] = published_answer(reply, answer);
            });
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (!model.order[i].scored) continue;
      const ScoredReply& reply = model.reply(model.order[i]);
      if (reply.entry != nullptr) answers.add(*reply.entry, std::move(seen[i]));
    }
    PublishedModel& published = board_.models.emplace_back();
    published.label = own_label(model.name, labels_);
    published.name = names_.of(published.label);
    if (model.settings.decoder != nullptr) published.settings = model.settings.decoder->name;
    published.sample = sample_of(model);
    published.problems = model.problems.size();
    judged_.push_back(judged_again(model));
    set_scores(model, published);
    answers.write_slices(published.name, files_);
    // Of the model's own; what all models share is in the index.
    models_json_.push_back(board_model(board_, published, answers));
  }

  // Everything that is about all models.
  void finish(const Session& session) {
    const Doing doing("publishing what all models share");
    const Dataset& dataset = session.dataset.dataset();
    board_.dataset = &dataset;
    for (std::size_t i = 0; i < board_.models.size(); ++i) {
      files_.write("data/models/" + board_.models[i].name + "/model.json", models_json_[i]);
    }
    add_self_check(audit_, jobs_);
    const AuditReport report = audit_.finish({});
    board_.ranking = ranking(judged_);
    write_entry_slices(dataset, board_.categories, files_);
    files_.write("data/ids.json", board_ids(board_));
    files_.write("data/audit.json", board_audit(board_, report, totals(report)));
    files_.write("data/index.json", board_index(board_, report));
  }

  // Takes away what earlier models have left. The labels of those that are gone.
  std::vector<std::string> remove_others(const BoardModels& before) {
    files_.remove_others();
    std::vector<std::string> gone;
    for (const auto& [name, label] : before) {
      const auto has = [&](const PublishedModel& model) { return model.name == name; };
      if (std::none_of(board_.models.begin(), board_.models.end(), has)) gone.push_back(label);
    }
    return gone;
  }

  bool empty() const { return board_.categories.empty(); }
  std::size_t models() const { return board_.models.size(); }
  PublishedFiles& files() { return files_; }

 private:
  void set_scores(const ModelRun& model, PublishedModel& published) {
    for (const CategoryRun& run : model.runs) {
      const CategoryReport report = report_of(run);
      published.parts.push_back(
          {run.category, report.summary.total, report.accuracy, report.summary.skipped_in_all()});
      std::vector<const Category*>& known = board_.categories;
      if (std::find(known.begin(), known.end(), run.category) == known.end()) {
        known.push_back(run.category);
        std::sort(known.begin(), known.end());  // the official order
      }
    }
    const LeaderboardVersion version = named_version(options_.leaderboard).version;
    published.overall = RunScores(judged_.back()).of(overall_score(version));
    const JudgedRun* one[] = {&judged_.back()};
    const Ranking own = rank_runs(one, category_weights(version), options_.statistics);
    published.own = own.runs.front();
    published.weight = own.weight;
  }

  Ranking ranking(const std::vector<JudgedRun>& judged) const {
    std::vector<const JudgedRun*> all;
    for (const JudgedRun& run : judged) all.push_back(&run);
    const LeaderboardVersion version = named_version(options_.leaderboard).version;
    return rank_runs(all, category_weights(version), options_.statistics);
  }

  // Those of all entries are the ranking's own, so that a score has one interval on all pages.
  AuditTotals totals(const AuditReport& report) const {
    std::set<std::string_view> left_out;
    for (const AuditedEntry& entry : report.entries) {
      if (!entry.reasons.empty()) left_out.insert(entry.entry->id);
    }
    std::vector<JudgedRun> rest;
    for (const JudgedRun& judged : judged_) rest.push_back(without(judged, left_out));
    const Ranking sure = ranking(rest);
    AuditTotals totals;
    if (board_.ranking.weight <= 0 || sure.weight <= 0) return totals;
    totals.entries = board_.ranking.entries;
    totals.entries_without = sure.entries;
    totals.all = board_.ranking.runs;
    totals.without = sure.runs;
    return totals;
  }

  const PublishOptions& options_;
  PublishedFiles files_;
  std::size_t jobs_;
  Audit audit_;
  Board board_;
  SafeNames names_;
  std::map<std::string, int> labels_;
  std::vector<JudgedRun> judged_;  // of each model
  std::vector<std::string> models_json_;
};

std::string gone_text(const std::vector<std::string>& gone) {
  std::string text;
  for (const std::string& label : gone) {
    text += (text.empty() ? "Not given any more, and taken away: " : ", ") + printable_line(label);
  }
  return text.empty() ? text : text + "\n";
}

int run_publish(const PublishOptions& options) {
  const bool bare = options.site == "none";
  const fs::path site = options.site.empty() ? built_site() : fs::path(options.site);
  if (site.empty()) {
    throw UsageError(
        "the built site is not found; name its folder with --site (npm run build in site/ makes "
        "site/dist), or write the data alone with --site none");
  }
  check_board_folder(options.run, options.output, bare ? fs::path() : site);
  const BoardModels before = board_models(options.output);
  Publication publication(options);
  publication.files().write(kBoardMark, board_mark());
  if (!bare) write_front_end(site, publication.files());
  const std::unique_ptr<Session> session =
      open_one_by_one(options.run, [&](Session& opened, ModelRun& model) {
        show_progress("publishing " + model.name);
        publication.add(opened, model);
      });
  show_progress("");
  tell_problems(*session, kProblemsShown, "`bfclx check` has all");
  if (publication.empty()) {
    throw UsageError("there is nothing to publish: no entry of the wanted categories");
  }
  publication.finish(*session);
  const std::vector<std::string> gone = publication.remove_others(before);
  const PublishedFiles& files = publication.files();
  const bool told = print(
      STDOUT_FILENO, std::to_string(publication.models()) + " models published in " +
                         printable_line(options.output) + ": " + std::to_string(files.written()) +
                         " files written, " + std::to_string(files.unchanged()) +
                         " as they were\n" + gone_text(gone));
  return session->flawed() || !told ? kSomeUnusable : kDone;
}

}  // namespace

Command add_publish(CLI::App& app) {
  auto options = std::make_shared<PublishOptions>();
  CLI::App* command = app.add_subcommand("publish", "Write a static leaderboard of many models");
  command->footer(kExamples);
  add_paths(*command, options->run);
  add_run_options(*command, options->run);
  command->add_option("-o,--output", options->output, "The folder of the leaderboard")
      ->required()
      ->type_name("DIR");
  command
      ->add_option("--site", options->site,
                   "The built site, whose page is used; site/dist when not given; none: data alone")
      ->type_name("DIR");
  command->add_option("--title", options->title, "Title of the pages")
      ->type_name("TEXT")
      ->capture_default_str();
  add_leaderboard_option(*command, options->leaderboard,
                         "Version of the leaderboard whose overall score is shown");
  add_statistics_options(*command, options->statistics);
  return [options] { return run_publish(*options); };
}

}  // namespace bfclx::tools
