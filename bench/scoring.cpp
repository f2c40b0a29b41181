// Times each stage of scoring over the result files of one model.
//
//   bfclx_bench --dataset DIR --replies DIR [--decoder NAME] [Google Benchmark's own options]
//
// An item is an entry. Stages, each for every category that has a result file:
//   read_results      a result file's bytes to replies
//   decode            replies to calls
//   decode_and_check  replies to verdicts, what a run does; the counter "valid" is how many passed
// `sample` as the dataset is the embedded one.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/scorer.h"
#include "tools/dataset_dir.h"
#include "tools/inputs.h"

namespace bfclx {
namespace {

struct Options {
  std::string dataset = "sample";
  std::string replies = "sample";
  std::string decoder = "prompting";
};

// A category's replies, matched with its entries.
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
    std::string* target = name == "--dataset"   ? &options.dataset
                          : name == "--replies" ? &options.replies
                          : name == "--decoder" ? &options.decoder
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
  for (const tools::Input& input : tools::find_inputs({options.replies}).files) {
    if (input.category == nullptr) continue;
    Status status = dataset.load(*input.category);
    if (!status.ok()) fail(status.error().message);
    auto workload = std::make_unique<Workload>();
    workload->category = input.category;
    workload->bytes = tools::read_input(input).bytes;
    workload->run =
        match_replies(dataset.dataset(), *input.category, read_results(workload->bytes));
    workloads.push_back(std::move(workload));
  }
  return workloads;
}

void count_items(benchmark::State& state, const Workload& workload) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(workload.run.replies.size()));
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
    for (const ScoredReply& reply : workload.run.replies) {
      benchmark::DoNotOptimize(decoder.decode_ast(reply.reply, options));
    }
  }
  count_items(state, workload);
}

void score_stage(benchmark::State& state, const Workload& workload, const Decoder& decoder) {
  std::size_t valid = 0;
  for (auto _ : state) {
    valid = 0;
    for (const ScoredReply& reply : workload.run.replies) {
      if (reply.entry == nullptr) continue;
      valid += score(*reply.entry, reply.reply, decoder, false).valid ? 1 : 0;
    }
  }
  count_items(state, workload);
  state.counters["valid"] = static_cast<double>(valid);
}

int run(int argc, char** argv) {
  const Options options = take_options(argc, argv);
  const Decoder* decoder = find_decoder(options.decoder);
  if (decoder == nullptr) fail("unknown decoder " + options.decoder);
  tools::DatasetDir dataset(options.dataset);
  const auto workloads = load(options, dataset);
  for (const auto& workload : workloads) {
    const std::string name(workload->category->name);
    benchmark::RegisterBenchmark(
        ("read_results/" + name).c_str(),
        [&load = *workload](benchmark::State& state) { read_stage(state, load); });
    benchmark::RegisterBenchmark(("decode/" + name).c_str(),
                                 [&load = *workload, decoder](benchmark::State& state) {
                                   decode_stage(state, load, *decoder);
                                 });
    benchmark::RegisterBenchmark(("decode_and_check/" + name).c_str(),
                                 [&load = *workload, decoder](benchmark::State& state) {
                                   score_stage(state, load, *decoder);
                                 });
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace bfclx

int main(int argc, char** argv) { return bfclx::run(argc, argv); }
