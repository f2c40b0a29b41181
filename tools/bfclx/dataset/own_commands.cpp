// `bfclx dataset new` and `bfclx dataset add`: a benchmark of someone's own.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/benchmark/added_cases.h"
#include "core/benchmark/case_reader.h"
#include "core/benchmark/case_table.h"
#include "core/benchmark/function_docs.h"
#include "core/benchmark/language_tag.h"
#include "core/checker/option_names.h"
#include "core/dataset/file_kinds.h"
#include "core/dataset/own_benchmark.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/dataset/adding.h"
#include "tools/bfclx/dataset/benchmark_files.h"
#include "tools/bfclx/dataset/from_run.h"
#include "tools/bfclx/dataset/translation.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/shell_word.h"
#include "tools/bfclx/output/whole_file.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNewExamples = R"(Examples:
  bfclx dataset new my-bench --tools tools.json
  bfclx dataset new my-bench --tools mcp.json --licence MIT --language de
  bfclx dataset new my-bench --tools tools.json --match schema
  bfclx dataset new multi-ko --translation-of v4 --language ko

Writes my-bench/dataset.json. The tools file has tools of OpenAI, Anthropic or Gemini, an MCP tool list,
JSON Schema functions, or function docs in BFCL's format. Cases can also have their own tools.
With the match schema or exact, tools can have anyOf, $ref, null and the rest of JSON Schema.

Exit codes: 0 done; 1 the tools cannot be used; 2 wrong usage.)";

constexpr const char* kAddExamples = R"TEXT(Examples:
  bfclx dataset add my-bench cases.jsonl
  generate-cases | bfclx dataset add my-bench -
  bfclx dataset add my-bench --from-run agent-log.jsonl
  bfclx dataset add my-bench --from-run result/my-model --run-dataset data/bfcl

Each line is a case:
  {"id": "w1", "question": "How warm is it in Paris?", "tags": ["weather"],
   "expected": [{"name": "get_weather", "arguments": {"city": "Paris"}}]}
  {"question": "Tell me a joke.", "expected": "none"}
{"any_of": ["Paris", "Lutetia"]} gives alternatives of a value; with "optional": true the argument can be left out.
"messages" can replace "question". "tools" (definitions, or names of the benchmark's tools) replaces the tools
of the benchmark. "expected" can also be Python calls as text ("get_weather(city='Paris')"), or BFCL's possible answers:
[{"get_weather": {"city": ["Paris"]}}]. "match" (official, schema or exact) and "order" ("given": the calls in this
order) override the settings of the benchmark. CASES can also be CSV. Its first row has the names of the members, such as
id,question,expected,tags; tags are separated by semicolons.
If FOLDER is a translation (dataset new --translation-of), each line has the id of an entry and its translated question:
  {"id": "simple_python_0", "question": "..."}
--from-run proposes cases from the calls of a log or of results. At a terminal it shows them one by one, and adds
those that you keep. --yes adds all but failed responses. With -o it only writes them, to edit and add them later.
If a line is faulty, no case is added, and every faulty line is listed. If the command is killed while it
writes, run it again: it skips the cases that are there and adds the rest.

Exit codes: 0 done; 1 a case cannot be used, and nothing was added (with --from-run: the rest was added); 2 wrong usage.)TEXT";

constexpr std::string_view kDefaultVersion = "0.1.0";

// ---- new ----

struct NewOptions {
  std::string place;
  std::string tools;
  std::string version{kDefaultVersion};
  std::string licence;
  std::string citation;  // a file
  std::string language;
  std::string match{option_name(kMatchNames, ValueMatching::kOfficial)};
  std::string translation_of;
  RunOptions source;  // that is translated
};

Value read_tools(const std::string& path) {
  const std::string bytes = bytes_of(path);
  if (find_invalid_utf8(bytes)) throw NothingUsable(path + ": the text is not UTF-8");
  Result<Value> tools = json_loads(without_byte_order_mark(bytes), DuplicateKeys::kRefused);
  if (!tools.ok()) throw NothingUsable(path + ": " + json_fault(tools.error()));
  return std::move(tools).value();
}

std::string read_citation(const std::string& path) {
  constexpr std::size_t kMostBytes = 65536;
  const std::string bytes = bytes_of(path);
  if (find_invalid_utf8(bytes)) throw UsageError(path + ": the text is not UTF-8");
  std::string text(strip(without_byte_order_mark(bytes)));
  if (text.empty()) throw UsageError(path + ": the file is empty");
  if (text.size() > kMostBytes) {
    throw UsageError(path + ": a citation has at most " + grouped_digits(kMostBytes) + " bytes");
  }
  return text;
}

// The folder's own name, which is the benchmark's.
std::string name_of(const std::string& place) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(place, error), error);
  std::string name = whole.filename().string();
  if (name.empty()) name = whole.parent_path().filename().string();
  if (name.empty() || find_invalid_utf8(name)) {
    throw UsageError("a benchmark needs a folder with a name in UTF-8");
  }
  return name;
}

void check_new_place(const std::string& place) {
  std::error_code error;
  const fs::file_status status = fs::status(place, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) throw UsageError(place + " is a file; name a new folder");
  if (fs::is_empty(place, error) && !error) return;
  throw UsageError(place + (fs::exists(fs::path(place) / kOwnBenchmarkFile, error)
                                ? " is a benchmark already; `bfclx dataset add` adds cases to it"
                                : " is not empty; name a new folder"));
}

// A case for the first tool, to be filled in.
std::string case_template(const Value& functions) {
  const Value& first = functions.items().front();
  Dict arguments;
  const Value* required = given_member(*find_member(first, "parameters"), "required");
  if (required != nullptr && required->is_sequence()) {
    for (const Value& name : required->items()) arguments.set(name, Value::str("..."));
  }
  const Value call = dict_of(
      {{"name", find_text(first, "name")}, {"arguments", Value::dict(std::move(arguments))}});
  std::string text;
  append_json(text, dict_of({{"id", "1"}, {"question", "..."}, {"expected", Value::list({call})}}));
  return text;
}

int run_new(const NewOptions& options) {
  check_new_place(options.place);
  OwnBenchmark benchmark;
  benchmark.name = name_of(options.place);
  benchmark.version = options.version;
  benchmark.licence = options.licence;
  if (!options.citation.empty()) benchmark.citation = read_citation(options.citation);
  benchmark.language = options.language;
  if (!options.language.empty()) {
    if (const Status tag = check_language_tag(options.language); !tag.ok()) {
      throw UsageError("--language: " + tag.error().message);
    }
  }
  if (!options.translation_of.empty()) {
    return make_translation(options.place, std::move(benchmark), options.translation_of,
                            options.source);
  }
  if (options.tools.empty()) throw UsageError("--tools or --translation-of is required");
  benchmark.tools = read_tools(options.tools);
  const ValueMatching* match = find_option(kMatchNames, options.match);
  if (match == nullptr) throw UsageError(unknown_option(kMatchNames, "--match", options.match));
  benchmark.match = *match;
  const Result<Value> functions = function_docs_of(benchmark.tools, "tools", benchmark.match);
  if (!functions.ok()) throw NothingUsable(options.tools + ": " + functions.error().message);
  if (const Result<CaseReader> reader = CaseReader::make(benchmark.tools, "tools", benchmark.match);
      !reader.ok()) {
    throw NothingUsable(options.tools + ": " + reader.error().message);
  }
  const Result<std::string> bytes = own_benchmark_bytes(benchmark);
  if (!bytes.ok())
    throw NothingUsable(options.tools +
                        ": cannot be written as dataset.json: " + bytes.error().message);
  if (const Status made = prepare_folder(options.place, kBenchmarkAdvice); !made.ok()) {
    throw UsageError(made.error().message);
  }
  WholeFile file(options.place, std::string(kOwnBenchmarkFile), kBenchmarkAdvice);
  file.write(*bytes);
  if (const Status written = file.commit(); !written.ok())
    throw UsageError(written.error().message);
  std::string text = "made " + printable_line(options.place) + " with " +
                     counted(functions->items().size(), "tool", "tools") + "\n";
  const std::string word = shell_word(options.place);
  if (!is_quiet() && !word.empty()) {
    text += "\nWrite cases, one per line (\"none\" if no call passes):\n  " +
            printable_line(case_template(*functions)) + "\nThen add them:\n  bfclx dataset add " +
            word + " cases.jsonl\n";
  }
  return print(STDOUT_FILENO, text) ? kDone : kSomeUnusable;
}

// ---- add ----

struct AddOptions {
  std::string place;
  std::string cases;
  FromRun from_run;
};

// What is not JSON lines at all gets one message in place of one for each line.
void refuse_other_forms(const std::string& name, std::string_view cases) {
  const std::size_t begin = cases.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) throw NothingUsable(name + ": the file has no cases");
  if (is_case_table(cases)) return;
  if (cases[begin] == '[') {
    throw NothingUsable(name +
                        ": this is one JSON list; write one case per line: jq -c '.[]' FILE");
  }
  if (cases[begin] == '{') {
    // No JSON ends so: the case goes on in the next line.
    const std::size_t end = std::min(cases.find('\n', begin), cases.size());
    const char last = cases[cases.find_last_not_of(" \t\r\n", end - 1)];
    if (last != '{' && last != '[' && last != ',') return;
    throw NothingUsable(
        name + ": a case is over several lines; write one case per line: " + "jq -c . FILE");
  }
  std::string refused = refused_text_kind(cases);
  if (refused.empty()) return;
  // What it says of result files is not what cases are.
  if (refused.find("\"result\"") != std::string::npos) {
    refused = refused.substr(0, refused.find(';')) +
              "; write cases as JSON lines or CSV with \"question\" and \"expected\"";
  }
  throw NothingUsable(name + ": " + refused);
}

// Without names of columns, a table would be read as JSON lines.
void refuse_table_without_header(const std::string& name, std::string_view cases) {
  const std::string lower = lower_ascii(name);
  const bool is_table = lower.ends_with(".csv") || lower.ends_with(".tsv");
  const std::size_t begin = without_byte_order_mark(cases).find_first_not_of(" \t\r\n");
  const bool is_json =
      begin != std::string_view::npos && without_byte_order_mark(cases)[begin] == '{';
  if (!is_table || is_json || is_case_table(cases)) return;
  const std::string why = ":1: no header row. Add one, such as question,expected";
  throw NothingUsable(name + why + ". Nothing was added");
}

int run_add(const AddOptions& options) {
  if (!options.from_run.run.empty()) return add_from_run(options.place, options.from_run);
  if (options.cases.empty()) throw UsageError("CASES or --from-run is required");
  check_place(options.place);
  const std::string name = options.cases == "-" ? "standard input" : options.cases;
  const std::string cases = bytes_of(options.cases);
  refuse_other_forms(name, cases);
  const BenchmarkLock lock(options.place);
  const OwnBenchmark benchmark = read_benchmark(options.place);
  const auto read = [&](const std::string& path) { return bytes_below(options.place, path); };
  const std::string hash = hex_of(sha256(cases));
  const bool resumes = was_interrupted(options.place, hash);
  std::string text;
  if (benchmark.translation != nullptr) {
    const Result<AddedTranslations> made = add_translations(benchmark, read, cases);
    if (!made.ok()) throw NothingUsable(options.place + ": " + made.error().message);
    write_added(options.place, name, made->added, hash);
    text = translations_text(options.place, benchmark, *made);
  } else {
    refuse_table_without_header(name, cases);
    const Result<AddedCases> added = add_cases(benchmark, read, cases, kMaxCaseProblems, resumes);
    if (!added.ok()) throw NothingUsable(options.place + ": " + added.error().message);
    write_added(options.place, name, *added, hash);
    text = summary_text(options.place, *added);
  }
  return print(STDOUT_FILENO, text) ? kDone : kSomeUnusable;
}

}  // namespace

Command add_dataset_new(CLI::App& app) {
  auto options = std::make_shared<NewOptions>();
  CLI::App* command = app.add_subcommand("new", "Create your own benchmark, or a translation");
  command->footer(kNewExamples);
  command->add_option("FOLDER", options->place, "The new folder")->required()->type_name("");
  CLI::Option* tools =
      command->add_option("--tools", options->tools, "File with the tools, as JSON (- is stdin)")
          ->type_name("FILE");
  command->add_option("--dataset-version", options->version, "Version of the benchmark")
      ->type_name("V")
      ->capture_default_str();
  command->add_option("--licence,--license", options->licence, "Licence of the cases")
      ->type_name("NAME");
  command->add_option("--citation", options->citation, "File with the citation, such as BibTeX")
      ->type_name("FILE");
  command
      ->add_option("--language", options->language,
                   "Language of the questions, such as en or pt-BR")
      ->type_name("LANG");
  command
      ->add_option("--match", options->match,
                   "How calls are compared: official, schema or exact; a case can override it")
      ->type_name("M")
      ->capture_default_str();
  CLI::Option* of =
      command
          ->add_option("--translation-of", options->translation_of,
                       "Start a translation of the entries of the official dataset: v4")
          ->type_name("v4")
          ->excludes(tools)
          ->excludes(command->get_option("--match"));
  command
      ->add_option("--category", options->source.categories,
                   "With --translation-of: only these categories or groups")
      ->type_name("C,...")
      ->needs(of);
  add_dataset_option(*command, options->source);
  return [options](Kept&) { return run_new(*options); };
}

Command add_dataset_add(CLI::App& app) {
  auto options = std::make_shared<AddOptions>();
  CLI::App* command = app.add_subcommand("add", "Add cases to your own benchmark, or translations");
  command->footer(kAddExamples);
  command->add_option("FOLDER", options->place, "The benchmark")->required()->type_name("");
  command->add_option("CASES", options->cases, "JSON lines, one case per line, or CSV (- is stdin)")
      ->type_name("");
  add_from_run_options(*command, options->from_run);
  return [options](Kept&) { return run_add(*options); };
}

}  // namespace bfclx::tools
