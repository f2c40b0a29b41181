// Times each stage of scoring over the result files of one model.
//
//   bfclx_bench --dataset DIR --responses DIR [--decoder NAME] [--model NAME]
//               [--underscore-to-dot yes] [Google Benchmark's own]
//
// An item is an entry. Stages, each for every category that has a result file:
//   read_results      a result file's bytes to responses
//   decode            responses to calls
//   decode_and_check  responses to verdicts, what a run does; the counter "valid" is how many
//   passed.
//                     Of an episode: all its steps decoded, run on both sides and compared; of an
//                     executable entry: its calls and the ground truth's executed and compared
// `sample` as the dataset is the embedded one.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/official_verdict.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/inputs.h"

namespace bfclx {
namespace {

struct Options {
  std::string dataset = "sample";
  std::string responses = "sample";
  std::string decoder = "prompting";
  std::string model = "gpt-4o-2024-11-20";  // reaches episodes through the names of instances
  std::string underscore_to_dot;            // "yes": the flag of the official registry
};

// Of episodes, so that every run does the same: 2026-01-01.
constexpr std::int64_t kToday = 20454;

// A category's responses, matched with its entries.
struct Workload {
  const Category* category;
  std::string bytes;
  CategoryRun run;
};

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "bfclx_bench: %s\n", message.c_str());
  std::exit(2);
}

// Takes our options out of the arguments; Google Benchmark gets the rest.
Options take_options(int& argc, char** argv) {
  Options options;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    std::string* target = name == "--dataset"             ? &options.dataset
                          : name == "--responses"         ? &options.responses
                          : name == "--decoder"           ? &options.decoder
                          : name == "--model"             ? &options.model
                          : name == "--underscore-to-dot" ? &options.underscore_to_dot
                                                          : nullptr;
    if (target == nullptr) {
      argv[kept++] = argv[i];
    } else if (++i < argc) {
      *target = argv[i];
    } else {
      fail("no value after " + std::string(name));
    }
  }
  argc = kept;
  return options;
}

std::vector<std::unique_ptr<Workload>> load(const Options& options, tools::DatasetDir& dataset) {
  std::vector<std::unique_ptr<Workload>> workloads;
  for (const tools::Input& input : tools::find_inputs({options.responses}).files) {
    if (input.category == nullptr) continue;
    Status status = dataset.load(*input.category);
    if (!status.ok()) fail(status.error().message);
    auto workload = std::make_unique<Workload>();
    workload->category = input.category;
    workload->bytes = tools::read_input(input).bytes;
    workload->run =
        match_responses(dataset.dataset(), *input.category, read_results(workload->bytes));
    workloads.push_back(std::move(workload));
  }
  return workloads;
}

void count_items(benchmark::State& state, const Workload& workload) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(workload.run.responses.size()));
}

void read_stage(benchmark::State& state, const Workload& workload) {
  for (auto _ : state) benchmark::DoNotOptimize(read_results(workload.bytes));
  count_items(state, workload);
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * workload.bytes.size()));
}

void decode_stage(benchmark::State& state, const Workload& workload, const Decoder& decoder) {
  DecodeOptions options;
  if (workload.category->language == Language::kJava) options.format = ReturnFormat::kJava;
  if (workload.category->language == Language::kJavaScript) {
    options.format = ReturnFormat::kJavaScript;
  }
  for (auto _ : state) {
    for (const ScoredResponse& response : workload.run.responses) {
      benchmark::DoNotOptimize(decoder.decode_ast(response.response, options));
    }
  }
  count_items(state, workload);
}

// The same for the steps of episodes, which are decoded to what is executed.
void decode_steps_stage(benchmark::State& state, const Workload& workload, const Decoder& decoder) {
  for (auto _ : state) {
    for (const ScoredResponse& response : workload.run.responses) {
      if (!response.response.is_list()) continue;
      for (const Value& turn : response.response.items()) {
        if (!turn.is_list()) continue;
        for (const Value& step : turn.items()) {
          benchmark::DoNotOptimize(decoder.decode_execute(step, DecodeOptions{}));
        }
      }
    }
  }
  count_items(state, workload);
}

void score_stage(benchmark::State& state, const Workload& workload, const RunSettings& settings) {
  const auto is_valid = [&](const ScoredResponse& response) {
    switch (workload.category->judging) {
      case Judging::kMultiTurn:
        return score_episode(*response.entry, response.response, settings).verdict.valid;
      case Judging::kExecutable:
        return score_executable(*response.entry, response.response, settings).verdict.valid;
      default:
        return official_verdict(*response.entry, response.response, *settings.decoder,
                                settings.underscore_to_dot)
            .valid;
    }
  };
  std::size_t valid = 0;
  for (auto _ : state) {
    valid = 0;
    for (const ScoredResponse& response : workload.run.responses) {
      if (response.entry == nullptr) continue;
      valid += is_valid(response) ? 1 : 0;
    }
  }
  count_items(state, workload);
  state.counters["valid"] = static_cast<double>(valid);
}

void register_stages(const Workload& workload, const RunSettings& settings) {
  const std::string name(workload.category->name);
  const auto add = [&](const char* stage, auto run_stage) {
    benchmark::RegisterBenchmark((stage + name).c_str(), run_stage);
  };
  const bool episodes = workload.category->judging == Judging::kMultiTurn;
  add("read_results/", [&workload](benchmark::State& state) { read_stage(state, workload); });
  add("decode/", [&workload, &settings, episodes](benchmark::State& state) {
    (episodes ? decode_steps_stage : decode_stage)(state, workload, *settings.decoder);
  });
  add("decode_and_check/",
      [&workload, &settings](benchmark::State& state) { score_stage(state, workload, settings); });
}

int run(int argc, char** argv) {
  const Options options = take_options(argc, argv);
  const Decoder* decoder = find_decoder(options.decoder);
  if (decoder == nullptr) fail("unknown decoder " + options.decoder);
  tools::DatasetDir dataset(options.dataset);
  const auto workloads = load(options, dataset);
  RunSettings settings;
  settings.decoder = decoder;
  settings.model_name = options.model;
  settings.underscore_to_dot = options.underscore_to_dot == "yes";
  settings.long_context = dataset.long_context();
  settings.today = kToday;
  for (const auto& workload : workloads) register_stages(*workload, settings);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace bfclx

int main(int argc, char** argv) { return bfclx::run(argc, argv); }
