#include "tools/bfclx/score/scoring.h"
#include "tools/bfclx/output/hub.h"

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <ctime>
#include <new>
#include <optional>
#include <utility>

#include "core/base/counted.h"
#include "core/benchmark/translated_entries.h"
#include "core/statistics/headline_score.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/activity.h"
#include "tools/bfclx/errata/second_score.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/output/refuse_overwrite.h"
#include "tools/bfclx/score/eee_samples.h"
#include "tools/bfclx/score/headline.h"
#include "tools/bfclx/score/inspect_log.h"
#include "tools/bfclx/score/latency_report.h"
#include "tools/bfclx/score/output_form.h"
#include "tools/bfclx/score/score_report.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kProblemsShown = 100;  // more are counted only; the JSON report has all

// `line` with "model" as its second member, when there are several.
std::string with_model(std::string line, const std::string& model) {
  std::string member = "\"model\": ";
  append_json_str(member, model);
  line.insert(1, member + ", ");
  return line;
}

// With `csv` rows of that; else JSON lines, which name the model where there are `several`.
// Lines are in the order of the run; empty ones are left out.
void write_lines(OutputFile& file, std::vector<std::string> lines, const ModelRun& model,
                 bool several, bool csv) {
  constexpr std::size_t kAtOnce = 1 << 20;
  std::string bytes;
  bytes.reserve(kAtOnce);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string text = std::move(lines[i]);  // given back when it is written
    if (text.empty()) continue;
    const Place& place = model.order[i];
    const VerdictContext context = context_of(model, place);
    if (csv) {
      text = verdict_csv_row(text, context);
    } else {
      if (context.entry != nullptr) text = with_own_members(std::move(text), *context.entry);
      if (several) text = with_model(std::move(text), model.name);
    }
    // A long one is not copied: where memory is short, it could not be.
    if (text.size() >= kAtOnce - bytes.size()) {
      file.write(bytes);
      bytes.clear();
    }
    if (text.size() >= kAtOnce) {
      file.write(text);
    } else {
      bytes += text;
    }
    if (!csv) bytes += '\n';
  }
  file.write(bytes);
}

Progress progress_for(const Terminal& terminal, const std::string& name) {
  if (!terminal.interactive()) return nullptr;
  return [name](std::size_t done, std::size_t total) {
    show_progress(name + ": " + grouped_digits(done) + " of " + counted(total, "entry", "entries"));
  };
}

// The commands that go on from here.
std::string next_steps(const Report& report, const ScoreOptions& options) {
  const std::string same = same_responses(options.run);
  if (same.empty() || !options.next_steps || is_quiet()) return {};
  std::size_t failed = 0;
  bool warned = false;
  for (const ModelReport& model : report.models) {
    failed += model.totals.failed;
    warned = warned || !model.warnings.empty();
  }
  std::string text;
  if (failed > 0) {
    text += counted(failed, "failed entry", "failed entries") + ":\n  bfclx show " + same + "\n";
  }
  if (warned) text += headline(report) + "  bfclx doctor " + same + "\n";
  return text.empty() ? text : "\n" + text;
}

// A run under way.
struct Scoring {
  const ScoreOptions& options;
  const GiveVerdicts& give;
  Session& session;
  Reasons reasons;                                     // of each model, where the report tells them
  std::vector<std::vector<RunWarning>> warnings = {};  // of each model
  bool csv = false;                                    // of the verdicts
  OutputFile* report = nullptr;                        // where --output names one
  std::optional<InspectLog> log = {};                  // of --format inspect
  std::optional<EeeSamples> samples = {};              // of --eee-samples
  std::int64_t now = std::time(nullptr);
};

// The benchmark's id on the Hub: the official one's, or what was given.
std::string hub_dataset_of(const ScoreOptions& options, const Session& session) {
  if (!options.hub_dataset.empty()) return options.hub_dataset;
  if (session.dataset.own_benchmark() == nullptr) {
    return std::string(kOfficialHubDataset);
  }
  throw UsageError(
      "--format hf-eval needs the benchmark's dataset on the Hub: --hub-dataset ORG/NAME");
}

std::string hf_eval_text(const Report& report, const ScoreOptions& options,
                         const Session& session) {
  if (options.hub_dataset.empty() && report.dataset_hash != kOfficialHash) {
    throw UsageError(
        "--format hf-eval: this dataset is not all of the official one, unmodified: name it with "
        "--hub-dataset ORG/NAME");
  }
  HubReport made = hub_report(report, hub_dataset_of(options, session),
                              partial_text(session.dataset), std::time(nullptr));
  if (!made.left_out.empty()) {
    say("not in the file, because of their basis: " + printable_line(joined(made.left_out, ", ")));
  }
  return std::move(made.yaml);
}

bool finish_log(const Report& report, InspectLog& log) {
  const std::string error = log.finish(report.models.front());
  if (!error.empty()) say(error);
  return error.empty();
}

// Into the file, where there is one.
bool write_report(const Report& report, Scoring& run, int descriptor) {
  const ScoreOptions& options = run.options;
  const std::string& format = options.format;
  OutputFile* const file = run.report;
  if (format == kInspectForm) return finish_log(report, *run.log);
  if (format == "markdown" && file == nullptr) {
    return print(descriptor, markdown_report(report, options.latency));
  }
  if (format == "table") {
    const Terminal terminal = Terminal::of_descriptor(descriptor);
    return print(descriptor, table_report(report, terminal, options.details) +
                                 (options.latency ? latency_report(report, terminal) : "") +
                                 next_steps(report, options));
  }
  const OwnBenchmark* own = run.session.dataset.own_benchmark();
  const auto rows = run.samples ? std::optional(run.samples->rows()) : std::nullopt;
  const std::string text = format == "json"    ? json_report(report, BFCLX_VERSION)
                           : format == "junit" ? junit_report(report, run.reasons)
                           : format == "csv"   ? csv_report(report)
                           : format == "markdown"
                               ? printable(markdown_report(report, options.latency))
                           : format == "eee"     ? eee_report(report, own, run.now, rows)
                           : format == "hf-eval" ? hf_eval_text(report, options, run.session)
                                                 : lm_eval_report(report, own);
  if (format == "hf-eval" && text.empty()) return false;
  if (file != nullptr) {
    file->write(text);
    return true;
  }
  return write_for_programs(descriptor, text) != Written::kFailed;
}

// Gives all models their verdicts and writes these, those of a model that memory did not suffice
// for too, as far as they are. False then.
bool judge_all(Scoring& run, OutputFile& verdicts) {
  const bool written = !run.options.verdicts.empty();
  const bool told = run.options.format == "junit";
  bool all = true;
  for (std::size_t m = 0; m < run.session.models.size(); ++m) {
    ModelRun& model = run.session.models[m];
    EntryTexts texts;
    const bool followed = run.log || run.samples;
    if (followed) {
      texts.scored = [&run](std::size_t index, const ScoredResponse& response) {
        if (run.log) run.log->add(index, response);
        if (run.samples) run.samples->add(index, response);
      };
      texts.unscored = [&run](std::size_t index) {
        if (run.log) run.log->skip(index);
        if (run.samples) run.samples->skip(index);
      };
    }
    try {
      run.warnings.push_back(
          run.give(run.session, m, written || told || followed ? &texts : nullptr));
      if (told) run.reasons.push_back(std::move(texts.reasons));
    } catch (const std::bad_alloc&) {
      all = false;
      show_progress("");
      say_out_of_memory();
    }
    if (written) {
      write_lines(verdicts, std::move(texts.lines), model, run.session.models.size() > 1, run.csv);
    }
  }
  show_progress("");
  return all;
}

// The report itself tells missing entries and problems of files.
void add_warnings(Report& report, const std::vector<std::vector<RunWarning>>& warnings) {
  for (std::size_t m = 0; m < report.models.size(); ++m) {
    ModelReport& model = report.models[m];
    for (const RunWarning& warning : warnings[m]) {
      if (!affects_comparison(warning) && warning.kind != kChangedTruth) continue;
      model.warnings.push_back(warning_value(model.run->name, warning));
    }
  }
}

// What the run was; the exit code.
int report_all(Scoring& run, SecondScore* second) {
  const Activity activity("reporting");
  Session& session = run.session;
  const ScoreOptions& options = run.options;
  tell_problems(session, kProblemsShown, "--format json lists all");

  // Verdicts on standard output are to be read by a program: the report steps aside.
  const int descriptor = options.verdicts == "-" ? STDERR_FILENO : STDOUT_FILENO;
  int code = session.flawed() ? kSomeUnusable : kDone;
  if (session.models.empty()) {
    say(nothing_to("score", session.flawed()));
    code = kSomeUnusable;
  }
  Report report = make_report(session);
  const auto is_empty = [](const ModelReport& model) { return model.categories.empty(); };
  if (!report.models.empty() && std::all_of(report.models.begin(), report.models.end(), is_empty)) {
    say("no response was scored");
    code = kSomeUnusable;
  }
  add_warnings(report, run.warnings);
  if (!options.leaderboard.empty()) {
    add_overall(report, version_of(session.dataset, named_version(options.leaderboard)));
  }
  add_repeats(report, session.dataset, options.repeats);
  find_identical_repeats(report, options.run);
  SecondReport corrected;
  if (second != nullptr) {
    corrected = second->make_report(session, options.leaderboard);
    report.errata = &corrected;
  }
  if (const std::string text = partial_text(session.dataset); !text.empty()) say(text);
  if (options.verdicts_alone) return code;
  return write_report(report, run, descriptor) ? code : kSomeUnusable;
}

// What a form of the report cannot hold.
void check_format(const ScoreOptions& options, const Session& session) {
  const bool of_hub = options.format == "hf-eval";
  const bool of_log = options.format == kInspectForm;
  const bool of_one = of_hub || of_log || options.format == "lm-eval" || options.format == "eee";
  if (of_log && session.models.empty()) throw UsageError(nothing_to("score", session.flawed()));
  if (of_one && session.models.size() > 1) {
    throw UsageError("--format " + options.format + " takes one model, but the paths have " +
                     std::to_string(session.models.size()) + ": score each separately");
  }
  if (!options.hub_dataset.empty() && !of_hub) {
    throw UsageError("--hub-dataset has an effect only with --format hf-eval or -o FILE.yaml");
  }
  if (of_hub) {
    if (!options.hub_dataset.empty() && !is_hub_dataset(options.hub_dataset)) {
      throw UsageError("--hub-dataset: expected ORG/NAME, got `" + options.hub_dataset + "`");
    }
    hub_dataset_of(options, session);
    if (session.ids) throw UsageError("--format hf-eval has no place for the score of --ids");
  }
  check_eee_samples(options.eee_samples, options.format);
  if (!options.eee_samples.empty() && session.models.empty()) {
    throw UsageError(nothing_to("score", session.flawed()));
  }
  if (of_log && options.output.empty()) check_log_to_output(options.verdicts);
  if (options.details && options.format != "table") {
    throw UsageError("--details has an effect only with --format table");
  }
  const bool apart = options.format == "junit" || of_one;
  const bool repeats = !options.repeats.of.empty() || options.repeats.by_name;
  const char* more = options.latency           ? "--latency"
                     : repeats                 ? "repeats"
                     : !options.errata.empty() ? "the score of --errata"
                                               : nullptr;
  if (apart && more != nullptr) {
    throw UsageError("--format " + options.format + " has no place for " + more);
  }
  if (!options.repeats.of.empty() && session.models.size() == 1) {
    throw UsageError("--repeats-of needs at least two runs; found 1");
  }
  if (options.repeats.by_name && !session.models.empty()) {
    std::vector<const ModelRun*> runs;
    for (const ModelRun& model : session.models) runs.push_back(&model);
    if (repeat_groups(runs, options.repeats).empty()) {
      throw UsageError(
          "--repeats-by-name has no effect: no two runs have folders of the same name");
    }
  }
}

// Files that are read are not written, and none is written twice.
void refuse_outputs(const ScoreOptions& options, const std::vector<std::string>& more_inputs) {
  RunOptions inputs = options.run;
  inputs.paths.insert(inputs.paths.end(), more_inputs.begin(), more_inputs.end());
  const auto refuse = [&](const char* option, const std::string& path) {
    refuse_to_overwrite(inputs, option, path, {{"--errata", options.errata}});
  };
  if (!options.verdicts.empty()) {
    refuse(options.verdicts_alone ? "--output" : "--verdicts", options.verdicts);
  }
  if (!options.output.empty()) {
    refuse("--output", options.output);
    refuse_same_output({"--output", options.output}, {"--verdicts", options.verdicts});
  }
  if (options.eee_samples.empty()) return;
  refuse("--eee-samples", options.eee_samples);
  refuse_same_output({"--eee-samples", options.eee_samples}, {"--verdicts", options.verdicts});
}

// What is written of each entry while it is scored.
void follow_entries(Scoring& run, OutputFile& report, OutputFile& samples) {
  if (run.options.format == kInspectForm) {
    run.log.emplace(run.session.dataset, run.session.models.front(),
                    [&report](std::string_view bytes) { report.write(bytes); });
  }
  if (!run.options.eee_samples.empty()) {
    run.samples.emplace(run.session.dataset, run.session.models.front(), run.now,
                        [&samples](std::string_view bytes) { samples.write(bytes); });
  }
}

}  // namespace

ReportOptions add_report_options(CLI::App& command, ScoreOptions& options) {
  ReportOptions added{};
  added.verdicts =
      command
          .add_option("--verdicts", options.verdicts,
                      "Write each response's verdict, in input order: JSON lines, or CSV if FILE\n"
                      "ends in .csv. With -, verdicts go to standard output, the report to\n"
                      "standard error")
          ->type_name("FILE");
  add_errata_option(command, options.errata);
  added.errata = command.get_option("--errata");
  added.leaderboard = add_leaderboard_option(
      command, options.leaderboard,
      "Leaderboard version of the overall score; also show its group scores\n"
      "(for several runs, only with --details)");
  added.format =
      command
          .add_option("--format", options.format,
                      "Report format. junit has one test case per entry. For other programs:\n"
                      "lm-eval, inspect (a log, in the form of a ZIP archive), eee (Every Eval\n"
                      "Ever), hf-eval (Hugging Face Hub)")
          ->type_name("table|json|csv|markdown|junit|lm-eval|inspect|eee|hf-eval")
          ->check(one_of({"table", "json", "csv", "markdown", "junit", "lm-eval", "inspect", "eee",
                          "hf-eval"}))
          ->capture_default_str();
  command
      .add_option("--hub-dataset", options.hub_dataset,
                  "Hugging Face dataset to name in the output of --format hf-eval (default:\n"
                  "the official one)")
      ->type_name("ORG/NAME");
  added.repeats_of =
      command
          .add_option("--repeats-of", options.repeats.of,
                      "Treat all runs as repeats of model NAME (pass@k,\npass^k, flips)")
          ->type_name("NAME");
  added.repeats_by_name =
      command
          .add_flag("--repeats-by-name", options.repeats.by_name,
                    "Treat runs whose folders have the same name as repeats of one model")
          ->excludes(added.repeats_of);
  added.details = command.add_flag("--details", options.details,
                                   "Show the categories of every run, not only their ranking");
  return added;
}

std::vector<RunWarning> score_with_progress(Session& session, std::size_t model, std::size_t jobs,
                                            EntryShard shard, EntryTexts* texts) {
  const Terminal diagnostics = Terminal::of_descriptor(STDERR_FILENO);
  ModelRun& run = session.models[model];
  return score_model(run, jobs, progress_for(diagnostics, run.name), texts, shard);
}

int run_scoring(const ScoreOptions& options, const GiveVerdicts& give, Kept& kept,
                const std::vector<std::string>& more_inputs) {
  OutputFile verdicts;
  OutputFile report;
  OutputFile samples;
  const bool wanted = !options.verdicts.empty();
  const bool to_file = !options.output.empty();
  const bool to_samples = !options.eee_samples.empty();
  refuse_outputs(options, more_inputs);
  const bool csv = wanted && is_csv_of_verdicts(options.verdicts);
  std::optional<SecondScore> second;
  if (!options.errata.empty()) second.emplace(options.errata);
  Scoring run{options, give, kept.keep(open_session(options.run)), {}};
  check_format(options, run.session);
  run.csv = csv;
  if (second) second->remember(run.session);
  if (wanted && !verdicts.open(options.verdicts)) throw UsageError(verdicts.error());
  const bool has_file = to_file || options.format == kInspectForm;
  if (has_file && !report.open(to_file ? options.output : "-")) throw UsageError(report.error());
  if (has_file) run.report = &report;
  if (to_samples && !samples.open(options.eee_samples)) throw UsageError(samples.error());
  follow_entries(run, report, samples);
  if (csv) verdicts.write(verdicts_csv_header());
  int code = kSomeUnusable;
  bool reported = false;
  try {
    // Of a model that is scored in part there are no figures.
    if (judge_all(run, verdicts)) {
      code = report_all(run, second ? &*second : nullptr);
      reported = true;
    }
  } catch (const std::bad_alloc&) {
    say_out_of_memory();
  }
  const auto close = [&](OutputFile& file) {
    if (file.close()) return;
    say(file.error());
    code = kSomeUnusable;
    reported = false;
  };
  if (wanted) close(verdicts);
  if (has_file && reported) close(report);
  if (to_samples && reported) close(samples);
  if (to_samples && reported) {
    note("samples written to " + options.eee_samples + "; in the collection they are " +
         eee_samples_path(evaluation_name(run.session.dataset.own_benchmark()),
                          run.session.models.front().name, run.now));
  }
  if (reported && to_file) note("report written to " + options.output);
  if (reported && options.verdicts_alone) note("verdicts written to " + options.verdicts);
  return code;
}

}  // namespace bfclx::tools
