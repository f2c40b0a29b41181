// `bfclx conformance`: another scorer against the vectors.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "core/vectors/conformance_report.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/output/refuse_overwrite.h"
#include "tools/bfclx/platform/bounded_process.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kConformanceExamples = R"(Examples:
  bfclx conformance --command './my-scorer'
  bfclx conformance --python my_package.scoring:score_vector -o conformance.json
  bfclx conformance --write vectors.jsonl        the vectors with their verdicts
  bfclx conformance --read verdicts.jsonl        verdicts made elsewhere

The scorer reads one vector per line from standard input. For each it writes one
line to standard output, in any order: {"id": ID, "valid": true}. If it does not
have a check, it writes {"id": ID, "unsupported": true}. A Python function takes
the vector as a dict and returns True, False, or None for unsupported.

Exit codes: 0 all verdicts agree; 1 some differ; 2 wrong usage, or the scorer
failed.)";

constexpr const char* kPythonDriver = R"(import importlib, json, os, sys
output = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)
sys.path.insert(0, "")
module, _, name = sys.argv[1].partition(":")
score = importlib.import_module(module)
for part in name.split("."):
    score = getattr(score, part)
if not callable(score):
    sys.exit(f"{sys.argv[1]} is not a function")
for line in sys.stdin.buffer:
    vector = json.loads(line)
    given = {"id": vector["id"]}
    try:
        verdict = score(vector)
        if isinstance(verdict, dict):
            verdict = verdict["valid"]
        if verdict is None:
            given["unsupported"] = True
        elif verdict == 0 or verdict == 1:
            given["valid"] = bool(verdict)
        else:
            raise TypeError(f"it returned {type(verdict).__name__}, not True, False or None")
    except NotImplementedError:
        given["unsupported"] = True
    except Exception as error:
        given["error"] = f"{type(error).__name__}: {error}"[:2000]
    output.write(json.dumps(given) + "\n")
    output.flush()
)";

constexpr std::size_t kProgressStep = 50;  // verdicts

struct ConformanceOptions {
  std::string command;
  std::string python;
  std::string interpreter = "python3";
  std::string read;
  std::string write;
  std::string output;
  std::string format = "table";
  std::size_t timeout = 300;
};

// The scorer did not do its part: exit code 2, without the advice on usage.
int scorer_failed(const std::string& scorer, const std::string& error, const ScorerOutput& output,
                  const std::string& last_errors) {
  say(scorer + ": " + error + "; " + grouped_digits(output.received()) + " of " +
      grouped_digits(output.vectors().size()) + " verdicts were received" +
      (output.complete() ? "" : ", the first missing is " + std::string(output.first_missing())));
  if (!last_errors.empty()) print(STDERR_FILENO, "its last errors:\n" + printable(last_errors));
  return kWrongUsage;
}

std::string lines_of(const std::vector<ConformanceVector>& vectors, bool with_verdicts) {
  std::string lines;
  for (const ConformanceVector& vector : vectors) {
    lines += vector_json(vector, with_verdicts);
    lines += '\n';
  }
  return lines;
}

void write_file(const std::string& path, std::string_view bytes) {
  OutputFile file;
  bool written = file.open(path);
  if (written) {
    file.write(bytes);
    written = file.close();
  }
  if (!written) throw UsageError(file.error());  // 1 would say that verdicts differ
}

std::string_view form_of(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".json") return "json";
  if (extension == ".md") return "markdown";
  throw UsageError("--output " + path + ": unknown extension; use .json or .md");
}

std::string report_text(const ConformanceReport& report, std::string_view form,
                        const Screen& screen) {
  if (form == "json") return conformance_json(report);
  if (form == "markdown") return conformance_markdown(report);
  return conformance_text(report, screen);
}

// As it was named, for the report and for messages.
std::string name_of(const ConformanceOptions& options) {
  if (!options.command.empty()) return options.command;
  return !options.python.empty() ? options.python : options.read;
}

std::vector<std::string> arguments_of(const ConformanceOptions& options) {
  if (!options.command.empty()) return {"/bin/sh", "-c", options.command};
  return {options.interpreter, "-c", kPythonDriver, options.python};
}

// What went wrong.
ProcessEnd read_verdicts(const std::string& path, ScorerOutput& output) {
  const FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError("--read " + path + ": " + file.error);
  std::string_view rest = without_byte_order_mark(file.bytes);
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const Status taken = output.take(rest.substr(0, end));
    if (!taken.ok()) return {taken.error().message, {}};
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return {output.complete() ? "" : "verdicts are missing", {}};
}

ProcessEnd run_scorer(const ConformanceOptions& options, ScorerOutput& output) {
  const std::string input = lines_of(output.vectors(), false);
  BoundedProgram program;
  program.arguments = arguments_of(options);
  program.input = input;
  program.seconds = options.timeout;
  program.longest_line = kMaxVerdictBytes;
  std::size_t shown = 0;
  program.take = [&](std::string_view line) {
    const Status taken = output.take(line);
    if (output.received() >= shown + kProgressStep) {
      shown = output.received();
      show_progress(grouped_digits(shown) + " of " + grouped_digits(output.vectors().size()) +
                    " verdicts");
    }
    return taken.ok() ? std::string() : "output " + taken.error().message;
  };
  program.complete = [&] { return output.complete(); };
  ProcessEnd end = run_bounded(std::move(program));
  show_progress("");
  return end;
}

int run_conformance(const ConformanceOptions& options) {
  const std::string scorer = name_of(options);
  if (scorer.empty() && options.write.empty()) {
    throw UsageError("name a scorer with --command or --python, or a file with --read or --write");
  }
  if (!options.python.empty() && (options.python.find(':') == std::string::npos ||
                                  options.python.front() == ':' || options.python.back() == ':')) {
    throw UsageError("--python " + options.python + ": expected module:function");
  }
  if (scorer.empty() && !options.output.empty()) {
    throw UsageError("-o has an effect only with a scorer; use --write for the vectors");
  }
  const std::string_view file_form =
      options.output.empty() ? std::string_view() : form_of(options.output);
  for (const auto& [name, file] :
       {std::pair("--output", &options.output), std::pair("--write", &options.write)}) {
    refuse_same_output({name, *file}, {"--read", options.read});
  }
  refuse_same_output({"--output", options.output}, {"--write", options.write});

  ScorerOutput output(conformance_vectors());
  if (!options.write.empty()) {
    write_file(options.write, lines_of(output.vectors(), true));
    note("wrote " + counted(output.vectors().size(), "vector", "vectors") + " to " + options.write);
  }
  if (scorer.empty()) return kDone;
  const ProcessEnd end =
      options.read.empty() ? run_scorer(options, output) : read_verdicts(options.read, output);
  if (!end.error.empty()) return scorer_failed(scorer, end.error, output, end.last_errors);

  const ConformanceResult result = conformance_result(output);
  if (result.counts.unsupported == result.counts.vectors) {
    return scorer_failed(scorer, "every vector is unsupported", output, end.last_errors);
  }
  const ConformanceReport report{output, result, scorer, BFCLX_VERSION};
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  if (!file_form.empty()) {
    write_file(options.output, report_text(report, file_form, terminal.screen()));
  }
  const std::string text = report_text(report, options.format, terminal.screen());
  const bool shown = options.format == "table"
                         ? print(STDOUT_FILENO, text)
                         : write_for_programs(STDOUT_FILENO, text) != Written::kFailed;
  if (!shown) return kWrongUsage;
  return result.agrees() ? kDone : kSomeUnusable;
}

}  // namespace

Command add_conformance(CLI::App& app) {
  auto options = std::make_shared<ConformanceOptions>();
  CLI::App* command =
      app.add_subcommand("conformance", "Test another scorer against known verdicts, rule by rule");
  command->footer(kConformanceExamples);
  CLI::Option* shell =
      command->add_option("--command", options->command, "Scorer to test, as a shell command");
  shell->type_name("COMMAND");
  CLI::Option* python = command->add_option("--python", options->python,
                                            "Python function to test, as module:function");
  python->type_name("FUNCTION");
  CLI::Option* read = command->add_option("--read", options->read,
                                          "Verdicts to test, as JSON lines; `-` is standard input");
  read->type_name("FILE");
  shell->excludes(python)->excludes(read);
  python->excludes(read);
  command
      ->add_option("--write", options->write,
                   "Write the vectors with their verdicts, as JSON "
                   "lines")
      ->type_name("FILE");
  command->add_option("--format", options->format, "Report format")
      ->type_name("table|json|markdown")
      ->check(one_of({"table", "json", "markdown"}))
      ->capture_default_str();
  command
      ->add_option("-o,--output", options->output, "Also write the report to FILE.json or FILE.md")
      ->type_name("FILE");
  command->add_option("--timeout", options->timeout, "Time limit for the scorer in seconds")
      ->type_name("SECONDS")
      ->check(whole_number(1, 86400))
      ->excludes(read)
      ->capture_default_str();
  command->add_option("--interpreter", options->interpreter, "Python interpreter, found in PATH")
      ->type_name("FILE")
      ->needs(python)
      ->capture_default_str();
  return [options](Kept&) { return run_conformance(*options); };
}

}  // namespace bfclx::tools
