// `bfclx generate`: asks a model the entries of the benchmark.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <string>
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
#include "tools/bfclx/serve/serving.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kGenerateExamples = R"(Examples:
  bfclx generate --model gpt-4.1-2025-04-14-FC --test-category live
  bfclx generate --model my-model --base-url http://localhost:8080 --sample 200
  bfclx generate --model Qwen/Qwen3-8B --serve vllm             starts a server
  bfclx generate --model my-model --base-url URL --dry-run      what would be generated

Result files have the official names:
result/<model>/<group>/BFCL_v4_<category>_result.json. Existing results are kept. The run is refused
if they were generated with other settings, and the message names the difference. The settings are in
bfclx_manifest.json, next to the results.

If a request still fails after --retries (5xx, timeout, or a malformed or oversized response), its entry
has no result. The error is counted at the end and written to bfclx_entries.jsonl. Other entries
continue, and the next run requests this one again.

Ctrl-C, SIGTERM or SIGHUP gives open conversations --stop-timeout seconds to finish; a second one
exits immediately. No response is lost, and the same command resumes.

A key comes from the provider's usual environment variable, --api-key-env or
--api-key-file. It appears in no file and no message, not even in a common encoding.

Exit codes: 0 done; 1 some entries have no result yet, or a generation error; 2 wrong
usage; 130 a second signal (Ctrl-C, SIGTERM) stopped it without waiting for responses.)";

// Of the models behind `last`, which ended the command.
std::string other_models_text(const std::vector<std::string>& models, const std::string& last) {
  std::string text;
  for (auto it = std::find(models.begin(), models.end(), last) + 1; it < models.end(); ++it) {
    text += (text.empty() ? "Not started: " : ", ") + *it;
  }
  return text.empty() ? text : text + "\n";
}

int run_generate(const GenerateOptions& options) {
  if (options.order == kUncertainOrder) {
    throw UsageError("--order uncertain needs `bfclx run`, which scores entries as they arrive");
  }
  DatasetDir dataset(options.dataset);
  ModelRegistry registry;
  const Status loaded = dataset.load_models(registry);
  if (!loaded.ok()) throw UsageError(loaded.error().message);
  RunOptions files;
  files.models_file = options.models_file;
  add_models_file(files, registry);
  catch_stops();
  int code = kDone;
  SpendingOptions left = with_places(options, registry);  // of all models and repeats
  check_sweep_of_models(options, dataset, registry);
  EstimateSum estimate;  // of all runs
  Observation observation(options, files);
  const std::vector<std::string> models = split_items(options.models);
  for (const std::string& model : models) {
    std::vector<GenerateOptions> runs = runs_of(options);
    const auto servers = start_servers(runs, model, dataset, registry);
    for (GenerateOptions& run : runs) {
      run.spending = for_next_run(left);
      Generation generation(run, model, dataset, registry);
      if (run.batch_cancel && !generation.has_batches()) {
        print(STDOUT_FILENO, printable(generation.folder().place().string()) +
                                 ": there are no open batches to cancel\n");
        continue;
      }
      if (options.dry_run) {
        const DryRun dry = generation.dry_run();
        print(STDOUT_FILENO, printable(dry.text));
        code = std::max(code, dry.exit_code);
        if (dry.estimate) estimate.add(*dry.estimate);
        continue;
      }
      ProgressLines progress;
      const GenerationSummary summary = observation.run(generation, progress);
      progress.clear();
      print(STDOUT_FILENO, printable(summary_text(generation, summary)));
      if (options.sample > 0) {
        print(STDOUT_FILENO, "This is " + generation.sample_note() + ".\n");
      }
      code = std::max(code, exit_code(options, summary));
      const bool more = take_spent(left, summary.spent, generation.prices());
      const bool is_over = stops_so_far() > 0 || !more;
      // What ended this one would end its repeats too.
      const bool lasts = !summary.why.empty() && !summary.may_pass;
      if (!is_over && !lasts) continue;
      const auto index = static_cast<std::size_t>(&run - runs.data());
      print(STDOUT_FILENO, printable(not_begun_text(runs, index, model)));
      if (!is_over) break;
      print(STDOUT_FILENO, printable(other_models_text(models, model)));
      return code;
    }
  }
  print(STDOUT_FILENO, estimate.text());
  return code;
}

}  // namespace

Command add_generate(CLI::App& app) {
  auto options = std::make_shared<GenerateOptions>();
  CLI::App* command =
      app.add_subcommand("generate", "Generate a model's responses to the benchmark");
  command->footer(kGenerateExamples);
  add_generate_options(*command, *options);
  auto shard = std::make_shared<std::string>();
  command
      ->add_option("--shard", *shard,
                   "Generate only the I-th of N shards of the entries, as one of N processes\n"
                   "with the same folder. The last one to finish merges the results. The limits\n"
                   "of cost and tokens are for all of them")
      ->type_name("I/N")
      ->excludes(command->get_option("--allow-overwrite"))
      ->excludes(command->get_option("--one-request"))
      ->excludes(command->get_option("--batch"))
      ->excludes(command->get_option("--batch-cancel"))
      ->excludes(command->get_option("--record"))
      ->excludes(command->get_option("--replay"))
      ->excludes(command->get_option("--as-official"));
  return [options, command, shard](Kept&) {
    if (command->count("--shard") > 0) options->shard = shard_argument(*shard);
    options->run_ids = command->count("--run-ids") > 0;
    return run_generate(*options);
  };
}

}  // namespace bfclx::tools
