// `bfclx check`: scores result files.
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "core/value/json.h"
#include "tools/bfclx/check/check_report.h"
#include "tools/bfclx/commands.h"
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
};

// `line` with "model" as its second member, when there are several.
std::string with_model(std::string line, const std::string& model) {
  std::string member = "\"model\": ";
  append_json_str(member, model);
  line.insert(1, member + ", ");
  return line;
}

void write_lines(OutputFile& file, std::vector<std::string> lines, const std::string* model) {
  std::size_t size = 0;
  for (const std::string& line : lines) size += line.size() + 1;
  std::string bytes;
  bytes.reserve(size);
  for (std::string& line : lines) {
    bytes += model != nullptr ? with_model(std::move(line), *model) : line;
    bytes += '\n';
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

int run_check(const CheckOptions& options) {
  OutputFile verdicts;
  const bool wanted = !options.verdicts.empty();
  if (wanted) refuse_to_overwrite(options.run, "--verdicts", options.verdicts);
  Session& session = open_session(options.run);
  if (wanted && !verdicts.open(options.verdicts)) throw UsageError(verdicts.error());

  const Terminal diagnostics = Terminal::of_descriptor(STDERR_FILENO);
  const std::size_t jobs = chosen_jobs(options.run);
  for (ModelRun& model : session.models) {
    std::vector<std::string> lines;
    score_model(model, jobs, progress_for(diagnostics, model.name), wanted ? &lines : nullptr);
    if (wanted) {
      write_lines(verdicts, std::move(lines), session.models.size() > 1 ? &model.name : nullptr);
    }
  }
  show_progress("");
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
  if (!write_report(report, options.format, descriptor)) {
    say("the report cannot be written to standard output");
    code = kSomeUnusable;
  }
  if (const std::string problem = session.services.record(); !problem.empty()) {
    say(problem);
    code = kSomeUnusable;
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
  add_leaderboard_option(*command, options->leaderboard,
                         "Add the overall score of this version of the leaderboard, and its parts");
  command->add_option("--format", options->format, "Form of the report")
      ->type_name("table|json|csv|markdown")
      ->check(CLI::IsMember({"table", "json", "csv", "markdown"}))
      ->capture_default_str();
  return [options] { return run_check(*options); };
}

}  // namespace bfclx::tools
