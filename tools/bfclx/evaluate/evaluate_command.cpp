// `bfclx evaluate`: result files to score files and tables, as the official `bfcl evaluate`.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/dataset/category.h"
#include "core/decode/decoder.h"
#include "core/official/tables.h"
#include "core/run/model_run.h"
#include "core/run/run_sample.h"
#include "core/statistics/composition.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errata/second_score.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/evaluate/evaluate_summary.h"
#include "tools/bfclx/evaluate/evaluation.h"
#include "tools/bfclx/evaluate/score_folder.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/inputs.h"
#include "tools/bfclx/input/names_given.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/parallel.h"
#include "tools/bfclx/input/sample_note.h"
#include "tools/bfclx/input/unmerged_shards.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/output/whole_file.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEvaluateExamples = R"(Examples:
  bfclx evaluate                                      result/ to score/, every model and category
  bfclx evaluate --model gpt-4o-2024-11-20-FC --test-category live,multi_turn
  bfclx evaluate --result-dir runs/a --score-dir scores/a --models our.json
  bfclx evaluate --partial-eval --test-category memory
  bfclx evaluate --errata errata.json                 also with corrected ground truth
  bfclx evaluate --leaderboard v1 --cassette cassette.jsonl      with the executable categories

Result files are <result-dir>/<model>/**/BFCL_v4_<category>_result.json. Scores are
written to <score-dir>/<model>/<group>/BFCL_v4_<category>_score.json and added to the tables
data_*.csv, which keep the scores of earlier runs. Executable categories are evaluated if you name
them, or if --leaderboard includes them. Paths are relative to BFCL_PROJECT_ROOT if it is set.

Exit codes: 0 done; 1 something could not be evaluated or written (the rest was); 2 wrong usage.)";

struct EvaluateOptions {
  RunOptions run;
  std::vector<std::string> models;
  std::vector<std::string> categories;
  std::string result_dir = "result";
  std::string score_dir = "score";
  std::string leaderboard = "v4";
  std::string errata;
  bool partial = false;
};

// A model of the result folder with the files that are wanted of it.
struct ModelFolder {
  std::string name;
  std::vector<EvaluationFile> files;
};

fs::path project_path(const std::string& path) {
  const char* root = std::getenv("BFCL_PROJECT_ROOT");
  return root != nullptr && *root != '\0' ? fs::path(root) / path : fs::path(path);
}

std::vector<const Category*> wanted_categories(const EvaluateOptions& options) {
  const LeaderboardVersion version = named_version(options.leaderboard).version;
  const auto executable = category_group("executable");
  RunOptions names;
  names.categories = joined(options.categories, ",");
  if (options.categories.empty()) {
    names.categories = executable.front()->stands_in(version) ? "all,executable" : "all";
  }
  std::vector<const Category*> chosen = chosen_categories(names);
  const auto official = category_group("all");
  for (const Category* category : chosen) {
    const bool known = std::find(official.begin(), official.end(), category) != official.end() ||
                       category->judging == Judging::kExecutable;
    if (!known) {
      throw UsageError("`" + std::string(category->name) +
                       "` is not a category of the official evaluation; `bfclx score` scores it");
    }
  }
  return chosen;
}

// The names of the folders that are wanted; empty: all.
std::set<std::string> wanted_folders(const EvaluateOptions& options,
                                     const ModelRegistry& registry) {
  std::set<std::string> names;
  for (const std::string& name : names_in(joined(options.models, ","))) {
    names.insert(folder_spelling(
        find_model(registry, name, "or register the model with --models FILE").name));
  }
  return names;
}

std::vector<ModelFolder> find_models(const fs::path& results, const std::set<std::string>& wanted,
                                     const std::vector<const Category*>& categories,
                                     std::vector<std::string>& problems,
                                     std::vector<std::string>& notes) {
  FolderEntries entries = entries_of(results);
  if (!entries.error.empty()) throw UsageError(entries.error);
  std::vector<ModelFolder> models;
  for (const fs::path& folder : entries.folders) {
    ModelFolder model{folder.filename().string(), {}};
    if (!wanted.empty() && wanted.count(model.name) == 0) continue;
    if (std::string unmerged = unmerged_text(folder); !unmerged.empty()) {
      problems.push_back(std::move(unmerged));
    }
    std::vector<fs::path> others;
    for (const fs::path& path : find_official_files(folder, "_result.json", problems, &others)) {
      const Category* category = find_category(category_text_of_file(path.string()));
      if (std::find(categories.begin(), categories.end(), category) == categories.end()) continue;
      model.files.push_back({path, category});
    }
    for (const fs::path& path : others) {
      notes.push_back(path.string() +
                      ": not evaluated: the official evaluator reads only BFCL_v4_*_result.json");
    }
    if (!model.files.empty()) models.push_back(std::move(model));
  }
  return models;
}

// Groups whose categories share files are loaded together, others apart: into datasets of their
// own, so that it can be done at the same time. The last part is for all other groups.
constexpr std::string_view kDatasetParts[] = {"multi_turn", "agentic", "live"};

std::size_t part_of(const Category& category) {
  const std::string_view folder = category.folder;
  std::size_t part = 0;
  while (part + 1 < std::size(kDatasetParts) &&
         folder.substr(0, kDatasetParts[part].size()) != kDatasetParts[part]) {
    ++part;
  }
  return part;
}

// The run as a whole, with everything that there is to tell.
class EvaluateRun {
 public:
  explicit EvaluateRun(const EvaluateOptions& options)
      : options_(options),
        categories_(wanted_categories(options)),
        today_(chosen_today(options.run)),
        results_(project_path(options.result_dir)),
        scores_(project_path(options.score_dir)),
        services_(options.run) {
    for (auto& part : parts_) part = std::make_unique<DatasetDir>(options.run.dataset);
    if (const OwnBenchmark* own = parts_[0]->own_benchmark(); own && own->translation) {
      throw UsageError("evaluate writes official score files, but " + parts_[0]->place() +
                       " is a translation; use `bfclx score`");
    }
    if (const Status status = parts_[0]->load_models(registry_); !status.ok()) {
      throw UsageError(parts_[0]->place() + "/models.json: " + status.error().message);
    }
    add_models_file(options.run, registry_);
    if (!options.errata.empty()) second_ = std::make_unique<SecondScore>(options.errata);
  }

  int run(Kept& kept) {
    const std::set<std::string> wanted = wanted_folders(options_, registry_);
    std::vector<ModelFolder> models = find_models(results_, wanted, categories_, problems_, notes_);
    tell_missing(wanted, models);
    refuse_to_overwrite_inputs(models);
    if (const Status status = prepare_folder(scores_, kScoreDirAdvice); !status.ok()) {
      throw UsageError(status.error().message);
    }
    remove_leftovers(scores_, true);
    load_categories(models);
    for (const ModelFolder& model : models) evaluate(model);
    show_progress("");
    write_tables();
    if (second_ != nullptr) score_again(models, kept);
    return finish(models.empty() && wanted.empty());
  }

 private:
  // Inputs that are links into the folder of scores, or lie there themselves.
  void refuse_to_overwrite_inputs(const std::vector<ModelFolder>& models) const {
    std::error_code error;
    const fs::path scores = fs::weakly_canonical(fs::absolute(scores_, error), error);
    const auto check = [&](const fs::path& input) {
      const fs::path end = end_of_links(input);
      if (!is_score_name(end.filename().string()) || !is_below(end, scores)) return;
      throw UsageError(input.string() + " is an input, and the scores would overwrite it; " +
                       "name another folder with --score-dir");
    };
    if (!options_.run.models_file.empty()) check(options_.run.models_file);
    for (const ModelFolder& model : models) {
      for (const EvaluationFile& file : model.files) check(file.path);
    }
  }

  // Who names a model wants its scores.
  void tell_missing(const std::set<std::string>& wanted, const std::vector<ModelFolder>& models) {
    for (const std::string& name : wanted) {
      const auto is_it = [&](const ModelFolder& model) { return model.name == name; };
      if (std::none_of(models.begin(), models.end(), is_it)) {
        problems_.push_back(no_result_files((results_ / name).string(), kOfSelection));
      }
    }
  }

  // The parts of the dataset are loaded side by side.
  void load_categories(std::vector<ModelFolder>& models) {
    std::map<const Category*, std::string> errors;
    for (const ModelFolder& model : models) {
      for (const EvaluationFile& file : model.files) errors.try_emplace(file.category);
    }
    parallel_for(std::size(kDatasetParts), chosen_jobs(options_.run), [&](std::size_t part) {
      for (auto& [category, error] : errors) {
        if (part_of(*category) != part) continue;
        const Status status = parts_[part]->load(*category);
        if (!status.ok()) error = parts_[part]->place() + ": " + status.error().message;
        if (status.ok()) error = why_no_official_score(*parts_[part], *category);
      }
    });
    for (const auto& [category, error] : errors) {
      if (!error.empty()) problems_.push_back(error);
    }
    for (ModelFolder& model : models) {
      const auto lost = [&](const EvaluationFile& file) { return !errors[file.category].empty(); };
      model.files.erase(std::remove_if(model.files.begin(), model.files.end(), lost),
                        model.files.end());
      for (EvaluationFile& file : model.files) {
        file.dataset = parts_[part_of(*file.category)].get();
      }
    }
  }

  // The registry's entry of a folder whose responses can be read; nullptr and a problem else.
  const Model* usable_model(const std::string& folder) {
    const Model* model = registry_.find(folder);
    if (model == nullptr) {
      problems_.push_back(
          "the registry has no model for the folder `" + folder +
          "`; rename it, or register the model with --models FILE (see --help-all)");
    } else if (find_decoder_for_handler(model->decode_ast_class, model->is_fc_model) == nullptr) {
      problems_.push_back("unknown handler " + model->handler + " of the model " + model->name +
                          "; `bfclx list decoders` lists the known handlers");
      model = nullptr;
    }
    return model;
  }

  void evaluate(const ModelFolder& folder) {
    const Model* model = usable_model(folder.name);
    if (model == nullptr || folder.files.empty()) return;
    show_progress(folder.name);
    Evaluation evaluation =
        evaluate_model({folder.name, model, folder.files, scores_, options_.partial, today_,
                        chosen_jobs(options_.run), &services_});
    for (std::string& problem : evaluation.problems) problems_.push_back(std::move(problem));
    for (std::string& note : evaluation.notes) notes_.push_back(std::move(note));
    const std::string path = (results_ / folder.name).string();
    if (evaluation.other_spelling.improves()) {
      notes_.push_back(path + ": " + evaluation.other_spelling.effect() +
                       " Set `underscore_to_dot` of the model to " +
                       (model->underscore_to_dot ? "false" : "true") + " with --models FILE");
    }
    const RunManifest manifest = manifest_in(path);
    note_manifest(path, manifest, *folder.files.front().dataset, notes_);
    const Decoder* registered =
        find_decoder_for_handler(model->decode_ast_class, model->is_fc_model);
    if (manifest.decoder != nullptr && manifest.decoder != registered) {
      notes_.push_back(folder.name + ": read with " + std::string(registered->name) +
                       ", the official registry's decoder; its manifest names " +
                       std::string(manifest.decoder->name) + ", which `bfclx score` uses");
    }
    if (manifest.sample) {
      // As many as were drawn: every category has one at least.
      if (sampled_ == nullptr) sampled_ = std::make_unique<DatasetDir>(options_.run.dataset);
      const Result<DrawnIds> drawn = draw_sample(*sampled_, *manifest.sample);
      const std::size_t count = drawn.ok() ? drawn->size() : manifest.sample->entries;
      notes_.push_back(folder.name + ": " +
                       sample_text(count, manifest.sample->seed, manifest.sample->scheme));
    }
    evaluated_ += evaluation.categories.size();
    row_of(folder.name, model).usage = std::move(evaluation.usage);
  }

  ModelScores& row_of(const std::string& folder, const Model* model) {
    const auto it = std::find(folders_.begin(), folders_.end(), folder);
    if (it != folders_.end()) return table_[static_cast<std::size_t>(it - folders_.begin())];
    folders_.push_back(folder);
    return table_.emplace_back(ModelScores{model, {}, {}});
  }

  // update_leaderboard_table_with_local_score_file
  void read_scores() {
    FolderEntries entries = entries_of(scores_);
    if (!entries.error.empty()) problems_.push_back(entries.error);
    for (const fs::path& folder : entries.folders) {
      const std::string name = folder.filename().string();
      const std::vector<fs::path> files = find_official_files(folder, "_score.json", problems_);
      if (files.empty()) continue;
      const Model* model = registry_.find(name);
      if (model == nullptr) {
        problems_.push_back("the registry has no model for the scores in " + folder.string() +
                            ", so the tables omit them; register the model with --models FILE");
        continue;
      }
      ModelScores& row = row_of(name, model);
      for (const fs::path& file : files) {
        Result<Value> header = read_score_header(file);
        if (!header.ok()) {
          problems_.push_back(file.string() + ": " + header.error().message);
          continue;
        }
        row.headers[std::string(category_text_of_file(file.string()))] = std::move(header).value();
      }
    }
  }

  void write_tables() {
    const FolderLock lock(scores_);
    read_scores();
    for (const TableFile& table : score_tables(table_)) {
      write_table(std::string(table.name), table.bytes);
    }
    const NamedVersion& version = named_version(options_.leaderboard);
    if (version.version == LeaderboardVersion::kV4) return;
    write_table("data_overall_" + std::string(version.name) + ".csv",
                version_table(version, table_));
  }

  void write_table(const std::string& name, const std::string& bytes) {
    WholeFile file(scores_, name, kScoreDirAdvice);
    file.write(bytes);
    if (const Status status = file.commit(); !status.ok()) {
      problems_.push_back(status.error().message);
    }
  }

  // The same files scored by corrected ground truth; no score file has anything of it.
  void score_again(const std::vector<ModelFolder>& models, Kept& kept) {
    RunOptions options = options_.run;
    for (const ModelFolder& model : models) {
      if (!model.files.empty()) options.paths.push_back((results_ / model.name).string());
    }
    if (options.paths.empty()) return;
    std::vector<std::string> names;
    for (const Category* category : categories_) names.emplace_back(category->name);
    options.categories = joined(names, ",");
    second_text_ = "\n" + second_->score_apart(options, options_.leaderboard, kept);
  }

  int finish(bool nothing) {
    if (nothing) {
      problems_.push_back(no_result_files(results_.string(), kOfSelection));
    }
    for (const std::string& problem : problems_) say(problem);
    for (const std::string& one : notes_) note(one);
    if (const std::string& problem = services_.recording_error(); !problem.empty()) {
      problems_.push_back(problem);
      say(problem);
    }
    const bool told = print(STDOUT_FILENO, summary() + second_text_);
    return problems_.empty() && told ? kDone : kSomeUnusable;
  }

  std::string summary() const {
    const std::string tables = printable_line((scores_ / "data_*.csv").string());
    const std::string text = scores_summary(table_, named_version(options_.leaderboard));
    const std::string files = counted(evaluated_, "score file", "score files");
    if (evaluated_ > 0) return text + files + " written; the tables are in " + tables + "\n";
    return text + "no score files written; the tables in " + tables +
           (table_.empty() ? " have no rows\n" : " have scores of earlier runs\n");
  }

  const EvaluateOptions& options_;
  std::vector<const Category*> categories_;
  std::int64_t today_;
  fs::path results_;
  fs::path scores_;
  Services services_;
  std::unique_ptr<DatasetDir> parts_[std::size(kDatasetParts)];
  std::unique_ptr<DatasetDir> sampled_;  // for samples of any part
  ModelRegistry registry_;
  std::vector<std::string> folders_;  // of each row of the table
  std::vector<ModelScores> table_;
  std::vector<std::string> problems_;
  std::vector<std::string> notes_;
  std::size_t evaluated_ = 0;
  std::unique_ptr<SecondScore> second_;
  std::string second_text_;
};

}  // namespace

Command add_evaluate(CLI::App& app) {
  auto options = std::make_shared<EvaluateOptions>();
  CLI::App* command =
      app.add_subcommand("evaluate", "Write score files and tables, like the official evaluator");
  command->footer(kEvaluateExamples);
  command
      ->add_option("--model", options->models,
                   "Models of the registry (default: every folder of results)")
      ->type_name("M,...")
      ->check(names_given)
      ->check(utf8_name);
  command
      ->add_option("--test-category", options->categories,
                   "Categories or groups (`bfclx list categories`; default: all)")
      ->type_name("C,...")
      ->check(names_given);
  command->add_option("--result-dir", options->result_dir, "Folder of the models' results")
      ->type_name("DIR")
      ->capture_default_str();
  command->add_option("--score-dir", options->score_dir, "Folder of scores and tables")
      ->type_name("DIR")
      ->capture_default_str();
  add_leaderboard_option(
      *command, options->leaderboard,
      "Leaderboard version of the overall score at the end. For a version before v4,\n"
      "also write the table data_overall_<version>.csv");
  add_errata_option(*command, options->errata);
  command->add_flag("--partial-eval", options->partial,
                    "Evaluate incomplete categories over the entries that they have");
  add_dataset_option(*command, options->run);
  add_models_option(*command, options->run);
  add_today_option(*command, options->run);
  add_service_options(*command, options->run);
  add_jobs_option(*command, options->run.jobs);
  return [options](Kept& kept) {
    return kept.keep(std::make_unique<EvaluateRun>(*options)).run(kept);
  };
}

}  // namespace bfclx::tools
