// `bfclx doctor`: problems that distort a score.
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
#include "core/findings/diagnosis.h"
#include "core/findings/finding_kinds.h"
#include "core/findings/repeats_diagnosis.h"
#include "core/findings/run_diagnosis.h"
#include "core/findings/server_flips.h"
#include "core/run/repeat_groups.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/doctor/fix_command.h"
#include "tools/bfclx/doctor/official_errors.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/input/run_logs.h"
#include "tools/bfclx/view/finding_page.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kDoctorExamples = R"(Examples:
  bfclx doctor result/my-model                   findings about one run, the most severe first
  bfclx doctor result --format json > findings.json
  bfclx doctor result/my-model --fail-on error   for continuous integration
  bfclx doctor result/my-model --cassette cassette.jsonl --scores score/my-model
  bfclx doctor sample --dataset sample           the results inside the program

Each finding says its effect on the score in points with a 95 % CI, the fix, a command,
and how sure it is. Verdicts do not change.

Exit codes: 0 done; 1 some input was unusable, the rest is examined; 2 wrong usage; 3 a finding at
or above --fail-on.)";

// More problems of files than this are counted only; the JSON has them all.
constexpr std::size_t kProblemsShown = 20;

struct DoctorOptions {
  RunOptions run;
  std::string format = "table";
  std::string fail_on = "never";
  std::string scores;
  std::string ids_of;  // code of a finding
  bool logs = true;
  bool problems = true;  // `bfclx run` has told them when it scored
};

// --- The run ------------------------------------------------------------------------------------

struct Diagnosis {
  const ModelRun* model = nullptr;
  std::vector<Finding> findings;
  ServedEntries served;
};

Diagnosis examine(const Session& session, ModelRun& model, const DoctorOptions& options) {
  score_run(model, Keep::kAll, chosen_jobs(options.run), needed_for_diagnosis(model));
  name_out_of_memory(model);
  std::unique_ptr<RunLogs> logs;
  if (options.logs) logs = std::make_unique<RunLogs>(session.dataset.dataset(), model);
  OfficialErrors errors;
  if (!options.scores.empty()) errors = read_official_errors(options.scores, model.folder_name);
  const LogFactsOf facts_of = [&](std::size_t file, const ScoredResponse& response) {
    LogFacts facts = logs != nullptr ? logs->of(file, response) : LogFacts();
    const auto error = errors.find(response.entry->id);
    if (error != errors.end()) facts.official_error = error->second;
    return facts;
  };
  return {&model, diagnose_run(model, facts_of),
          logs != nullptr ? logs->served() : ServedEntries()};
}

// What only repeats show stands with the first of them.
void examine_repeats(std::vector<Diagnosis>& diagnoses) {
  std::vector<const ModelRun*> runs;
  for (const Diagnosis& diagnosis : diagnoses) runs.push_back(diagnosis.model);
  for (const RepeatGroup& group : repeat_groups(runs, {})) {
    std::vector<const ModelRun*> repeats;
    std::vector<const ServedEntries*> served;
    ServerAddresses addresses;
    for (const std::size_t run : group.runs) {
      repeats.push_back(runs[run]);
      served.push_back(&diagnoses[run].served);
      add_addresses(
          read_file((std::filesystem::path(runs[run]->path) / kManifestFile).string()).bytes,
          addresses);
    }
    std::vector<Finding>& findings = diagnoses[group.runs.front()].findings;
    for (Finding& finding : diagnose_repeats(repeats)) findings.push_back(std::move(finding));
    for (Finding& finding : diagnose_servers(repeats, served, addresses)) {
      findings.push_back(std::move(finding));
    }
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  }
}

// --- Reports ------------------------------------------------------------------------------------

std::string json_text(const Session& session, const std::vector<Diagnosis>& diagnoses,
                      const RunOptions& options) {
  using Json = nlohmann::ordered_json;
  Json models = Json::array();
  for (const Diagnosis& diagnosis : diagnoses) {
    const KnownRun known = known_run(*diagnosis.model, options, diagnoses.size() == 1);
    Json findings = Json::parse(findings_json(diagnosis.findings));
    for (std::size_t i = 0; i < diagnosis.findings.size(); ++i) {
      findings[i]["fix"] = fix_command(diagnosis.findings[i], known);
    }
    const RunSettings& settings = diagnosis.model->settings;
    models.push_back(
        {{"model", diagnosis.model->name},
         {"decoder", settings.decoder != nullptr ? Json(settings.decoder->name) : Json()},
         {"underscore_to_dot", settings.underscore_to_dot},
         {"replies", diagnosis.model->order.size()},
         {"findings", std::move(findings)}});
  }
  Json problems = Json::array();
  for (const Problem& problem : session.problems) problems.push_back(text_of(problem));
  for (const ModelRun& model : session.models) {
    for (const Problem& problem : model.problems) problems.push_back(text_of(problem));
  }
  const Json json = {{"program", {{"name", "bfclx"}, {"version", BFCLX_VERSION}}},
                     {"dataset",
                      {{"place", session.dataset.place()},
                       {"version", session.dataset.dataset().version},
                       {"hash", session.dataset.dataset().hash}}},
                     {"models", models},
                     {"problems", problems}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

class TableWriter {
 public:
  TableWriter(const Terminal& terminal, const RunOptions& run, bool only)
      : terminal_(terminal), run_(run), only_(only) {}

  void add(const Diagnosis& diagnosis) {
    const ModelRun& model = *diagnosis.model;
    const KnownRun known = known_run(model, run_, only_);
    out_ += terminal_.styled(Style::kBold, printable_line(model.name)) + "  " +
            terminal_.styled(Style::kDim, counted(model.order.size(), "response", "responses") +
                                              decoder_text(model)) +
            "\n";
    for (const Finding& finding : diagnosis.findings) {
      const Certainty certainty = finding_brief(finding.code).certainty;
      out_ += finding_page(
          finding, terminal_,
          {.command = fix_command(finding, known), .certainty = certainty_text(certainty)});
    }
    if (diagnosis.findings.empty()) add_nothing_found(model);
    out_ += "\n";
  }
  std::string take() && { return std::move(out_); }

 private:
  static std::string decoder_text(const ModelRun& model) {
    const RunSettings& settings = model.settings;
    if (settings.decoder == nullptr) return ", nothing to score";
    return ", decoder " + std::string(settings.decoder->name) +
           (settings.underscore_to_dot ? ", " + std::string(dots_text(true)) : "");
  }

  // Nothing is claimed of responses that could not be looked at.
  void add_nothing_found(const ModelRun& model) {
    const bool flawed = std::any_of(model.problems.begin(), model.problems.end(),
                                    [](const Problem& problem) { return problem.fatal; });
    const std::string_view text =
        model.settings.decoder == nullptr
            ? "No response can be scored, so nothing can be said about the score."
        : flawed
            ? "No problems that distort the score were found in the responses that can be scored."
            : "No problems that distort the score were found.";
    out_ += "\n  " + terminal_.styled(flawed ? Style::kPlain : Style::kGood, text) + "\n";
  }

  const Terminal& terminal_;
  const RunOptions& run_;
  const bool only_;
  std::string out_;
};

std::string table_text(const std::vector<Diagnosis>& diagnoses, const RunOptions& run,
                       const Terminal& terminal) {
  TableWriter writer(terminal, run, diagnoses.size() == 1);
  for (const Diagnosis& diagnosis : diagnoses) writer.add(diagnosis);
  return std::move(writer).take();
}

// The ids of one finding, one a line, as `generate --run-ids` takes them.
int print_ids(const std::vector<Diagnosis>& diagnoses, const std::string& code) {
  if (diagnoses.size() != 1) {
    throw UsageError("--ids-of needs one run, found " + std::to_string(diagnoses.size()));
  }
  std::string text;
  for (const Finding& finding : diagnoses.front().findings) {
    if (finding.code != code) continue;
    for (const std::string& id : finding.ids) text += id + "\n";
  }
  if (text.empty()) throw NothingUsable("no finding " + code + " in this run");
  return write_for_programs(STDOUT_FILENO, text) != Written::kFailed ? kDone : kSomeUnusable;
}

bool misses_bar(const std::vector<Diagnosis>& diagnoses, const std::string& fail_on) {
  return std::any_of(diagnoses.begin(), diagnoses.end(), [&](const Diagnosis& diagnosis) {
    return std::any_of(
        diagnosis.findings.begin(), diagnosis.findings.end(),
        [&](const Finding& finding) { return reaches_bar(finding.severity, fail_on); });
  });
}

int run_doctor(const DoctorOptions& options, Kept& kept) {
  Session& session = kept.keep(open_session(options.run));
  std::vector<Diagnosis> diagnoses;
  for (ModelRun& model : session.models) diagnoses.push_back(examine(session, model, options));
  examine_repeats(diagnoses);
  if (!options.ids_of.empty()) return print_ids(diagnoses, options.ids_of);
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  if (options.problems) tell_problems(session, kProblemsShown, "--format json lists all");
  if (session.models.empty()) {
    say(nothing_to("examine", session.flawed()));
  }
  const bool told =
      options.format == "json"
          ? write_for_programs(STDOUT_FILENO, json_text(session, diagnoses, options.run)) !=
                Written::kFailed
          : print(STDOUT_FILENO, table_text(diagnoses, options.run, terminal));
  if (!told) return kSomeUnusable;
  if (misses_bar(diagnoses, options.fail_on)) return kGateFailed;
  return session.flawed() || session.models.empty() ? kSomeUnusable : kDone;
}

}  // namespace

Command add_doctor(CLI::App& app) {
  auto options = std::make_shared<DoctorOptions>();
  CLI::App* command =
      app.add_subcommand("doctor", "Find problems that distort a score, and how to fix them");
  command->footer(kDoctorExamples);
  add_paths(*command, options->run);
  add_run_options(*command, options->run);
  add_run_ids(*command, options->run);
  command->add_flag("!--no-problems", options->problems)->group("");
  command->add_option("--format", options->format, "Report format")
      ->type_name("table|json")
      ->check(one_of({"table", "json"}))
      ->capture_default_str();
  add_fail_on(*command, options->fail_on);
  command
      ->add_option("--scores", options->scores,
                   "Official score files of the same results. Lists the executable entries that\n"
                   "failed there because a service refused the request")
      ->type_name("FILE|DIR");
  std::vector<std::string> codes;
  for (const FindingKind& kind : finding_kinds()) codes.emplace_back(kind.code);
  command
      ->add_option("--ids-of", options->ids_of,
                   "Print only the ids of this finding, for `generate --run-ids`")
      ->type_name("FINDING")
      ->check(one_of(codes));
  command->add_flag("!--no-logs", options->logs,
                    "Do not read the inference logs of multi-turn entries");
  return [options](Kept& kept) { return run_doctor(*options, kept); };
}

}  // namespace bfclx::tools
