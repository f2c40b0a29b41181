// `bfclx dataset validate`: the ground truth as the response; which entries cannot be passed, and
// why.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/findings/self_check.h"
#include "core/render/comparison_text.h"
#include "core/render/table.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/dataset/translation.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/parallel.h"
#include "tools/bfclx/input/services.h"
#include "tools/bfclx/output/hub.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/output/yaml.h"
#include "tools/bfclx/view/page.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kValidateExamples = R"(Examples:
  bfclx dataset validate
  bfclx dataset validate sample
  bfclx dataset validate my-bench
  bfclx dataset validate --category live_multiple,parallel
  bfclx dataset validate --category executable --cassette cassette.jsonl

An entry cannot pass if no value made from its possible answers satisfies the official rules.
Other entries can pass, but not with the ground truth as written: for example, it allows a required
parameter to be omitted. Values are tried as structured calls, Python ones also as text. A malformed entry
is listed with file and line, and every command leaves it out.

Exit codes: 0 done; 1 a category or an entry could not be loaded; 2 wrong usage.)";

class SelfCheckReport {
 public:
  // `all`: lists whatever was not checked, else a few of it.
  SelfCheckReport(const Terminal& terminal, bool all) : terminal_(terminal), all_(all) {
    table_.columns = {{"category"},
                      {"entries", Align::kRight},
                      {"passes", Align::kRight},
                      {"not as written", Align::kRight},
                      {"cannot pass", Align::kRight},
                      {"not checked", Align::kRight, Fit::kDrop},
                      {"malformed", Align::kRight}};
  }

  // `malformed`: entries, of all that are listed as malformed.
  void add(const Category& category, const std::vector<SelfCheckFinding>& findings,
           std::size_t malformed) {
    std::size_t counts[kSelfCheckOutcomes] = {};
    for (const SelfCheckFinding& finding : findings) {
      ++counts[index_of(finding.outcome)];
      if (finding.outcome != Outcome::kPasses) add_entry(finding);
    }
    const auto cell = [](std::size_t count) {
      return Cell(count > 0 ? std::to_string(count) : "-");
    };
    table_.rows.push_back(
        {{std::string(category.name),
          cell(findings.size() - counts[index_of(Outcome::kMalformed)] + malformed),
          cell(counts[index_of(Outcome::kPasses)]),
          cell(counts[index_of(Outcome::kAsText)] + counts[index_of(Outcome::kTrap)]),
          cell(counts[index_of(Outcome::kImpossible)]), cell(counts[index_of(Outcome::kUntold)]),
          cell(malformed)}});
  }

  std::string text(const DatasetFiles& dataset) const {
    static constexpr std::pair<Outcome, std::string_view> kTitles[] = {
        {Outcome::kMalformed, "malformed, skipped"},
        {Outcome::kImpossible, "cannot pass"},
        {Outcome::kTrap, "these can pass, but not with the ground truth as written"},
        {Outcome::kAsText, "these pass as structured calls but fail as Python text"},
        {Outcome::kUntold, "not checked: no recording (pass --cassette)"},
    };
    std::string out = terminal_table(table_, terminal_.screen(), 0);
    for (const auto& [outcome, title] : kTitles) {
      const Table& list = lists_[index_of(outcome)];
      if (list.rows.empty()) continue;
      out += "\n" + terminal_.styled(Style::kBold, title) + "\n";
      if (outcome == Outcome::kUntold && !all_ && list.rows.size() > kFew) {
        Table few;
        few.columns = list.columns;
        few.rows.assign(list.rows.begin(), list.rows.begin() + kFew);
        out += terminal_table(few, terminal_.screen()) + "  and " +
               counted(list.rows.size() - kFew, "more entry", "more entries") +
               "; `--category executable` lists all\n";
      } else {
        out += terminal_table(list, terminal_.screen());
      }
    }
    return out + "\n" +
           dataset_note(dataset_name(dataset.dataset().version, dataset.place()),
                        dataset.dataset().hash, {}, terminal_);
  }

 private:
  using Outcome = SelfCheckOutcome;
  static std::size_t index_of(Outcome outcome) { return static_cast<std::size_t>(outcome); }

  void add_entry(const SelfCheckFinding& finding) {
    Table& list = lists_[index_of(finding.outcome)];
    list.columns = {{"", Align::kLeft, Fit::kWrap}, {""}};
    Table::Row& row = list.rows.emplace_back();
    row.cells = {finding.id, {std::string(finding.rule), Style::kBad}};
    row.notes = {finding.reason};
  }

  static constexpr std::size_t kFew = 5;

  const Terminal& terminal_;
  bool all_;
  Table table_;
  Table lists_[kSelfCheckOutcomes];
};

// Of a benchmark of someone's own those that it has; entries that expect no call can be malformed.
std::vector<const Category*> own_categories(const DatasetDir& dataset) {
  std::vector<const Category*> own;
  for (const auto& [category, count] : dataset.own_entries()) own.push_back(category);
  return own;
}

std::vector<const Category*> wanted_categories(const RunOptions& options,
                                               const DatasetDir& dataset) {
  std::vector<const Category*> wanted = chosen_categories(options);
  const bool all = wanted.empty();
  if (all && dataset.own_benchmark() != nullptr) return own_categories(dataset);
  if (all) {
    for (const Category& category : categories()) wanted.push_back(&category);
  }
  const auto unfit = [](const Category* category) { return !can_self_check(*category); };
  wanted.erase(std::remove_if(wanted.begin(), wanted.end(), unfit), wanted.end());
  if (wanted.empty()) {
    throw UsageError("none of these categories has possible answers to a single response");
  }
  return wanted;
}

// The file that makes a dataset a benchmark of the Hugging Face Hub.
std::string eval_yaml_of(const DatasetDir& dataset, std::size_t entries) {
  const OwnBenchmark& own = *dataset.own_benchmark();
  std::string yaml = concat({"name: ", yaml_text(own.name), "\ndescription: ",
                             yaml_text(concat({own.name, " ", own.version, ": function calls, ",
                                               counted(entries, "entry", "entries")})),
                             "\nevaluation_framework: ", yaml_text(kHubFramework), "\ntasks:\n"});
  const auto add = [&](const std::string& task) {
    yaml += concat({"  - id: ", yaml_text(task), "\n    config: default\n    split: test\n"});
  };
  add(hub_overall_task(kOwnScore));
  for (const Category* category : own_categories(dataset)) add(std::string(category->name));
  return yaml;
}

// Only files that no dataset has are written.
void check_eval_yaml(const std::string& path, const DatasetDir& dataset) {
  if (path.empty()) return;
  if (dataset.own_benchmark() == nullptr) {
    throw UsageError("--eval-yaml supports only your own benchmarks");
  }
  if (!path.ends_with(".yaml")) throw UsageError("--eval-yaml " + path + ": name a .yaml file");
  std::error_code error;
  if (std::filesystem::exists(path, error)) {
    throw UsageError("--eval-yaml " + path +
                     ": the file exists, perhaps with your config and split; choose another name");
  }
}

// Whether an `add` was killed; says so.
bool is_unfinished(const DatasetDir& dataset) {
  std::error_code error;
  const std::filesystem::path mark = std::filesystem::path(dataset.place()) / kUnfinishedAddFile;
  if (dataset.own_benchmark() == nullptr || !std::filesystem::exists(mark, error)) return false;
  say(dataset.place() + ": `bfclx dataset add` was interrupted; run it again to add the rest");
  return true;
}

int run_validate(const RunOptions& options, const std::string& eval_yaml) {
  DatasetDir dataset(chosen_dataset(options));
  check_eval_yaml(eval_yaml, dataset);
  for (const std::string& message : dataset.ignored_files()) say(message);
  int code = is_unfinished(dataset) ? kSomeUnusable : kDone;
  const Services services(options);
  const ExecutableSettings executable = services.settings();
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  const Decoder* prompting = find_decoder_for_handler("OpenAICompletionsHandler", false);
  if (prompting == nullptr) throw UsageError("unknown decoder `prompting`");
  SelfCheckReport report(terminal, !options.categories.empty());
  std::size_t usable = 0;
  std::string fault;  // a fault of dataset.json is one of every category
  for (const Category* category : wanted_categories(options, dataset)) {
    if (const Status status = dataset.load(*category); !status.ok()) {
      if (status.error().message != fault) say(status.error().message);
      fault = status.error().message;
      code = kSomeUnusable;
      continue;
    }
    const std::vector<Entry>& entries = dataset.dataset().entries(*category);
    usable += entries.size();
    std::vector<SelfCheckFinding> findings(entries.size());
    parallel_for(entries.size(), chosen_jobs(options), [&](std::size_t i) {
      if (!can_self_check(*category)) return;  // no call passes, so none can be wrong
      findings[i] = category->judging == Judging::kExecutable
                        ? self_check_executable(entries[i], *prompting, executable)
                        : self_check(entries[i], *prompting);
    });
    std::vector<SelfCheckFinding> malformed = malformed_findings(dataset.dataset(), *category);
    if (!malformed.empty()) code = kSomeUnusable;
    std::move(malformed.begin(), malformed.end(), std::back_inserter(findings));
    report.add(*category, findings, dataset.dataset().malformed_entries(*category));
  }
  dataset.identify();
  std::string text = report.text(dataset);
  if (dataset.own_benchmark() != nullptr && options.categories.empty()) {
    text += "\n" + wrapped(power_text(usable), 0, terminal.screen().width);
  }
  const OwnBenchmark* own = dataset.own_benchmark();
  if (own != nullptr && own->translation != nullptr) {
    const Result<TranslationState> state = translation_state(*own, dataset.reader());
    if (!state.ok()) {
      say(state.error().message);
      code = kSomeUnusable;
    } else {
      text += "\n" + wrapped(translated_text(dataset), 0, terminal.screen().width) +
              hints_text(*state, terminal.screen());
    }
  }
  if (!eval_yaml.empty()) {
    OutputFile file;
    if (!file.open(eval_yaml)) throw UsageError(file.error());
    file.write(eval_yaml_of(dataset, usable));
    if (!file.close()) throw UsageError(file.error());
    note("written: " + eval_yaml + ". Set `config` and `split` to those of your dataset");
  }
  return print(STDOUT_FILENO, text) ? code : kSomeUnusable;
}

}  // namespace

Command add_validate(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  auto eval_yaml = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("validate", "List entries whose own ground truth cannot pass");
  command->footer(kValidateExamples);
  add_dataset_argument(*command, *options);
  command->add_option("--category", options->categories, "Only these categories or groups")
      ->type_name("C,...");
  command
      ->add_option("--cassette", options->cassette,
                   "Recorded responses of services, for the executable categories")
      ->type_name("FILE");
  add_jobs_option(*command, options->jobs);
  command
      ->add_option("--eval-yaml", *eval_yaml,
                   "Write the benchmark's eval.yaml for the Hugging Face Hub")
      ->type_name("FILE")
      ->excludes(command->get_option("--category"));
  return [options, eval_yaml](Kept&) { return run_validate(*options, *eval_yaml); };
}

}  // namespace bfclx::tools
