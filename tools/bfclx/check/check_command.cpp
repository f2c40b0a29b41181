// `bfclx check`: scores result files.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "core/value/json.h"
#include "tools/bfclx/check/check_report.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/doing.h"
#include "tools/bfclx/errata/second_score.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/output/refuse_overwrite.h"

namespace bfclx::tools {
namespace {

// More problems than this are counted only; the JSON report has them all.
constexpr std::size_t kProblemsShown = 100;

constexpr const char* kExamples = R"(Examples:
  bfclx check result/my-model                    every category of one model
  bfclx check result --format markdown           a folder of models, one section each
  bfclx check live_simple.jsonl --category live_simple --verdicts verdicts.jsonl
  zcat replies.json.gz | bfclx check - --decoder prompting --format json
  bfclx check result/my-model --errata errata.json     a second score by corrected ground truth
  bfclx check result/my-model --cassette cassette.jsonl --leaderboard v1
  bfclx check sample --dataset sample            the result sets inside the program

PATH is a result file (JSON lines, a JSON array, either gzipped), a model's folder, a folder
of models (files named *_result.json are taken), or - for standard input.

Exit codes: 0 done; 1 some input was unusable, the rest is scored; 2 wrong usage.)";

struct CheckOptions {
  RunOptions run;
  std::string verdicts;
  std::string format = "table";
  std::string leaderboard;
  std::string errata;
};

// `line` with "model" as its second member, when there are several.
std::string with_model(std::string line, const std::string& model) {
  std::string member = "\"model\": ";
  append_json_str(member, model);
  line.insert(1, member + ", ");
  return line;
}

void write_lines(OutputFile& file, std::vector<std::string> lines, const std::string* model) {
  constexpr std::size_t kAtOnce = 1 << 20;
  std::string bytes;
  bytes.reserve(kAtOnce);
  for (std::string& line : lines) {
    const std::string text = std::move(line);  // given back when it is written
    bytes += model != nullptr ? with_model(text, *model) : text;
    bytes += '\n';
    if (bytes.size() < kAtOnce) continue;
    file.write(bytes);
    bytes.clear();
  }
  file.write(bytes);
}

Progress progress_for(const Terminal& terminal, const std::string& name) {
  if (!terminal.interactive()) return nullptr;
  return [name](std::size_t done, std::size_t total) {
    show_progress(name + ": " + std::to_string(done) + " of " + std::to_string(total) + " entries");
  };
}

bool write_report(const Report& report, const std::string& format, int descriptor) {
  if (format == "markdown") return print(descriptor, markdown_report(report));
  if (format == "table") {
    return print(descriptor, table_report(report, Terminal::of_descriptor(descriptor)));
  }
  const std::string text =
      format == "json" ? json_report(report, BFCLX_VERSION) : csv_report(report);
  return write_for_programs(descriptor, text) != Written::kFailed;
}

// Scores all models and writes their verdicts, those of a model that memory did not suffice for
// too, as far as they are. False then.
bool score_all(Session& session, const CheckOptions& options, OutputFile& verdicts) {
  const bool wanted = !options.verdicts.empty();
  const Terminal diagnostics = Terminal::of_descriptor(STDERR_FILENO);
  const std::size_t jobs = chosen_jobs(options.run);
  bool all = true;
  for (ModelRun& model : session.models) {
    std::vector<std::string> lines;
    try {
      score_model(model, jobs, progress_for(diagnostics, model.name), wanted ? &lines : nullptr);
    } catch (const std::bad_alloc&) {
      all = false;
      show_progress("");
      say_out_of_memory();
      lines.erase(std::remove(lines.begin(), lines.end(), std::string()), lines.end());
    }
    if (wanted) {
      write_lines(verdicts, std::move(lines), session.models.size() > 1 ? &model.name : nullptr);
    }
  }
  show_progress("");
  return all;
}

// What the run was; the exit code.
int report_all(Session& session, const CheckOptions& options, SecondScore* second) {
  const Doing doing("reporting");
  tell_problems(session, kProblemsShown, "--format json lists all");

  // Verdicts on standard output are to be read by a program: the report steps aside.
  const int descriptor = options.verdicts == "-" ? STDERR_FILENO : STDOUT_FILENO;
  int code = session.flawed() ? kSomeUnusable : kDone;
  if (session.models.empty()) {
    say("nothing to score: no entry of the wanted categories");
    code = kSomeUnusable;
  }
  Report report = make_report(session);
  if (!options.leaderboard.empty()) add_overall(report, named_version(options.leaderboard));
  SecondReport corrected;
  if (second != nullptr) {
    corrected = second->make_report(session, options.leaderboard);
    report.errata = &corrected;
  }
  if (!write_report(report, options.format, descriptor)) {
    say("the report cannot be written to standard output");
    code = kSomeUnusable;
  }
  return code;
}

int run_check(const CheckOptions& options) {
  OutputFile verdicts;
  const bool wanted = !options.verdicts.empty();
  if (wanted) refuse_to_overwrite(options.run, "--verdicts", options.verdicts);
  std::optional<SecondScore> second;
  if (!options.errata.empty()) second.emplace(options.errata);
  Session& session = open_session(options.run);
  if (second) second->remember(session);
  if (wanted && !verdicts.open(options.verdicts)) throw UsageError(verdicts.error());
  int code = kSomeUnusable;
  try {
    // Of a model that is scored in part there are no figures.
    if (score_all(session, options, verdicts)) {
      code = report_all(session, options, second ? &*second : nullptr);
    }
  } catch (const std::bad_alloc&) {
    say_out_of_memory();
  }
  if (wanted && !verdicts.close()) {
    say(verdicts.error());
    code = kSomeUnusable;
  }
  return code;
}

}  // namespace

Command add_check(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Score result files, verdict for verdict");
  command->footer(kExamples);
  add_paths(*command, options->run);
  add_run_options(*command, options->run);
  command
      ->add_option("--verdicts", options->verdicts,
                   "Write one JSON object a line for every entry, in input order; with - they go\n"
                   "to standard output and the report to standard error")
      ->type_name("FILE");
  add_errata_option(*command, options->errata);
  add_leaderboard_option(*command, options->leaderboard,
                         "Add the overall score of this version of the leaderboard, and its parts");
  command->add_option("--format", options->format, "Form of the report")
      ->type_name("table|json|csv|markdown")
      ->check(CLI::IsMember({"table", "json", "csv", "markdown"}))
      ->capture_default_str();
  return [options] { return run_check(*options); };
}

}  // namespace bfclx::tools
