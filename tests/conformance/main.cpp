// Compares what the official evaluator was recorded to say with what we say, all of it.
//
//   bfclx_conformance --shared DIR [--conformance DIR] [--data DIR] [--unpack DIR] [--only PART]
//                     [--source TEXT] [--category NAME] [--class NAME] [--jobs N] [--words]
//   bfclx_conformance --generation|--served --shared DIR [--data DIR] [--unpack DIR]
//                     [--source SET-UP] [--prompt-texts FILE] [--words]
//
// DIR of --shared holds conformance/ and bfcl-data/. PART is single_turn, episodes, agentic,
// simulators, memory, web, executable or executable_calls.
// --generation replays the recordings of the official generator instead, --served those in front of
// a completion server.
// --source takes runs whose "source/model/decoder" contains TEXT. --words lists decode failures
// that CPython words otherwise. Exit codes: 0 all agree, 1 something does not, 2 wrong usage, 77
// there are no recordings (a skip, said loudly).
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/dataset/dataset.h"
#include "tests/conformance/agentic.h"
#include "tests/conformance/episodes.h"
#include "tests/conformance/executable.h"
#include "tests/conformance/generation.h"
#include "tests/conformance/manifest.h"
#include "tests/conformance/memory.h"
#include "tests/conformance/served.h"
#include "tests/conformance/simulators.h"
#include "tests/conformance/single_turn.h"
#include "tests/conformance/web.h"

namespace bfclx::conformance {
namespace {

struct Arguments {
  Places places;
  std::string only;
  std::string source;
  std::string category;
  std::string class_name;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  bool words = false;
  bool generation = false;
  bool served = false;
};

bool* find_flag(Arguments& arguments, const std::string& name) {
  if (name == "--words") return &arguments.words;
  if (name == "--generation") return &arguments.generation;
  if (name == "--served") return &arguments.served;
  return nullptr;
}

Arguments parse_arguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (bool* flag = find_flag(arguments, name)) {
      *flag = true;
      continue;
    }
    if (i + 1 >= argc) fail("no value after " + name);
    const std::string value = argv[++i];
    if (name == "--shared") {
      arguments.places.conformance = std::filesystem::path(value) / "conformance";
      arguments.places.data = std::filesystem::path(value) / "bfcl-data";
    } else if (name == "--conformance") {
      arguments.places.conformance = value;
    } else if (name == "--data") {
      arguments.places.data = value;
    } else if (name == "--unpack") {
      arguments.places.unpack = value;
    } else if (name == "--cmake") {
      arguments.places.cmake = value;
    } else if (name == "--prompt-texts") {
      arguments.places.prompt_texts = value;
    } else if (name == "--only") {
      arguments.only = value;
    } else if (name == "--source") {
      arguments.source = value;
    } else if (name == "--category") {
      arguments.category = value;
    } else if (name == "--class") {
      arguments.class_name = value;
    } else if (name == "--jobs") {
      arguments.jobs = static_cast<unsigned>(std::max(1, std::atoi(value.c_str())));
    } else {
      fail("unknown option " + name);
    }
  }
  return arguments;
}

bool is_single_turn(const Category& category) {
  return category.judging == Judging::kCalls || category.judging == Judging::kRelevance ||
         category.judging == Judging::kIrrelevance;
}

void load_dataset(const std::filesystem::path& directory, Dataset& dataset) {
  for (const bool derived : {false, true}) {  // format_sensitivity is made of the others
    for (const Category& category : categories()) {
      const bool is_derived = category.name == "format_sensitivity";
      if (is_derived != derived) continue;
      std::string answers;
      if (!category.answers.empty()) answers = read_file(directory / "data" / category.answers);
      const Status status =
          dataset.add(category, read_file(directory / "data" / category.questions), answers);
      if (!status.ok()) fail(status.error().message);
    }
  }
}

// One part of the comparison: jobs that may run on any thread, and how many verdicts they hold.
struct Part {
  const char* name;
  std::vector<std::function<void(Tally&)>> jobs;
  std::size_t expected = 0;  // 0: not recorded, only that there are some
};

bool wanted(const Arguments& arguments, const char* part) {
  return arguments.only.empty() || arguments.only == part;
}

void add_runs(const Recordings& recordings, const Arguments& arguments, const Dataset& dataset,
              const LongContext& tables, Part& single_turn, Part& episodes, Part& agentic) {
  for (const Run& run : recordings.runs) {
    const std::string name = run.source + "/" + run.model + "/" + run.decoder;
    if (name.find(arguments.source) == std::string::npos) continue;
    for (const auto& [category, count] : run.categories) {
      if (!arguments.category.empty() && category != arguments.category) continue;
      const Category* known = find_category(category);
      if (known == nullptr) fail("unknown category " + category);
      if (is_single_turn(*known) && wanted(arguments, single_turn.name)) {
        single_turn.expected += count;
        single_turn.jobs.emplace_back([&dataset, &run, category = category](Tally& tally) {
          compare_single_turn(dataset, run, category, tally);
        });
      } else if (known->judging == Judging::kMultiTurn && wanted(arguments, episodes.name)) {
        episodes.expected += count;
        episodes.jobs.emplace_back([&dataset, &tables, &run, category = category](Tally& tally) {
          compare_episodes(dataset, tables, run, category, tally);
        });
      } else if (known->judging == Judging::kAgentic && wanted(arguments, agentic.name)) {
        agentic.expected += count;
        agentic.jobs.emplace_back([&dataset, &run, category = category](Tally& tally) {
          compare_agentic(dataset, run, category, tally);
        });
      }
    }
  }
}

void add_simulators(const Arguments& arguments, const Dataset& dataset, const LongContext& tables,
                    Part& part) {
  if (!wanted(arguments, part.name)) return;
  std::vector<std::filesystem::path> paths;
  for (const auto& item : std::filesystem::directory_iterator(arguments.places.conformance)) {
    paths.push_back(item.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::filesystem::path& path : paths) {
    const std::string name = path.filename().string();
    if (name.rfind("simulator_fuzz_", 0) == 0) {
      if (name.find(arguments.class_name) == std::string::npos) continue;
      part.jobs.emplace_back([&tables, path](Tally& tally) { compare_fuzz(path, tables, tally); });
    } else if (name.rfind("simulator_traces_", 0) == 0 && arguments.class_name.empty()) {
      part.jobs.emplace_back([&dataset, &tables, path](Tally& tally) {
        compare_traces(dataset, path, tables, tally);
      });
    }
  }
}

void add_memory(const Arguments& arguments, Part& part) {
  if (!wanted(arguments, part.name)) return;
  const std::filesystem::path folder = locate(arguments.places, "served/memory");
  for (const MemoryRecording& recording : kMemoryRecordings) {
    const std::string name(recording.class_name);
    if (name.find(arguments.class_name) == std::string::npos) continue;
    part.expected += recording.sequences;
    part.jobs.emplace_back([path = folder / ("simulator_fuzz_" + name + ".jsonl")](Tally& tally) {
      compare_memory(path, tally);
    });
  }
  if (!arguments.class_name.empty()) return;
  part.expected += kEmbeddingExamples;
  part.jobs.emplace_back([path = folder / "embedding_examples.jsonl"](Tally& tally) {
    compare_embeddings(path, tally);
  });
}

void add_executable_calls(const Arguments& arguments, const EffectStore& cassette, Part& part) {
  if (!wanted(arguments, part.name)) return;
  const std::filesystem::path folder = locate(arguments.places, "executable");
  for (const CallRecording& recording : kCallRecordings) {
    part.expected += recording.lines;
    part.jobs.emplace_back([path = folder / recording.file, &cassette, compare = recording.compare](
                               Tally& tally) { compare(path, cassette, tally); });
  }
}

void add_web(const Arguments& arguments, Part& part) {
  if (!wanted(arguments, part.name)) return;
  part.expected = kWebRows - kWebRowsLeftOut;
  part.jobs.emplace_back([folder = locate(arguments.places, "served/web")](Tally& tally) {
    compare_web(folder, tally);
  });
}

void add_executable(const Arguments& arguments, const Dataset& dataset, const EffectStore& cassette,
                    const std::vector<Run>& runs, Part& part) {
  if (!wanted(arguments, part.name)) return;
  for (const Run& run : runs) {
    const std::string name = run.source + "/" + run.model + "/" + run.decoder;
    if (name.find(arguments.source) == std::string::npos) continue;
    for (const auto& [category, count] : run.categories) {
      if (!arguments.category.empty() && category != arguments.category) continue;
      part.expected += count;
      part.jobs.emplace_back([&dataset, &cassette, &run, category = category](Tally& tally) {
        compare_executable(dataset, cassette, run, category, tally);
      });
    }
  }
}

Tally run_jobs(const Part& part, unsigned threads) {
  Tally total;
  std::mutex mutex;
  std::atomic<std::size_t> next{0};
  auto work = [&] {
    for (std::size_t i = next++; i < part.jobs.size(); i = next++) {
      Tally tally;
      part.jobs[i](tally);
      const std::lock_guard<std::mutex> lock(mutex);
      total.add(tally);
    }
  };
  std::vector<std::thread> pool;
  for (unsigned i = 1; i < threads; ++i) pool.emplace_back(work);
  work();
  for (std::thread& thread : pool) thread.join();
  return total;
}

void print_tally(const Part& part, const Tally& tally, bool words) {
  for (std::size_t i = 0; i < tally.examples.size() && i < Tally::kExamples; ++i) {
    std::printf("DISAGREES %s\n", tally.examples[i].c_str());
  }
  for (std::size_t i = 0; words && i < tally.other_examples.size(); ++i) {
    std::printf("WORDS %s\n", tally.other_examples[i].c_str());
  }
  const std::string of =
      part.expected > 0 ? " of " + std::to_string(part.expected) + " recorded" : "";
  std::printf("%s: %zu%s compared, %zu disagree\n", part.name, tally.verdicts, of.c_str(),
              tally.disagreements);
  if (tally.official_undecided > 0) {
    std::printf("  on %zu of them the official evaluator did not end\n", tally.official_undecided);
  }
  if (tally.decode_failures > 0) {
    std::printf("  decode failures: %zu, of which %zu in CPython's own words\n",
                tally.decode_failures, tally.same_words);
  }
  for (const auto& [kind, count] : tally.other_words) {
    std::printf("    worded otherwise: %zu %s\n", count, kind.c_str());
  }
}

bool run_part(const Part& part, const Arguments& arguments) {
  if (part.jobs.empty()) return true;
  const Tally tally = run_jobs(part, arguments.jobs);
  print_tally(part, tally, arguments.words);
  const bool complete = part.expected == 0 ? tally.verdicts > 0 : tally.verdicts == part.expected;
  return complete && tally.disagreements == 0;
}

int run(int argc, char** argv) {
  const Arguments arguments = parse_arguments(argc, argv);
  if (!std::filesystem::exists(arguments.places.conformance / "MANIFEST.json")) {
    std::printf(
        "SKIPPED: there are no recordings at %s; 0 recorded official verdicts were "
        "compared\n",
        arguments.places.conformance.string().c_str());
    return 77;
  }
  if (arguments.generation) {
    return replay_all_generation(arguments.places, arguments.source, arguments.words) ? 0 : 1;
  }
  if (arguments.served) {
    return replay_all_served(arguments.places, arguments.source, arguments.words) ? 0 : 1;
  }
  const Recordings recordings = load_recordings(arguments.places);
  Dataset dataset;
  load_dataset(arguments.places.data, dataset);
  const Result<LongContext> tables =
      LongContext::load(read_file(arguments.places.data / "long_context.json"));
  if (!tables.ok()) fail(tables.error().message);

  Part single_turn{"single_turn", {}, 0};
  Part episodes{"episodes", {}, 0};
  Part agentic{"agentic", {}, 0};
  Part simulators{"simulators", {}, 0};
  Part memory{"memory", {}, 0};
  Part web{"web", {}, 0};
  Part executable{"executable", {}, 0};
  Part executable_calls{"executable_calls", {}, 0};
  add_runs(recordings, arguments, dataset, *tables, single_turn, episodes, agentic);
  add_simulators(arguments, dataset, *tables, simulators);
  add_memory(arguments, memory);
  add_web(arguments, web);
  const EffectStore cassette =
      load_cassette(locate(arguments.places, "executable") / "cassette.jsonl");
  add_executable_calls(arguments, cassette, executable_calls);
  const std::vector<Run> runs = executable_runs(arguments.places);
  add_executable(arguments, dataset, cassette, runs, executable);
  if (single_turn.jobs.empty() && episodes.jobs.empty() && agentic.jobs.empty() &&
      simulators.jobs.empty() && memory.jobs.empty() && web.jobs.empty() &&
      executable_calls.jobs.empty() && executable.jobs.empty()) {
    fail("nothing that was recorded fits these options");
  }
  bool agreed = run_part(single_turn, arguments);
  agreed = run_part(agentic, arguments) && agreed;
  agreed = run_part(simulators, arguments) && agreed;
  agreed = run_part(memory, arguments) && agreed;
  agreed = run_part(web, arguments) && agreed;
  agreed = run_part(executable_calls, arguments) && agreed;
  agreed = run_part(executable, arguments) && agreed;
  agreed = run_part(episodes, arguments) && agreed;
  return agreed ? 0 : 1;
}

}  // namespace
}  // namespace bfclx::conformance

int main(int argc, char** argv) { return bfclx::conformance::run(argc, argv); }
