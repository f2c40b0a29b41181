// `bfclx compare`: runs against each other, entry by entry.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/counted.h"
#include "core/render/comparison_text.h"
#include "core/render/escape.h"
#include "core/render/figure_text.h"
#include "core/render/table.h"
#include "core/run/run_statistics.h"
#include "core/statistics/comparison.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/compare/comparing.h"
#include "tools/bfclx/compare/languages.h"
#include "tools/bfclx/compare/rank_change.h"
#include "tools/bfclx/compare/repeat_sides.h"
#include "tools/bfclx/errata/second_score.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/run_set.h"
#include "tools/bfclx/output/value_json.h"
#include "tools/bfclx/view/terminal.h"
namespace bfclx::tools {
namespace {

constexpr const char* kCompareExamples = R"(Examples:
  bfclx compare result/my-model result-new/my-model     two runs of one model
  bfclx compare result/a result/b result/c              a against b and c, and the ranks of all
  bfclx compare result --format markdown                a folder of models: the first against each
  bfclx compare old new --errata errata.json            also with corrected ground truth
  bfclx compare old new --fail-if-worse 1               for continuous integration
  bfclx compare old new --fail-if-worse 0 --fail-by interval   fail if the whole 95 % CI is below 0
  bfclx compare result/en result/ko --translation multi-ko     a model in two languages
  bfclx compare old new --by-model --fail-if-missing    two folders of models, each model with itself

A is the first run. Only entries that both runs have are compared. Overall is the leaderboard's score
over these entries. Its 95 % CI is a bootstrap over groups of entries that depend on each other (the
four variants of an episode, the backends of a memory question, live entries with the same functions).

Exit codes: 0 done; 1 some input was unusable, the rest is compared; 2 wrong usage; 3 a run is worse
than --fail-if-worse allows, or --fail-if-missing finds something missing.)";

void add_skips(const ModelRun& model, ComparedRun& run) {
  for (const CategoryRun& category : model.runs) {
    const CategorySummary summary = summarize(category);
    for (std::size_t i = 0; i < kSkips; ++i) run.skipped[i] += summary.skipped[i];
    for (const ScoredResponse& response : category.responses) {
      if (!response.skipped() || response.superseded) continue;
      run.skipped_entries.push_back(response.id + " (" +
                                    std::string(skip_name(response.executable->skip)) + ")");
    }
  }
}

}  // namespace

ScoredRuns score_runs(const CompareOptions& options, Kept& kept) {
  ScoredRuns scored;
  if (!options.errata.empty()) static_cast<void>(read_errata(options.errata));
  scored.set = open_run_set(options.run, kept, options.by_model ? Sides::kApart : Sides::kTogether);
  if (scored.set.runs.empty() && options.run.paths.size() > 1 && !options.by_model) {
    throw NothingUsable(nothing_to("compare", scored.set.flawed()));
  }
  if (scored.set.runs.size() < 2 && !options.by_model) {
    throw UsageError("compare needs at least two runs; found " +
                     std::to_string(scored.set.runs.size()) +
                     ". Add a second run: bfclx compare A B");
  }
  if (!options.translations.empty()) scored.datasets = compared_datasets(scored.set);
  for (const Session* session : scored.set.sessions) {
    if (options.errata.empty()) break;
    scored.errata.emplace_back(options.errata).remember(*session);
  }
  for (const RunOfSet& run : scored.set.runs) {
    scored.warnings.push_back(score_model(*run.model, chosen_jobs(options.run), {}, nullptr));
    scored.scores.push_back(std::make_shared<RunForScores>(*run.model));
  }
  tell_new_problems(scored.set);
  return scored;
}

ComparisonReport make_comparisons(const ScoredRuns& scored, const CompareOptions& options) {
  const Dataset& dataset = scored.set.dataset();
  ComparisonReport report;
  report.options = options.statistics;
  report.details = options.details || scored.set.runs.size() <= kFewRuns;
  report.dataset_version = dataset.version;
  report.dataset_hash = dataset.hash;
  report.program = BFCLX_VERSION;
  std::vector<ScoredRun> runs;
  for (std::size_t i = 0; i < scored.set.runs.size(); ++i) {
    const RunOfSet& run = scored.set.runs[i];
    ComparedRun& compared = report.runs.emplace_back();
    compared.label = run.label;
    compared.settings = run.settings;
    compared.entries = scored.scores[i]->judged.size();
    for (const RunWarning& one : scored.warnings[i]) compared.warnings.push_back(one.text);
    compared.distortions = distortions_of(scored.warnings[i]);
    add_skips(*run.model, compared);
    runs.push_back(scored.scores[i]->scored);
  }
  const HeadlineScore headline =
      scored.datasets.empty()
          ? headline_score(scored.set.sessions.front()->dataset, options.version())
          : compared_headline(scored.datasets, options.version());
  // With --by-model a model is compared with itself.
  std::vector<RepeatGroup> groups;
  if (!options.by_model) groups = repeat_sides(scored, options.repeats);
  report.single_runs = options.details || options.format == "json" || groups.empty();
  set_aside_repeats(report, groups);
  compare_all(report, runs, headline);
  compare_models(report, runs, headline, groups);
  if (!report.repeats.empty()) rank_models(report, runs, headline, groups);
  name_languages(report, scored.datasets, headline);
  return report;
}

namespace {

// The same runs by corrected ground truth, once the official comparison is made.
ComparisonReport compare_again(ScoredRuns& scored, const CompareOptions& options) {
  for (std::size_t i = 0; i < scored.errata.size(); ++i) {
    scored.errata[i].apply(*scored.set.sessions[i]);
  }
  for (std::size_t i = 0; i < scored.scores.size(); ++i) {
    scored.scores[i] = std::make_shared<RunForScores>(*scored.set.runs[i].model);
  }
  return make_comparisons(scored, options);
}

Json ranking_of(const ComparisonReport& report) {
  Json ranking = Json::parse(ranking_json(report.ranking));
  ranking["basis"] = json_of(basis_value(report.ranked));
  return ranking;
}

Json warnings_json(const ScoredRuns& scored) {
  Json warnings = Json::array();
  for (std::size_t i = 0; i < scored.warnings.size(); ++i) {
    for (const RunWarning& warning : scored.warnings[i]) {
      warnings.push_back(json_of(warning_value(scored.set.runs[i].label, warning)));
    }
  }
  return warnings;
}

Json comparisons_json(const ComparisonReport& report) {
  Json comparisons = Json::array();
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    Json one = {{"a", report.runs[0].label}, {"b", report.runs[i + 1].label}};
    one.update(Json::parse(comparison_json(report.comparisons[i])));
    if (!report.shows(i)) {
      one["same_model"] = true;
      one["overall"]["holm_p"] = nullptr;  // of the comparisons shown
    }
    one["basis"] = json_of(basis_value(report.bases[i]));
    const ComparedRun& a = report.runs[0];
    const ComparedRun& b = report.runs[i + 1];
    const Comparison& comparison = report.comparisons[i];
    one["texts"] = json_of(comparison_texts_value(comparison, report.bases[i], a.label, b.label,
                                                  is_warned(comparison, a, b)));
    comparisons.push_back(std::move(one));
  }
  return comparisons;
}

Json side_json(const RepeatGroup& side, const ComparisonReport& report) {
  Json runs = Json::array();
  for (const std::size_t run : side.runs) runs.push_back(report.runs[run].label);
  return {{"model", side.model},
          {"reason", side.reason.empty() ? Json() : Json(side.reason)},
          {"runs", std::move(runs)}};
}

// "repeats", where a model has some.
void add_repeats(Json& json, const ComparisonReport& report) {
  if (!report.repeats_note.empty()) json["repeats_note"] = report.repeats_note;
  if (report.repeats.empty()) return;
  Json& repeats = json["repeats"] = Json::array();
  for (const ComparedRepeats& one : report.repeats) {
    Json pair = {{"a", side_json(one.a, report)}, {"b", side_json(one.b, report)}};
    pair.update(json_of(repeats_comparison_value(one.comparison)));
    pair["texts"] = repeats_pair_sentences(one.pair());
    repeats.push_back(std::move(pair));
  }
  Json& ranking = json["model_ranking"] = Json::parse(ranking_json(report.model_ranking));
  Json models = Json::array();
  for (std::size_t i = 0; i < ranking["runs"].size(); ++i) {
    Json row = {{"model", report.models[i].model}, {"repeats", report.models[i].runs.size()}};
    row.update(ranking["runs"][i]);
    models.push_back(std::move(row));
  }
  ranking.erase("runs");
  ranking["models"] = std::move(models);
  ranking["basis"] = json_of(basis_value(report.ranked));
}

}  // namespace

Json report_json(const ComparisonReport& report, const ScoredRuns& scored,
                 const std::string& leaderboard) {
  Json runs = Json::array();
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    const ModelRun& model = *scored.set.runs[i].model;
    runs.push_back(
        {{"label", report.runs[i].label},
         {"model", model.name},
         {"path", scored.set.runs[i].path},
         {"entries", report.runs[i].entries},
         {"overall", json_of(based_score_value(report.runs[i].own))},
         {"skipped", report.runs[i].skipped_entries},
         {"decoder",
          model.settings.decoder != nullptr ? Json(model.settings.decoder->name) : Json()},
         {"underscore_to_dot", model.settings.underscore_to_dot}});
  }
  const Dataset& dataset = scored.set.dataset();
  Json json = {
      {"program", {{"name", "bfclx"}, {"version", BFCLX_VERSION}}},
      {"dataset", {{"version", dataset.version}, {"hash", dataset.hash}}},
      {"leaderboard", leaderboard},
      {"replicates", report.options.replicates},
      {"seed", report.options.seed},
      {"runs", runs},
      {"warnings", warnings_json(scored)},
      {"comparisons", comparisons_json(report)},
      {"ranking", ranking_of(report)},
  };
  add_repeats(json, report);
  for (std::size_t i = 0; i < scored.datasets.size(); ++i) {
    const Dataset& own = scored.datasets[i].files->dataset();
    json["runs"][i]["dataset"] = {
        {"language", scored.datasets[i].language()}, {"version", own.version}, {"hash", own.hash}};
  }
  if (!report.languages.empty()) json["languages"] = report.languages;
  return json;
}

Json second_json(const ComparisonReport& corrected, const ErrataTold& second) {
  Json json = {{"name", second.name},
               {"official", false},
               {"left_out", second.left_out},
               {"comparisons", comparisons_json(corrected)},
               {"ranking", ranking_of(corrected)}};
  add_repeats(json, corrected);
  return json;
}

std::string errata_text(const ComparisonReport& corrected, const ErrataTold& second, bool markdown,
                        const Terminal& terminal) {
  const std::string heading = second_score_heading(second.name, second.applied, second.corrections);
  std::string text = markdown
                         ? "\n# " + markdown_text(heading) + "\n\n"
                         : "\n" + terminal.styled(Style::kBold, printable_line(heading)) + "\n\n";
  for (const std::string& problem : second.left_out) {
    text += "left out: " + (markdown ? markdown_text(problem) : printable_line(problem)) + "\n";
  }
  return text + (markdown ? comparison_markdown(corrected) : comparison_table(corrected, terminal));
}

namespace {

// The official part is written out before anything is judged again, because it refers to the
// verdicts.
bool write_report(const ComparisonReport& report, ScoredRuns& scored,
                  const CompareOptions& options) {
  const bool again = !scored.errata.empty();
  if (options.format == "json") {
    Json json = report_json(report, scored, options.leaderboard);
    if (again) {
      const ComparisonReport corrected = compare_again(scored, options);
      json["errata"] = second_json(corrected, told_of(scored.errata));
      add_rank_change(json["errata"], report, corrected);
    }
    const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    return write_for_programs(STDOUT_FILENO, text) != Written::kFailed;
  }
  const bool markdown = options.format == "markdown";
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  std::string text = markdown ? comparison_markdown(report) : comparison_table(report, terminal);
  if (markdown && !report.languages.empty()) {
    text.insert(0, markdown_text(report.languages) + "\n\n");
  }
  if (again) {
    const ComparisonReport corrected = compare_again(scored, options);
    text += errata_text(corrected, told_of(scored.errata), markdown, terminal);
    text += rank_change_text(report, corrected, markdown, terminal);
  }
  return print(STDOUT_FILENO, text);
}

// Whether a run is worse than the bar allows; said on standard error.
bool misses_bar(const ComparisonReport& report, const CompareOptions& options) {
  struct Compared {
    std::string_view a, b;
    const OverallComparison* overall;
  };
  std::vector<Compared> all;
  for (const ComparedRepeats& one : report.repeats) {
    all.push_back({one.a.model, one.b.model, &one.comparison.overall});
  }
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    const ComparedRun& run = report.runs[i + 1];
    if (run.by_mean) continue;
    all.push_back({report.runs.front().label, run.label, &report.comparisons[i].overall});
  }
  bool missed = false;
  for (const auto& [a, b, compared] : all) {
    const OverallComparison& overall = *compared;
    const bool whole = options.fail_by == "interval";
    const double change = whole ? overall.interval.high : overall.difference;
    if (overall.weight <= 0) {
      throw UsageError(
          "--fail-if-worse: the runs have no entries in common that count in the overall score");
    }
    if (change * 100 >= -options.points - 1e-9) continue;
    missed = true;
    char allowed[32];
    std::snprintf(allowed, sizeof allowed, "%g", options.points);
    say(std::string(b) + " is " + percent(-overall.difference) + " points worse than " +
        std::string(a) + " overall" +
        (whole ? ", and its whole 95 % CI is beyond the " : ", more than the ") + allowed +
        (options.points == 1 ? " point allowed" : " points allowed"));
  }
  return missed;
}

// Whether a run lacks entries that the first run has; said on standard error.
bool lacks_entries(const ComparisonReport& report) {
  bool any = false;
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    const std::size_t missing = only_in_a(report.comparisons[i]);
    if (missing == 0) continue;
    any = true;
    say(counted(missing, "entry", "entries") + " of " + report.runs[0].label +
        (missing == 1 ? " is" : " are") + " missing in " + report.runs[i + 1].label);
  }
  return any;
}

}  // namespace

bool fails_gates(const ComparisonReport& report, const CompareOptions& options) {
  const bool lacking = options.fail_if_missing && lacks_entries(report);
  const bool worse = options.gate && misses_bar(report, options);
  return lacking || worse;
}

namespace {

int run_compare(CompareOptions options, Kept& kept) {
  choose_datasets(options);
  if (options.by_model && options.run.paths.size() != 2) {
    throw UsageError("--by-model takes two paths, but " +
                     counted(options.run.paths.size(), "was given", "were given"));
  }
  if (options.details && options.format == "json") {
    throw UsageError("--details has an effect only with --format table or markdown");
  }
  ScoredRuns scored = score_runs(options, kept);
  if (options.by_language) return run_by_language(scored, options);
  if (options.by_model) return run_by_model(scored, options);
  const ComparisonReport report = make_comparisons(scored, options);
  if (options.repeats.by_name && report.repeats.empty()) {
    throw UsageError(
        "--repeats-by-name has no effect: it compares runs whose folders have the same name with a "
        "run of another name or with a second folder of repeats. For repeats of one model, use "
        "`bfclx score --repeats-by-name`");
  }
  if (!write_report(report, scored, options)) return kSomeUnusable;
  if (fails_gates(report, options)) return kGateFailed;
  return scored.set.flawed() ? kSomeUnusable : kDone;
}

}  // namespace

Command add_compare(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command =
      app.add_subcommand("compare", "Compare runs entry by entry, with significance");
  command->footer(kCompareExamples);
  add_paths(*command, options->run);
  add_run_options(*command, options->run);
  command->add_option("--format", options->format, "Report format")
      ->type_name("table|json|markdown")
      ->check(one_of({"table", "json", "markdown"}))
      ->capture_default_str();
  add_errata_option(*command, options->errata);
  add_leaderboard_option(*command, options->leaderboard,
                         "Leaderboard version of the overall score");
  command->add_flag("--details", options->details,
                    "Show every comparison; otherwise, more than 5 runs show only the ranking and\n"
                    "the overall differences");
  command->add_flag("--by-model", options->by_model,
                    "Compare two folders of models, model by model (matched by subfolder), and\n"
                    "list the models that are in only one of them");
  CLI::Option* translation =
      command
          ->add_option("--translation", options->translations,
                       "Folder of a translation of the dataset, for runs whose manifests name it.\n"
                       "RUN=FOLDER assigns it to another run. Can be repeated")
          ->type_name("[RUN=]FOLDER")
          ->excludes("--by-model");
  command
      ->add_flag("--by-language", options->by_language,
                 "Show a table of models and languages, with the difference from the source")
      ->needs(translation);
  command
      ->add_flag("--repeats-by-name", options->repeats.by_name,
                 "Treat runs whose folders have the same name as repeats of one model, and\n"
                 "compare the means (default: runs with the same settings in\n"
                 "bfclx_manifest.json)")
      ->excludes("--by-model");
  command->add_flag("--fail-if-missing", options->fail_if_missing,
                    "Exit with 3 if entries of the first run are missing from another run (with\n"
                    "--by-model: if a model of the first folder is missing from the second)");
  CLI::Option* gate =
      command
          ->add_option("--fail-if-worse", options->points,
                       "Exit with 3 if a run's overall score is more than this many points (of\n"
                       "100) below the first run's")
          ->type_name("POINTS")
          ->check(number(0, 100));
  command
      ->add_option("--fail-by", options->fail_by,
                   "What --fail-if-worse tests: the estimate, or the whole 95 % CI")
      ->type_name("estimate|interval")
      ->check(one_of({"estimate", "interval"}))
      ->needs(gate)
      ->capture_default_str();
  add_statistics_options(*command, options->statistics);
  return [options, gate](Kept& kept) {
    options->gate = gate->count() > 0;
    return run_compare(*options, kept);
  };
}

}  // namespace bfclx::tools
