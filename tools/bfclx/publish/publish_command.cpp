#include "tools/bfclx/publish/publish_command.h"

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errata/second_score.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/run_one_by_one.h"
#include "tools/bfclx/publish/board_folder.h"
#include "tools/bfclx/publish/board_languages.h"
#include "tools/bfclx/publish/checked_models.h"
#include "tools/bfclx/publish/publication.h"
#include "tools/bfclx/publish/published_files.h"
#include "tools/bfclx/publish/score_input.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPublishExamples = R"(Examples:
  bfclx report result -o board/ --site site/dist --title "Our models"

This is `bfclx report` with a folder as its output, under its older name.)";

constexpr std::size_t kProblemsShown = 20;

// "Removed, because not given: a, b", a line; nothing without models.
std::string models_text(std::string_view what, const std::vector<std::string>& labels) {
  std::string text;
  for (const std::string& label : labels) {
    text += (text.empty() ? std::string(what) + ": " : ", ") + printable_line(label);
  }
  return text.empty() ? text : text + "\n";
}

// What an earlier run has made the leaderboard with, which stays the same when models are added.
void check_same(const BoardIndex& before, const PublishOptions& options) {
  const auto refuse = [&](const std::string& what) {
    throw UsageError(options.output + " was published with " + what +
                     "; use the same for --add, or publish all models again without --add");
  };
  if (!before.there) {
    const fs::path index = fs::path(options.output) / "data/index.json";
    std::error_code error;
    if (!fs::exists(index, error)) throw UsageError("--add: no leaderboard in " + options.output);
    throw UsageError(index.string() +
                     ": not the index of a leaderboard of this version; publish all models again "
                     "without --add");
  }
  if (!before.whole) {
    throw UsageError(options.output +
                     "/data/index.json names models that cannot be kept; publish all models again "
                     "without --add");
  }
  if (before.leaderboard != options.leaderboard) refuse("--leaderboard " + before.leaderboard);
  if (before.replicates != options.statistics.replicates) {
    refuse("--draws " + std::to_string(before.replicates));
  }
  if (before.seed != options.statistics.seed) refuse("--seed " + std::to_string(before.seed));
  if (before.version != BFCLX_VERSION) {
    note("the existing models were scored by bfclx " + before.version);
  }
}

// Where the leaderboard has hashes of files, those that both have loaded are compared; else, when
// all is loaded, the dataset's.
void check_dataset(const BoardIndex& before, const DatasetFiles& dataset) {
  const auto refuse = [](const std::string& what) {
    throw UsageError("the leaderboard was published with another dataset (" + what +
                     "). Pass its dataset as --dataset, or publish all models again without --add");
  };
  std::map<std::string, double> tag_weights;
  if (const OwnBenchmark* own = dataset.own_benchmark()) {
    for (const TagWeight& one : own->weights) tag_weights[one.tag] = one.share;
  }
  if (tag_weights != before.tag_weights) refuse("its tag weights differ");
  const std::string& version = dataset.dataset().version;
  if (!before.dataset_files.empty()) {
    bool any = false;  // file of both
    for (const auto& [path, hash] : hashes_of(dataset)) {
      const auto known = before.dataset_files.find(path);
      if (known == before.dataset_files.end()) continue;
      any = true;
      if (known->second != hash) refuse(path + " has changed");
    }
    if (!any && version != before.dataset_version) {
      refuse("it is " + before.dataset_version + ", this one is " + version);
    }
    return;
  }
  const std::string& hash = dataset.dataset().hash;
  if (hash.empty() || hash == before.dataset) return;
  refuse("its hash is " + before.dataset + ", here it is " + hash);
}

// A model that the index lost would be removed with its files.
void check_listed(const BoardIndex& before, const PublishOptions& options) {
  std::error_code ignored;
  const fs::path models = fs::path(options.output) / "data/models";
  for (const auto& folder : fs::directory_iterator(models, ignored)) {
    const std::string name = folder.path().filename().string();
    const bool listed = std::any_of(before.models.begin(), before.models.end(),
                                    [&](const auto& model) { return model.first == name; });
    if (listed || name.starts_with('.')) continue;
    throw UsageError((models / name).string() +
                     " is not in data/index.json: the leaderboard was changed; "
                     "publish all models again without --add");
  }
}

// Runs of which there are results, which say more than score files.
class RunsWithResults {
 public:
  void add(const ModelRun& model) {
    paths_.insert(without_kind(model.path));
    ++by_name_[model.folder_name];
  }
  // The same run lies in `result` and `score` of one folder; elsewhere its name tells it, where one
  // folder of results and one of scores has it.
  bool has(const ScoredModel& model) const {
    const auto named = by_name_.find(model.id.model);
    return paths_.count(without_kind(model.id.path)) > 0 ||
           (model.alone && named != by_name_.end() && named->second == 1);
  }

 private:
  static std::string without_kind(const std::string& path) {
    fs::path kept;
    for (const fs::path& part : fs::path(path)) {
      if (part != "result" && part != "results" && part != "score") kept /= part;
    }
    return kept.string();
  }

  std::set<std::string> paths_;
  std::map<std::string, int> by_name_;
};

// Reads and publishes the models of the paths.
std::unique_ptr<Session> publish_paths(const PublishOptions& options, const BoardIndex& before,
                                       CheckedModels& checked, RunOptions run,
                                       Publication& publication) {
  const std::vector<std::string> scores = take_score_paths(run.paths);
  if (!scores.empty() && !options.board.reproduced_by.empty()) {
    throw UsageError("--reproduced-by needs the results of the model, not its score files");
  }
  RunsWithResults with_results;
  std::unique_ptr<Session> session = open_one_by_one(run, [&](Session& opened, ModelRun& model) {
    if (options.board.add) check_dataset(before, opened.dataset);
    if (model.runs.empty() && model.unscored.empty()) return;  // its problems are told
    show_progress("publishing " + model.name);
    with_results.add(model);
    publication.add(opened, model, checked.proof_of(model));
  });
  read_score_folders(scores, run, *session, [&](ScoredModel model) {
    if (with_results.has(model)) return;
    if (options.board.add) check_dataset(before, session->dataset);
    show_progress("publishing " + model.name);
    if (!model.categories.empty()) publication.add(*session, std::move(model));
  });
  return session;
}

// Empty where only the data are written.
fs::path chosen_site(const std::string& named) {
  if (named == "none") return {};
  const fs::path site = named.empty() ? built_site() : fs::path(named);
  if (site.empty()) {
    throw UsageError(
        "the built site is not found; pass its folder with --site (tools/start --no-serve builds "
        "site/dist), or write only the data with --site none");
  }
  return site;
}

bool print_written(const std::string& output, const Publication& publication,
                   const PublishedFiles& files) {
  const std::string runs = publication.runs() == publication.models()
                               ? std::string()
                               : " (" + grouped_digits(publication.runs()) + " runs)";
  return print(STDOUT_FILENO, "leaderboard of " + counted(publication.models(), "model", "models") +
                                  runs + " written to " + printable_line(output) + ": " +
                                  counted(files.written(), "file", "files") + " written, " +
                                  grouped_digits(files.unchanged()) + " unchanged\n");
}

// Keeps the models that are there and were not published again; gives the labels of the others.
std::vector<std::string> keep_others(const BoardIndex& before, Session& session,
                                     Publication& publication) {
  session.dataset.identify();
  check_dataset(before, session.dataset);
  std::vector<std::string> replaced;
  for (const auto& [name, label] : before.models) {
    if (publication.has(name)) {
      replaced.push_back(label);
    } else {
      publication.keep(session, name);
    }
  }
  return replaced;
}

int publish_board(const PublishOptions& options, Kept& kept) {
  const fs::path site = chosen_site(options.board.site);
  RunOptions inputs = options.run;
  const std::string& second = options.board.reproduced_by;
  if (!second.empty()) inputs.paths.push_back(second);
  check_board_folder(inputs, options.output, site);
  std::optional<Errata> errata;
  if (!options.errata.empty()) errata = read_errata(options.errata);
  std::error_code error;
  if (options.board.add && !fs::is_directory(options.output, error)) check_same({}, options);
  PublishedFiles files{fs::path(options.output)};
  const BoardIndex before = read_board_index(options.output);
  if (options.board.add) check_same(before, options);
  if (options.board.add) check_listed(before, options);
  CheckedModels checked;
  RunOptions run = options.run;
  checked.take_submissions(run);
  if (!second.empty()) checked.take_second_run(second, options.run);
  BoardLanguages languages(options, run.paths, kept);
  if (options.board.add) languages.keep_rows(options.output);
  const std::string title = options.board.add ? before.title : "Leaderboard";
  Publication publication(
      {options.output, options.title.empty() ? title : options.title, options.leaderboard,
       options.statistics, chosen_jobs(options.run), today_text(options.run), std::move(errata)},
      files);
  if (options.board.add) publication.replace(before);
  files.write(kBoardMark, board_mark());
  if (!site.empty()) write_front_end(site, files);
  const std::unique_ptr<Session> session =
      publish_paths(options, before, checked, std::move(run), publication);
  std::vector<std::string> replaced;
  if (options.board.add) replaced = keep_others(before, *session, publication);
  show_progress("");
  session->dataset.identify();
  if (options.board.add) check_dataset(before, session->dataset);
  tell_problems(*session, kProblemsShown, "`bfclx score` has all");
  if (publication.runs() == 0) {
    throw NothingUsable(nothing_to("publish", session->flawed()));
  }
  publication.finish(*session, languages);
  files.commit();
  files.remove_others();
  std::vector<std::string> gone;
  for (const auto& [name, label] : before.models) {
    if (!publication.has(name)) gone.push_back(label);
  }
  const bool told =
      print_written(options.output, publication, files) &&
      print(STDOUT_FILENO, models_text("Replaced", replaced) +
                               models_text("Removed, because they were not passed", gone));
  return session->flawed() || languages.is_flawed() || !told ? kSomeUnusable : kDone;
}

}  // namespace

int run_publish(const PublishOptions& options, Kept& kept) {
  try {
    return publish_board(options, kept);
  } catch (const RefusedModel& error) {
    say(error.what());
    return kGateFailed;
  }
}

void add_leaderboard_options(CLI::App& command, LeaderboardOptions& options) {
  command
      .add_option("--site", options.site,
                  "Folder of the built site (default: site/dist), or none to write only the "
                  "data")
      ->type_name("DIR");
  command.add_flag("--add", options.add,
                   "Add the models to the leaderboard in the folder, or replace models of the "
                   "same name; results of the other models are not needed");
  command
      .add_option("--reproduced-by", options.reproduced_by,
                  "A second run of the model that you generated; if the scores do not differ "
                  "significantly, the model gets the status reproduced")
      ->type_name("PATH");
  command
      .add_option("--translation", options.translations,
                  "Translation of the dataset (bfclx dataset new --translation-of), as FOLDER or "
                  "RUN=FOLDER; the leaderboard then compares the models by language")
      ->type_name("FOLDER");
}

Command add_publish(CLI::App& app) {
  auto options = std::make_shared<PublishOptions>();
  CLI::App* command = app.add_subcommand("publish", "Write a static leaderboard of many models");
  command->footer(kPublishExamples);
  add_paths(*command, options->run);
  add_run_options(*command, options->run);
  command->add_option("-o,--output", options->output, "The folder of the leaderboard")
      ->required()
      ->type_name("DIR");
  add_leaderboard_options(*command, options->board);
  add_errata_option(*command, options->errata);
  command->add_option("--title", options->title, "Title of the pages")->type_name("TEXT");
  add_leaderboard_option(*command, options->leaderboard,
                         "Leaderboard version of the overall score");
  add_statistics_options(*command, options->statistics);
  return [options](Kept& kept) { return run_publish(*options, kept); };
}

}  // namespace bfclx::tools
