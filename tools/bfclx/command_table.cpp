#include "tools/bfclx/command_table.h"

#include <CLI/CLI.hpp>
#include <string>

namespace bfclx::tools {
namespace {

struct Row {
  const char* name;
  Command (*add)(CLI::App& app);
  const char* group;          // its heading in the help; empty: not listed there
  const char* older = "";     // a name that it also has, for one release
  const char* added_as = "";  // what `add` calls it, where that is not `name`
  const char* now = "";       // the newer name of `older`, or of `name` where that is empty
};

constexpr const char* kScore = "Score and understand";
constexpr const char* kGenerate = "Generate";
constexpr const char* kBenchmark = "The benchmark";
constexpr const char* kOfficial = "Compatible with the official `bfcl`";
constexpr const char* kMore = "More";
constexpr const char* kHidden = "";

constexpr Row kMain[] = {
    {"score", add_score, kScore, "check"}, {"show", add_show, kScore, "explain"},
    {"compare", add_compare, kScore},      {"doctor", add_doctor, kScore},
    {"report", add_report, kScore},        {"run", add_run, kGenerate},
    {"generate", add_generate, kGenerate},
};

constexpr Row kOthers[] = {
    {"evaluate", add_evaluate, kOfficial},
    {"results", add_results, kOfficial},
    {"scores", add_scores, kOfficial, "info"},
    {"models", add_models, kOfficial},
    {"test-categories", add_categories, kOfficial, "categories", "categories", "list categories"},
    {"version", add_version, kOfficial},
    {"merge", add_merge, kMore},
    {"play", add_play, kMore},
    {"mcp", add_mcp, kMore},
    {"conformance", add_conformance, kMore},
    {"completion", add_completion, kMore},
    {"publish", add_publish, kHidden, "", "", "report -o DIR/"},
    {"audit", add_audit, kHidden, "", "", "dataset audit"},
    {"errata", add_errata, kHidden, "", "", "dataset errata"},
    {"self-check", add_validate, kHidden, "", "validate", "dataset validate"},
    {"decoders", add_decoders, kHidden, "", "", "list decoders"},
};

constexpr Row kDataset[] = {
    {"get", add_dataset_get, "Commands"},    {"info", add_dataset_info, "Commands"},
    {"new", add_dataset_new, "Commands"},    {"add", add_dataset_add, "Commands"},
    {"validate", add_validate, "Commands"},  {"audit", add_audit, "Commands"},
    {"errata", add_errata_file, "Commands"},
};

constexpr Row kLists[] = {
    {"models", add_models, "Commands"},     {"categories", add_categories, "Commands"},
    {"decoders", add_decoders, "Commands"}, {"formats", add_formats, "Commands"},
    {"findings", add_findings, "Commands"}, {"providers", add_providers, "Commands"},
    {"thinking", add_thinking, "Commands"},
};

constexpr Row kSubmit[] = {
    {"prepare", add_submit_prepare, "Commands"},
    {"validate", add_submit_validate, "Commands"},
};

template <std::size_t kSize>
void add_rows(CLI::App& place, const Row (&rows)[kSize], std::vector<AddedCommand>& added) {
  for (const Row& row : rows) {
    Command run = row.add(place);
    CLI::App* command = place.get_subcommand(*row.added_as != '\0' ? row.added_as : row.name);
    command->name(row.name)->group(row.group);
    if (command->get_footer() == place.get_footer()) command->footer("");  // it was inherited
    if (*row.older != '\0') command->alias(row.older);
    const std::string now = *row.now != '\0' ? row.now : row.name;
    const std::string old = *row.older != '\0' ? row.older : *row.now != '\0' ? row.name : "";
    added.push_back({command, std::move(run), old, now});
  }
}

CLI::App& add_group(CLI::App& app, const char* name, const char* description) {
  CLI::App* group = app.add_subcommand(name, description);
  group->group(kBenchmark)->require_subcommand(0, 1);
  group->footer("`bfclx help " + std::string(name) + " COMMAND` shows the details of a command.");
  return *group;
}

}  // namespace

std::vector<AddedCommand> add_commands(CLI::App& app) {
  std::vector<AddedCommand> added;
  add_rows(app, kMain, added);
  CLI::App& dataset = add_group(app, "dataset", "The official dataset, and your own benchmarks");
  CLI::App& lists = add_group(app, "list", "List models, categories, providers, decoders and more");
  add_rows(dataset, kDataset, added);
  add_rows(lists, kLists, added);
  add_rows(app, kOthers, added);
  CLI::App& submit = add_group(app, "submit", "Submit a run to a leaderboard, or check one");
  submit.group(kMore);
  add_rows(submit, kSubmit, added);
  return added;
}

}  // namespace bfclx::tools
