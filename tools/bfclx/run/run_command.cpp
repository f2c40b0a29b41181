// `bfclx run`: generate, score each entry as it arrives, and at the end what check and doctor say.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/generate/model_checks.h"
#include "tools/bfclx/generate/observation.h"
#include "tools/bfclx/generate/options.h"
#include "tools/bfclx/generate/progress.h"
#include "tools/bfclx/generate/repeats.h"
#include "tools/bfclx/generate/spending_places.h"
#include "tools/bfclx/generate/stops.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/services.h"
#include "tools/bfclx/run/live_scores.h"
#include "tools/bfclx/serve/serving.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kRunExamples = R"(Examples:
  bfclx run --model my-model --base-url http://localhost:8080 --sample 200
  bfclx run --model gpt-4.1-2025-04-14-FC --test-category live,multi_turn
  bfclx run --model my-model --base-url URL --stop-at 5     a 95 % CI of at most 5 points
  bfclx run --model my-model --base-url URL --full      all scored categories

Generates like `bfclx generate`, and shows live scores with 95 % CIs, requests in flight, tokens per
second, failures, and the remaining time and cost. Results have the official format. To resume, run
the same command again.

Exit codes: 0 done; 1 some entries have no result yet, or a generation error; 2 wrong
usage; 130 a second signal (Ctrl-C, SIGTERM) stopped it without waiting for responses.)";

struct RunCommandOptions {
  GenerateOptions generate;
  bool full = false;
};

// Another subcommand of this program, on the results; its exit code.
int tell(Command (*add)(CLI::App&), const std::vector<std::string>& arguments) {
  CLI::App app;
  const Command command = add(app);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  app.parse(reversed);
  Kept kept;
  return command(kept);
}

// The exit code: what cannot be scored is told here first.
int tell_results(const RunCommandOptions& options, std::vector<std::string> folders) {
  std::vector<std::string> common = std::move(folders);
  if (!options.generate.dataset.empty()) {
    common.insert(common.end(), {"--dataset", options.generate.dataset});
  }
  if (!options.generate.models_file.empty()) {
    common.insert(common.end(), {"--models", options.generate.models_file});
  }
  if (!options.generate.cassette.empty()) {
    common.insert(common.end(), {"--cassette", options.generate.cassette});
  }
  if (!options.generate.today.empty()) {
    common.insert(common.end(), {"--today", options.generate.today});
  }
  if (options.generate.run_ids) {
    for (const std::string& id : chosen_entries(options.generate).ids) {
      common.push_back("--run-id=" + id);
    }
  }
  int code = kDone;
  for (const auto& [name, add] : {std::pair{"score", &add_score}, {"doctor", &add_doctor}}) {
    std::vector<std::string> arguments = {name};
    arguments.insert(arguments.end(), common.begin(), common.end());
    arguments.emplace_back(add == &add_score ? "--no-next-steps" : "--no-problems");
    // What the recording lacks of executable categories is asked now, and once; not after Ctrl-C.
    if (options.generate.enable_network && add == &add_score && stops_so_far() == 0) {
      arguments.insert(arguments.end(), {"--network", "live", "--enable-network"});
      if (options.generate.allow_private) arguments.emplace_back("--allow-private");
    }
    print(STDOUT_FILENO, "\n");
    code = std::max(code, tell(add, arguments));
  }
  return code;
}

// What --stop-at leaves out must not be what a dataset has last.
void choose_order(const CLI::App& command, GenerateOptions& options) {
  const bool stops = command.count("--stop-at") > 0;
  if (stops && command.count("--order") == 0) options.order = kUncertainOrder;
  const bool uncertain = options.order == kUncertainOrder;
  if (stops && !uncertain) {
    throw UsageError("--stop-at needs --order uncertain (its default): in the order `" +
                     options.order + "` the scored entries are no sample of their category");
  }
  for (const char* other : {"--run-ids", "--batch"}) {
    if (uncertain && command.count(other) > 0) {
      throw UsageError("--order uncertain and " + std::string(other) + " cannot be used together");
    }
  }
}

int run_run(const RunCommandOptions& options) {
  DatasetDir dataset(options.generate.dataset);
  ModelRegistry registry;
  const Status loaded = dataset.load_models(registry);
  if (!loaded.ok()) throw UsageError(loaded.error().message);
  RunOptions files;
  files.models_file = options.generate.models_file;
  add_models_file(files, registry);
  // While it goes, executable entries are scored by recordings; check may ask the network.
  RunOptions scoring;
  scoring.dataset = options.generate.dataset;
  scoring.cassette = options.generate.cassette;
  const Services services(scoring);
  catch_stops();
  int code = kDone;
  SpendingOptions left = with_places(options.generate, registry);  // of all models and repeats
  check_sweep_of_models(options.generate, dataset, registry);
  EstimateSum estimate;  // of all runs
  Observation observation(options.generate, files);
  bool more = true;
  for (const std::string& model : split_items(options.generate.models)) {
    std::vector<std::string> folders;  // of the repeats that have results
    std::vector<GenerateOptions> runs = runs_of(options.generate);
    const auto servers = start_servers(runs, model, dataset, registry);
    for (GenerateOptions& run : runs) {
      run.spending = for_next_run(left);
      Generation generation(run, model, dataset, registry);
      if (options.generate.dry_run) {
        const DryRun dry = generation.dry_run();
        print(STDOUT_FILENO, printable(dry.text));
        code = std::max(code, dry.exit_code);
        if (dry.estimate) estimate.add(*dry.estimate);
        continue;
      }
      LiveScores scores(generation, dataset.dataset(), options.generate.stop_at,
                        services.settings());
      const GenerationSummary summary = observation.run(generation, scores);
      scores.clear();
      const bool has_results = summary.answered + summary.had > 0;
      // `score` says the totals of a run below, but not of each repeat, and not why entries were
      // left out.
      const bool says_totals = !has_results || runs.size() > 1 || options.generate.stop_at > 0;
      print(STDOUT_FILENO, printable(summary_text(generation, summary) +
                                     (says_totals ? scores.totals() : std::string())));
      if (has_results) {
        folders.push_back(generation.folder().place().string());
      }
      code = std::max(code, exit_code(options.generate, summary));
      more = take_spent(left, summary.spent, generation.prices());
      if (stops_so_far() > 0 || !more) break;
      // What ended this one would end its repeats too.
      if (!summary.why.empty() && !summary.may_pass) break;
    }
    if (servers) servers->end();  // scoring needs none
    if (!folders.empty()) code = std::max(code, tell_results(options, folders));
    if (stops_so_far() > 0 || !more) break;
  }
  print(STDOUT_FILENO, estimate.text());
  return code;
}

}  // namespace

Command add_run(CLI::App& app) {
  auto options = std::make_shared<RunCommandOptions>();
  CLI::App* command =
      app.add_subcommand("run", "Generate a model's responses and score them as they arrive");
  command->footer(kRunExamples);
  add_generate_options(*command, options->generate);
  command->get_option("--test-category")
      ->description(
          "Categories or groups (default: all_scoring, the categories of the overall\n"
          "score)");
  command->add_flag("--full", options->full, "All categories of the overall score (the default)")
      ->excludes(command->get_option("--sample"))
      ->excludes(command->get_option("--test-category"))
      ->excludes(command->get_option("--run-ids"));
  command
      ->add_option("--stop-at", options->generate.stop_at,
                   "Stop a category when its 95 % CI is narrower than this many points")
      ->type_name("POINTS")
      ->check(number(0.1, 100))
      ->excludes(command->get_option("--batch"))
      ->excludes(command->get_option("--run-ids"))
      ->excludes(command->get_option("--as-official"))
      ->excludes(command->get_option("--replay"));
  // What is asked for here has another command.
  command
      ->add_option_function<std::string>(
          "--shard",
          [](const std::string&) {
            throw UsageError(
                "--shard: a shard has only some of the entries, and `run` scores; use "
                "`bfclx generate --shard I/N`, and `bfclx score` when all shards are complete");
          })
      ->group("");
  return [options, command](Kept&) {
    choose_order(*command, options->generate);
    options->generate.run_ids = command->count("--run-ids") > 0;
    if (options->generate.test_category.empty()) {
      options->generate.test_category = {"all_scoring"};
    }
    return run_run(*options);
  };
}

}  // namespace bfclx::tools
