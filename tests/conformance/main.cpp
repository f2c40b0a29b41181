// Compares the recorded verdicts of the official evaluator with ours, every one of them.
//
//   bfclx_conformance --shared DIR [--conformance DIR] [--data DIR] [--unpack DIR] [--source TEXT]
//                     [--category NAME] [--jobs N] [--words]
//
// DIR of --shared holds conformance/ and bfcl-data/. --source takes runs whose "source/model/decoder"
// contains TEXT. --words lists decode failures that CPython words otherwise. Exit codes: 0 all agree,
// 1 something does not, 2 wrong usage, 77 there are no recordings (a skip, said loudly).
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/dataset/dataset.h"
#include "tests/conformance/manifest.h"
#include "tests/conformance/single_turn.h"

namespace bfclx::conformance {
namespace {

struct Arguments {
  Places places;
  std::string source;
  std::string category;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  bool words = false;
};

Arguments parse_arguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--words") {
      arguments.words = true;
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
    } else if (name == "--source") {
      arguments.source = value;
    } else if (name == "--category") {
      arguments.category = value;
    } else if (name == "--jobs") {
      arguments.jobs = std::max(1, std::atoi(value.c_str()));
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
      if (!is_single_turn(category) || !category.scored == !is_derived || is_derived != derived) {
        continue;
      }
      std::string answers;
      if (!category.answers.empty()) answers = read_file(directory / category.answers);
      Status status =
          dataset.add(category, read_file(directory / category.questions), answers);
      if (!status.ok()) fail(status.error().message);
    }
  }
}

struct Job {
  const Run* run;
  std::string category;
};

std::vector<Job> single_turn_jobs(const Recordings& recordings, const Arguments& arguments,
                                  std::size_t& expected) {
  std::vector<Job> jobs;
  for (const Run& run : recordings.runs) {
    const std::string name = run.source + "/" + run.model + "/" + run.decoder;
    if (name.find(arguments.source) == std::string::npos) continue;
    for (const auto& [category, count] : run.categories) {
      if (!arguments.category.empty() && category != arguments.category) continue;
      const Category* known = find_category(category);
      if (known == nullptr) fail("unknown category " + category);
      if (!is_single_turn(*known)) continue;
      jobs.push_back({&run, category});
      expected += count;
    }
  }
  return jobs;
}

void merge(Tally& into, const Tally& from) {
  into.verdicts += from.verdicts;
  into.disagreements += from.disagreements;
  into.official_undecided += from.official_undecided;
  into.decode_failures += from.decode_failures;
  into.same_words += from.same_words;
  for (const auto& [kind, count] : from.other_words) into.other_words[kind] += count;
  into.examples.insert(into.examples.end(), from.examples.begin(), from.examples.end());
  into.other_examples.insert(into.other_examples.end(), from.other_examples.begin(),
                             from.other_examples.end());
}

Tally run_jobs(const std::vector<Job>& jobs, const Dataset& dataset, unsigned threads) {
  Tally total;
  std::mutex mutex;
  std::atomic<std::size_t> next{0};
  auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) {
      Tally tally;
      compare_single_turn(dataset, *jobs[i].run, jobs[i].category, tally);
      const std::lock_guard<std::mutex> lock(mutex);
      merge(total, tally);
    }
  };
  std::vector<std::thread> pool;
  for (unsigned i = 1; i < threads; ++i) pool.emplace_back(work);
  work();
  for (std::thread& thread : pool) thread.join();
  return total;
}

void print_tally(const Tally& tally, const Arguments& arguments, std::size_t expected) {
  std::size_t shown = 0;
  for (const std::string& example : tally.examples) {
    if (++shown > 40) break;
    std::printf("DISAGREES %s\n", example.c_str());
  }
  if (arguments.words) {
    for (const std::string& example : tally.other_examples) {
      std::printf("WORDS %s\n", example.c_str());
    }
  }
  std::printf("single turn: %zu of %zu recorded verdicts compared, %zu disagree\n", tally.verdicts,
              expected, tally.disagreements);
  std::printf("  the official evaluator did not end on %zu of them\n", tally.official_undecided);
  std::printf("  decode failures: %zu, of which %zu in CPython's own words\n",
              tally.decode_failures, tally.same_words);
  for (const auto& [kind, count] : tally.other_words) {
    std::printf("    worded otherwise: %zu %s\n", count, kind.c_str());
  }
}

int run(int argc, char** argv) {
  const Arguments arguments = parse_arguments(argc, argv);
  if (!std::filesystem::exists(arguments.places.conformance / "MANIFEST.json")) {
    std::printf("SKIPPED: there are no recordings at %s; 0 of the recorded official verdicts were "
                "compared\n",
                arguments.places.conformance.string().c_str());
    return 77;
  }
  const Recordings recordings = load_recordings(arguments.places);
  Dataset dataset;
  load_dataset(arguments.places.data, dataset);
  std::size_t expected = 0;
  const std::vector<Job> jobs = single_turn_jobs(recordings, arguments, expected);
  const Tally tally = run_jobs(jobs, dataset, arguments.jobs);
  print_tally(tally, arguments, expected);
  return tally.disagreements == 0 && tally.verdicts == expected && expected > 0 ? 0 : 1;
}

}  // namespace
}  // namespace bfclx::conformance

int main(int argc, char** argv) { return bfclx::conformance::run(argc, argv); }
