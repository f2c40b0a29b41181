// `bfclx submit`: prepares a run for a leaderboard of others, and validates what was submitted.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/sha256.h"
#include "core/render/escape.h"
#include "core/render/figure_text.h"
#include "core/render/table.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/result_folder.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/input/shell_word.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/output/whole_file.h"
#include "tools/bfclx/score/score_report.h"
#include "tools/bfclx/submit/submission.h"
#include "tools/bfclx/submit/submit_check.h"
#include "tools/bfclx/submit/validation.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRenameAdvice = "; name another folder with -o";

constexpr const char* kPrepareExamples = R"(Examples:
  bfclx submit prepare result/my-model -o submission
  bfclx submit prepare result/my-model -o submission --hardware "8 x H100"

The folder gets the run's files as they are, and submission.json with their hashes, the dataset,
the decoder and the scores. `bfclx submit validate` checks all of it.)";

constexpr const char* kValidateExamples = R"(Examples:
  bfclx submit validate submission
  bfclx submit validate submission --format markdown >> "$GITHUB_STEP_SUMMARY"

Checks that the files are unchanged, that the dataset is the same, that scoring again gives the same
verdicts, which entries are missing, and whether `bfclx doctor` finds a problem.

Exit codes: 0 valid, perhaps with warnings; 2 wrong usage, or no submission; 3 not valid.)";

struct PrepareOptions {
  RunOptions run;
  std::string output;
  std::string leaderboard;
  std::map<std::string, std::string> about;
};

struct ValidateOptions {
  RunOptions run;
  std::string folder;
  std::string format = "table";
};

void write_below(const fs::path& root, const fs::path& path, std::string_view bytes) {
  WholeFile file(root, path, kRenameAdvice);
  file.write(bytes);
  if (const Status status = file.commit(); !status.ok()) throw UsageError(status.error().message);
}

// --- prepare ------------------------------------------------------------------------------------

// The run's files and its manifest, relative to its folder.
std::vector<std::string> files_of(const ModelRun& run) {
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(run.path, error);
  if (!fs::is_directory(folder, error)) {
    throw UsageError(run.name + " is not a folder; unpack it, and name the model's folder");
  }
  std::vector<std::string> files;
  for (const std::string& file : run.files) {
    // Links above the file are undone; the file itself must be none.
    const fs::path place = fs::weakly_canonical(fs::absolute(fs::path(file).parent_path()), error);
    const std::string path = (place.lexically_relative(folder) / fs::path(file).filename())
                                 .lexically_normal()
                                 .generic_string();
    if (!stays_below(path)) {
      throw UsageError(file + " does not lie in the run's folder " + folder.string());
    }
    files.push_back(path);
  }
  for (const std::string_view beside : {kManifestFile, std::string_view(kNotesFile)}) {
    if (fs::exists(fs::symlink_status(folder / beside, error))) files.emplace_back(beside);
  }
  for (const std::string& file : files) {
    if (fs::is_regular_file(fs::symlink_status(folder / file, error))) continue;
    throw UsageError((folder / file).string() + " is a link; a submission needs the file itself");
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

int run_prepare(const PrepareOptions& options) {
  std::error_code error;
  if (fs::exists(options.output, error) &&
      (!fs::is_directory(options.output, error) || !fs::is_empty(options.output, error))) {
    throw UsageError(options.output + " is not an empty folder" + kRenameAdvice);
  }
  const std::unique_ptr<Session> session = open_session(options.run);
  const ModelRun& run =
      score_only_run(*session, options.run, options.run.paths.front(), kTellProblems);
  if (!run.dataset_problem.empty()) {
    throw UsageError(run.path + ": " + run.dataset_problem +
                     ". Pass the dataset that it was generated with as --dataset");
  }
  const std::vector<std::string> files = files_of(run);
  if (is_below(fs::weakly_canonical(options.output, error),
               fs::weakly_canonical(run.path, error))) {
    throw UsageError(options.output + " lies in the run's folder" + kRenameAdvice);
  }
  session->dataset.identify();
  const Report report = submitted_report(*session, options.leaderboard);
  Submission submission = claim_of(report);
  submission.about = options.about;
  fs::create_directories(options.output, error);
  if (error) throw UsageError(options.output + ": " + error.message() + kRenameAdvice);
  for (const std::string& path : files) {
    const FileBytes file = read_plain_file((fs::path(run.path) / path).string());
    if (!file.error.empty()) throw UsageError(path + ": " + file.error);
    const std::string place = "result/" + submission.folder + "/" + path;
    write_below(options.output, place, file.bytes);
    submission.files.push_back({place, file.bytes.size(), hex_of(sha256(file.bytes))});
  }
  write_below(options.output, kSubmissionFile, submission_json(submission));
  const bool told = print(
      STDOUT_FILENO,
      printable_line(run.name) + "\n  " + headline_text(report.models.front()) + "\n  " +
          counted(files.size(), "file", "files") + " copied to " + printable_line(options.output) +
          "\n\nNext:\n  bfclx submit validate " + shell_word(options.output) +
          (options.run.dataset.empty() ? "" : " --dataset " + shell_word(options.run.dataset)) +
          "\n");
  return session->flawed() || !told ? kSomeUnusable : kDone;
}

// --- validate -----------------------------------------------------------------------------------

Table table_of(const Validation& validation) {
  Table table;
  table.columns = {{"check"}, {"result"}, {"details", Align::kLeft, Fit::kWrap}};
  for (const SubmitCheck& check : validation.checks) {
    const Style style = check.state == CheckState::kPassed    ? Style::kGood
                        : check.state == CheckState::kWarning ? Style::kMark
                                                              : Style::kBad;
    table.rows.push_back(
        {{std::string(check.name), Cell(std::string(state_name(check.state)), style), check.text}});
  }
  return table;
}

std::string json_of(const Validation& validation) {
  auto checks = nlohmann::ordered_json::array();
  for (const SubmitCheck& check : validation.checks) {
    checks.push_back(
        {{"check", check.name}, {"result", state_name(check.state)}, {"details", check.text}});
  }
  const nlohmann::ordered_json json = {{"model", validation.submission.model},
                                       {"valid", validation.valid()},
                                       {"checks", std::move(checks)}};
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string text_of(const Validation& validation, const std::string& format) {
  const Submission& submission = validation.submission;
  if (format == "json") return json_of(validation);
  std::string headline = submission.model + ": " + validation.sentence();
  if (submission.overall) {
    headline += "; claimed " + score_title(submission.leaderboard) + " " +
                percent(*submission.overall) + ", " + submission.basis;
  }
  headline = printable_line(headline);
  const Table table = table_of(validation);
  if (format == "markdown") {
    return "**" + markdown_text(headline) + "**\n\n" + markdown_table(table);
  }
  return headline + "\n\n" + terminal_table(table, Terminal::of_descriptor(STDOUT_FILENO).screen());
}

int run_validate(const ValidateOptions& options) {
  try {
    const Validation validation = validate_submission(options.folder, options.run, kTellProblems);
    const bool told = print(STDOUT_FILENO, text_of(validation, options.format));
    return !validation.valid() ? kGateFailed : told ? kDone : kSomeUnusable;
  } catch (const InvalidSubmission& error) {
    note("not valid: " + printable_line(error.what()));
    return kGateFailed;
  }
}

}  // namespace

Command add_submit_prepare(CLI::App& app) {
  auto options = std::make_shared<PrepareOptions>();
  CLI::App* command = app.add_subcommand("prepare", "Make a submission of a run");
  command->footer(kPrepareExamples);
  options->run.paths.resize(1);
  command->add_option("PATH", options->run.paths.front(), "The model's folder of result files")
      ->type_name("")
      ->required();
  command->add_option("-o,--output", options->output, "Folder of the submission, new or empty")
      ->required()
      ->type_name("DIR");
  for (const auto& [name, what] : {std::pair("contact", "Whom to ask about the run"),
                                   std::pair("hardware", "What the model ran on"),
                                   std::pair("notes", "What readers should know")}) {
    command
        ->add_option_function<std::string>(
            std::string("--") + name,
            [options, name = name](const std::string& text) { options->about[name] = text; }, what)
        ->type_name("TEXT");
  }
  add_leaderboard_option(*command, options->leaderboard,
                         "Leaderboard version of the overall score");
  add_run_options(*command, options->run);
  return [options](Kept&) { return run_prepare(*options); };
}

Command add_submit_validate(CLI::App& app) {
  auto options = std::make_shared<ValidateOptions>();
  CLI::App* command = app.add_subcommand("validate", "Check a submission, and score it again");
  command->footer(kValidateExamples);
  command->add_option("DIR", options->folder, "The submission's folder")->type_name("")->required();
  command->add_option("--format", options->format, "Report format")
      ->type_name("table|markdown|json")
      ->check(one_of({"table", "markdown", "json"}))
      ->capture_default_str();
  add_dataset_option(*command, options->run);
  add_models_option(*command, options->run);
  add_today_option(*command, options->run);
  add_service_options(*command, options->run);
  add_jobs_option(*command, options->run.jobs);
  return [options](Kept&) { return run_validate(*options); };
}

}  // namespace bfclx::tools
