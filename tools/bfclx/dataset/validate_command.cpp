// `bfclx dataset validate`: the ground truth as the response; which entries cannot be passed, and
// why. Of a benchmark of someone's own also what is doubtful about its cases.
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
#include "core/value/dict_of.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/dataset/case_page.h"
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
#include "tools/bfclx/view/finding_page.h"
#include "tools/bfclx/view/page.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kValidateExamples = R"(Examples:
  bfclx dataset validate
  bfclx dataset validate sample
  bfclx dataset validate my-bench
  bfclx dataset validate my-bench --fail-on warning    for continuous integration
  bfclx dataset validate --category live_multiple,parallel
  bfclx dataset validate --category executable --cassette cassette.jsonl

An entry cannot pass if no value made from its possible answers satisfies the official rules.
Other entries can pass, but not with the ground truth as written: for example, it allows a required
parameter to be omitted. Values are tried as structured calls, Python ones also as text. A malformed entry
is listed with file and line, and every command leaves it out.

In your own benchmark, `validate` also finds contradictory and duplicate cases, values that contradict
the schema or that the question does not state, and fixed responses that pass many cases.

Exit codes: 0 done; 1 a category or an entry could not be loaded; 2 wrong usage; 3 a finding at or
above --fail-on.)";

struct ValidateOptions {
  RunOptions run;
  std::string eval_yaml;
  std::string format = "table";
  std::string fail_on = "never";
};

class SelfCheckReport {
 public:
  // `all`: lists whatever was not checked, else a few of it.
  SelfCheckReport(const Terminal& terminal, bool all) : terminal_(terminal), all_(all) {
    table_.columns = {{"category"},
                      {"entries", Align::kRight},
                      {"passes", Align::kRight},
                      {kOnlyAsCalls, Align::kRight},
                      {kNotAsWritten, Align::kRight},
                      {"cannot pass", Align::kRight},
                      {kNotChecked, Align::kRight, Fit::kDrop},
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
    const std::size_t entries = findings.size() - counts[index_of(Outcome::kMalformed)] + malformed;
    const std::size_t passing = counts[index_of(Outcome::kPasses)];
    const std::size_t as_calls = counts[index_of(Outcome::kAsText)];
    const std::size_t partly = counts[index_of(Outcome::kTrap)];
    const std::size_t impossible = counts[index_of(Outcome::kImpossible)];
    const std::size_t unchecked = counts[index_of(Outcome::kUntold)];
    table_.rows.push_back(
        {{std::string(category.name), cell(entries), cell(passing), cell(as_calls), cell(partly),
          cell(impossible), cell(unchecked), cell(malformed)}});
    values_.push_back(dict_of({{"category", category.name},
                               {"entries", entries},
                               {"passes", passing},
                               {"only_as_calls", as_calls},
                               {"not_as_written", partly},
                               {"cannot_pass", impossible},
                               {"not_checked", unchecked},
                               {"malformed", malformed}}));
  }

  // Without the columns that are needed by few datasets, where they are empty.
  std::string table() const {
    Table table = table_;
    for (std::size_t i = table.columns.size(); i-- > 0;) {
      const bool is_rare = table.columns[i].name == kOnlyAsCalls ||
                           table.columns[i].name == kNotAsWritten ||
                           table.columns[i].name == kNotChecked;
      const auto is_empty = [&](const Table::Row& row) { return row.cells[i].text == "-"; };
      if (!is_rare || !std::all_of(table.rows.begin(), table.rows.end(), is_empty)) continue;
      const auto at = static_cast<std::ptrdiff_t>(i);
      table.columns.erase(table.columns.begin() + at);
      for (Table::Row& row : table.rows) row.cells.erase(row.cells.begin() + at);
    }
    return terminal_table(table, terminal_.screen(), 0);
  }
  Value values() const { return Value::list(values_); }

  // With the entries that do not pass.
  std::string text() const {
    static constexpr std::pair<Outcome, std::string_view> kTitles[] = {
        {Outcome::kMalformed, "malformed, skipped"},
        {Outcome::kImpossible, "cannot pass"},
        {Outcome::kTrap, "these can pass, but not with the ground truth as written"},
        {Outcome::kAsText, "these pass as structured calls but fail as Python text"},
        {Outcome::kUntold, "not checked: no recording (pass --cassette)"},
    };
    std::string out = table();
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
    return out;
  }

 private:
  using Outcome = SelfCheckOutcome;
  static constexpr const char* kNotAsWritten = "not as written";
  static constexpr const char* kOnlyAsCalls = "only as calls";
  static constexpr const char* kNotChecked = "not checked";
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
  List values_;
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

// The findings of one call of `validate`.
class Validation {
 public:
  Validation(DatasetDir& dataset, const ValidateOptions& options)
      : dataset_(dataset), options_(options) {
    if (const OwnBenchmark* own = dataset.own_benchmark(); own != nullptr) {
      review_ = {own->language, own->translation != nullptr};
    }
  }

  void check(const Category& category, const Decoder& prompting,
             const ExecutableSettings& executable, SelfCheckReport& report) {
    const std::vector<Entry>& entries = dataset_.dataset().entries(category);
    std::vector<SelfCheckFinding> checked(entries.size());
    std::vector<ReviewedCase> reviewed(is_own() ? entries.size() : 0);
    parallel_for(entries.size(), chosen_jobs(options_.run), [&](std::size_t i) {
      if (can_self_check(category)) {  // elsewhere no call passes, so none can be wrong
        checked[i] = category.judging == Judging::kExecutable
                         ? self_check_executable(entries[i], prompting, executable)
                         : self_check(entries[i], prompting);
      }
      if (is_own()) reviewed[i] = review_case(entries[i], checked[i], review_);
    });
    add(malformed_cases(dataset_.dataset(), category));
    for (std::size_t i = 0; i < entries.size(); ++i) {
      add(is_own() ? std::move(reviewed[i].findings) : self_check_findings(checked[i]));
    }
    std::move(reviewed.begin(), reviewed.end(), std::back_inserter(cases_));
    std::vector<SelfCheckFinding> malformed = malformed_findings(dataset_.dataset(), category);
    std::move(malformed.begin(), malformed.end(), std::back_inserter(checked));
    report.add(category, checked, dataset_.dataset().malformed_entries(category));
    categories_.push_back(&category);
    usable_ += entries.size();
  }

  void add(std::vector<CaseFinding> findings) {
    std::move(findings.begin(), findings.end(), std::back_inserter(findings_));
  }
  void add_hints(const std::vector<TranslationHint>& hints) {
    for (const TranslationHint& hint : hints) {
      add({{.fault = CaseFault::kTranslation,
            .id = hint.id,
            .entry = dataset_.dataset().find(hint.id),
            .text = hint.text}});
    }
  }

  // With what shows only beside other cases.
  void finish() {
    add(compare_cases(cases_, review_));
    groups_ = group_findings(std::move(findings_));
    places_ = places_of(dataset_, categories_);
  }

  bool is_own() const { return dataset_.own_benchmark() != nullptr; }
  std::size_t usable() const { return usable_; }
  const std::vector<CaseGroup>& groups() const { return groups_; }
  const CasePlaces& places() const { return places_; }
  bool reaches_bar() const {
    return std::any_of(groups_.begin(), groups_.end(), [this](const CaseGroup& group) {
      return tools::reaches_bar(group.severity, options_.fail_on);
    });
  }

 private:
  DatasetDir& dataset_;
  const ValidateOptions& options_;
  CaseReview review_;
  std::vector<const Category*> categories_;
  std::size_t usable_ = 0;
  std::vector<ReviewedCase> cases_;
  std::vector<CaseFinding> findings_;
  std::vector<CaseGroup> groups_;
  CasePlaces places_;
};

// What of the input cannot be used.
class Problems {
 public:
  explicit Problems(std::vector<std::string> first) {
    for (const std::string& text : first) say(text);
    texts_ = std::move(first);
  }
  void add(const std::string& text) {
    if (!texts_.empty() && texts_.back() == text) return;  // dataset.json is of every category
    say(text);
    texts_.push_back(text);
    found_ = true;
  }
  const std::vector<std::string>& texts() const { return texts_; }
  bool found() const { return found_; }

 private:
  std::vector<std::string> texts_;
  bool found_ = false;
};

void write_eval_yaml(const std::string& path, const DatasetDir& dataset, std::size_t entries) {
  OutputFile file;
  if (!file.open(path)) throw UsageError(file.error());
  file.write(eval_yaml_of(dataset, entries));
  if (!file.close()) throw UsageError(file.error());
  note("written: " + path + ". Set `config` and `split` to those of your dataset");
}

int run_validate(const ValidateOptions& options) {
  DatasetDir dataset(chosen_dataset(options.run));
  check_eval_yaml(options.eval_yaml, dataset);
  Problems problems(dataset.ignored_files());
  const bool unfinished = is_unfinished(dataset);
  const Services services(options.run);
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  const Decoder* prompting = find_decoder_for_handler("OpenAICompletionsHandler", false);
  if (prompting == nullptr) throw UsageError("unknown decoder `prompting`");
  SelfCheckReport report(terminal, !options.run.categories.empty());
  Validation validation(dataset, options);
  bool malformed = false;
  for (const Category* category : wanted_categories(options.run, dataset)) {
    if (const Status status = dataset.load(*category); !status.ok()) {
      problems.add(status.error().message);
      continue;
    }
    validation.check(*category, *prompting, services.settings(), report);
    malformed = malformed || !dataset.dataset().malformed(*category).empty();
  }
  std::string translation_notes;
  const OwnBenchmark* own = dataset.own_benchmark();
  if (own != nullptr && own->translation != nullptr) {
    const Result<TranslationState> state = translation_state(*own, dataset.reader());
    if (!state.ok()) {
      problems.add(state.error().message);
    } else {
      validation.add_hints(state->hints);
      translation_notes = "\n" + wrapped(translated_text(dataset), 0, terminal.width());
      if (const std::string left = conversations_text(state->conversations_left); !left.empty()) {
        translation_notes += wrapped(left, 0, terminal.width());
      }
    }
  }
  validation.finish();
  dataset.identify();
  if (!options.eval_yaml.empty()) write_eval_yaml(options.eval_yaml, dataset, validation.usable());
  const std::string power = validation.is_own() && options.run.categories.empty()
                                ? power_text(validation.usable())
                                : std::string();
  bool told = false;
  if (options.format == "json") {
    told = write_for_programs(STDOUT_FILENO, cases_json(dataset, validation.groups(),
                                                        validation.places(), report.values(), power,
                                                        problems.texts())) != Written::kFailed;
  } else {
    std::string text =
        validation.is_own()
            ? report.table() + cases_page(validation.groups(), validation.places(), terminal)
            : report.text();
    text += "\n" + dataset_note(dataset_name(dataset.dataset().version, dataset.place()),
                                dataset.dataset().hash, {}, terminal);
    if (!power.empty()) text += "\n" + wrapped(power, 0, terminal.width());
    told = print(STDOUT_FILENO, text + translation_notes);
  }
  if (!told) return kSomeUnusable;
  if (validation.reaches_bar()) return kGateFailed;
  return problems.found() || unfinished || malformed ? kSomeUnusable : kDone;
}

}  // namespace

Command add_validate(CLI::App& app) {
  auto options = std::make_shared<ValidateOptions>();
  CLI::App* command =
      app.add_subcommand("validate", "Find entries that cannot pass, and doubtful cases");
  command->footer(kValidateExamples);
  add_dataset_argument(*command, options->run);
  command->add_option("--category", options->run.categories, "Only these categories or groups")
      ->type_name("C,...");
  command
      ->add_option("--cassette", options->run.cassette,
                   "Recorded responses of services, for the executable categories")
      ->type_name("FILE");
  command->add_option("--format", options->format, "Report format")
      ->type_name("table|json")
      ->check(one_of({"table", "json"}))
      ->capture_default_str();
  add_fail_on(*command, options->fail_on);
  add_jobs_option(*command, options->run.jobs);
  command
      ->add_option("--eval-yaml", options->eval_yaml,
                   "Write the benchmark's eval.yaml for the Hugging Face Hub")
      ->type_name("FILE")
      ->excludes(command->get_option("--category"));
  return [options](Kept&) { return run_validate(*options); };
}

}  // namespace bfclx::tools
