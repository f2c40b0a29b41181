// `bfclx dataset errata FILE`: whether corrections apply and change a verdict.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "core/audit/errata.h"
#include "core/base/counted.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errata/second_score.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/entry_ids.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kErrataExamples = R"(Examples:
  bfclx dataset errata errata.json
  bfclx dataset errata errata.json --dataset sample
  bfclx dataset audit result --draft-errata draft.json     a draft for review

Each correction is checked: its entry exists, its ground truth has the form of the category, some
response passes with it, its verdict on some response differs from the official one, and it names
a reason, a link and an author. `--errata FILE` of score, merge, compare, report and evaluate also shows a
corrected score; the official score does not change. The format: errata/errata.schema.json.

Exit codes: 0 all valid; 1 some invalid; 2 wrong usage.)";

std::string fault_of(const Correction& correction, DatasetDir& dataset) {
  const std::string id = named_entry(dataset, correction.id);
  const Category* category = category_of_id(id);
  if (category == nullptr) return "unknown id";
  if (const Status status = dataset.load(*category); !status.ok()) return status.error().message;
  const Entry* entry = dataset.dataset().find(id);
  if (entry == nullptr) {
    const MalformedEntry* malformed = dataset.dataset().find_malformed(id);
    return malformed != nullptr ? malformed->message()
                                : "unknown id in " + std::string(category->name);
  }
  return fault_of_correction(correction, *entry);
}

int run_errata_check(const std::string& path, const RunOptions& options) {
  const Errata errata = read_errata(path);
  DatasetDir dataset(options.dataset);
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  std::string out;
  std::map<std::string_view, std::size_t> kinds;
  std::size_t faults = 0;
  for (const Correction& correction : errata.corrections) {
    ++kinds[correction_kind_name(correction.kind)];
    const std::string fault = fault_of(correction, dataset);
    if (fault.empty()) continue;
    ++faults;
    out += terminal.styled(Style::kBad, printable_line(correction.id)) + "  " +
           std::string(correction_kind_name(correction.kind)) + "\n" +
           wrapped(printable_line(fault), 4, terminal.width());
  }
  out += printable_line(errata.name) + ": " +
         counted(errata.corrections.size(), "correction", "corrections");
  for (const auto& [kind, count] : kinds) {
    out += ", " + std::string(kind) + " " + grouped_digits(count);
  }
  out += faults == 0 ? "; all valid.\n" : "; " + grouped_digits(faults) + " invalid.\n";
  const bool told = print(STDOUT_FILENO, out);
  return faults == 0 && told ? kDone : kSomeUnusable;
}

Command add_check(CLI::App& app, const char* name) {
  struct Options {
    RunOptions run;
    std::string path;
  };
  auto options = std::make_shared<Options>();
  CLI::App* check =
      app.add_subcommand(name, "Check that corrections of ground truth apply and change a verdict");
  check->footer(kErrataExamples);
  check
      ->add_option("FILE", options->path,
                   "Corrections of ground truth, JSON of the form errata/errata.schema.json")
      ->required()
      ->type_name("");
  add_dataset_option(*check, options->run);
  return [options](Kept&) { return run_errata_check(options->path, options->run); };
}

}  // namespace

Command add_errata(CLI::App& app) {
  CLI::App* command = app.add_subcommand("errata", "Check corrections of ground truth (errata)");
  command->require_subcommand(1);
  command->footer(kErrataExamples);
  return add_check(*command, "check");
}

Command add_errata_file(CLI::App& app) { return add_check(app, "errata"); }

}  // namespace bfclx::tools
