// `bfclx score`: scores result files.
#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <utility>

#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/report/report_command.h"
#include "tools/bfclx/score/output_form.h"
#include "tools/bfclx/score/scoring.h"
#include "tools/bfclx/score/shard.h"

namespace bfclx::tools {
namespace {

constexpr const char* kScoreExamples = R"(Examples:
  bfclx score result/my-model                    every category of one model
  bfclx score result --format markdown           a folder of models, one section each
  bfclx score live_simple.jsonl --category live_simple --verdicts verdicts.jsonl
  zcat responses.json.gz | bfclx score - --decoder prompting --format json
  bfclx score result/my-model --ids subset.txt --format junit     for CI: only these entries
  bfclx score result/my-model --errata errata.json     also with corrected ground truth
  bfclx score response.json --as-entry simple_python_0   an API response, a call or text
  bfclx score batch_output.jsonl                 responses with ids, or calls that fit exactly one entry
  bfclx score runs.tar.gz                        an archive, read as a folder
  bfclx score result/my-model --cassette cassette.jsonl --leaderboard v1
  bfclx score sample --dataset sample            the results inside the program

A job array, then `bfclx merge` for one report:
  bfclx score result --shard $I/8 --verdicts shard-$I.jsonl

PATH is a result file (JSON lines or a JSON array, also gzipped), a model's folder, a folder of
models (only files named *_result.json are read), an output folder of EvalScope, an archive of such
a folder (.tar, .tar.gz, .tgz, .zip), or - for standard input. A file can also have other formats: responses or messages of OpenAI,
Anthropic or Gemini, the output of a batch, lists of calls, calls as text, or a log of inspect
(.eval), EvalScope, lm-evaluation-harness, verifiers or NeMo Gym. `bfclx list formats` lists them.

Exit codes: 0 done; 1 some input was unusable, the rest is scored; 2 wrong usage.)";

// What the page of `report` has no place for is refused.
int write_page_of(const ScoreOptions& options, Kept& kept) {
  const char* apart = !options.verdicts.empty()     ? "--verdicts"
                      : !options.run.ids.empty()    ? "--ids"
                      : !options.repeats.of.empty() ? "--repeats-of"
                      : options.repeats.by_name     ? "--repeats-by-name"
                                                    : nullptr;
  if (apart != nullptr)
    throw UsageError("--output FILE.html cannot be used with " + std::string(apart));
  return write_page(options.run, options.output, options.leaderboard, options.errata, kept);
}

void add_latency_option(CLI::App& command, ScoreOptions& options) {
  command
      .add_flag("--latency", options.latency,
                "Also show the latency of the requests by category: median and 95th\n"
                "percentile (table and markdown; json, csv and html always have it)")
      ->excludes(command.get_option("--shard"));
}

void choose_output(ScoreOptions& options, std::string_view form) {
  if (form != kVerdictsForm) {
    options.format = form;
    return;
  }
  if (!options.verdicts.empty())
    throw UsageError("--output FILE.jsonl cannot be used with --verdicts");
  options.verdicts = std::exchange(options.output, {});
  options.verdicts_alone = true;
}

int run_score(ScoreOptions& options, const std::string& shard, Kept& kept) {
  if (!options.output.empty()) {
    const std::string_view form = output_form(options.output);
    if (form == kPageForm) return write_page_of(options, kept);
    choose_output(options, form);
  }
  if (options.latency && options.verdicts_alone) {
    throw UsageError("--output FILE.jsonl has no place for --latency");
  }
  if (!shard.empty()) return run_shard(options, shard_argument(shard), kept);
  const std::size_t jobs = chosen_jobs(options.run);
  return run_scoring(
      options,
      [jobs](Session& session, std::size_t model, EntryTexts* texts) {
        return score_with_progress(session, model, jobs, {}, texts);
      },
      kept);
}

}  // namespace

Command add_score(CLI::App& app) {
  auto options = std::make_shared<ScoreOptions>();
  auto shard = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("score", "Score result files");
  command->footer(kScoreExamples);
  add_paths(*command, options->run);
  add_run_options(*command, options->run);
  command
      ->add_option(
          "--ids", options->run.ids,
          "Score only these entries and list the missing ones. FILE: one id per line, JSON\n"
          "lines with an `id`, or a JSON array; `mlperf`: MLPerf's accuracy gate subset")
      ->type_name("FILE");
  const ReportOptions report = add_report_options(*command, *options);
  add_run_ids(*command, options->run);
  command
      ->add_option("--eee-samples", options->eee_samples,
                   "With --format eee: also write each entry with its response and verdict, as\n"
                   "samples of Every Eval Ever")
      ->type_name("FILE.jsonl");
  // `bfclx run` goes on itself.
  command->add_flag("!--no-next-steps", options->next_steps)->group("");
  command
      ->add_option("--shard", *shard,
                   "Score only the I-th of N shards of the entries. Writes no report, only a\n"
                   "--verdicts file for `bfclx merge`")
      ->type_name("I/N")
      ->needs(report.verdicts)
      ->excludes(report.format)
      ->excludes(report.leaderboard)
      ->excludes(report.errata)
      ->excludes(report.repeats_of)
      ->excludes(report.repeats_by_name)
      ->excludes(report.details);
  command
      ->add_option(
          "-o,--output", options->output,
          "Write the report into FILE.json, .csv, .md, .xml (JUnit), .yaml (hf-eval), .eval\n"
          "(inspect) or .html (not with --ids or --verdicts), or the verdicts into FILE.jsonl")
      ->type_name("FILE")
      ->excludes(report.format)
      ->excludes(report.details)
      ->excludes(command->get_option("--shard"));
  add_latency_option(*command, *options);
  return [options, shard](Kept& kept) { return run_score(*options, *shard, kept); };
}

}  // namespace bfclx::tools
