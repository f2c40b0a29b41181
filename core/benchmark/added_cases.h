// Cases added to a benchmark of someone's own: all of them, or none and what is wrong with which.
#ifndef BFCLX_CORE_BENCHMARK_ADDED_CASES_H_
#define BFCLX_CORE_BENCHMARK_ADDED_CASES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/dataset/category.h"
#include "core/dataset/dataset_files.h"
#include "core/dataset/own_benchmark.h"

namespace bfclx {

inline constexpr std::size_t kMaxCaseProblems = 20;  // that are told of
inline constexpr std::size_t kMaxCases = 1'000'000;  // of one call

struct CaseProblem {
  std::size_t line = 0;  // of the cases
  std::string text;      // "expected[0].arguments.x: what is wrong"
  bool there = false;    // an entry of the benchmark asks the same
};

struct AddedCategory {
  const Category* category = nullptr;
  std::size_t added = 0;
  std::size_t all = 0;  // with those that were there
};

struct BenchmarkFile {
  std::string path;  // from the root of the benchmark
  std::string bytes;
};

struct AddedCases {
  // In the order of the lines, the first `most_problems` of them; then nothing is added.
  std::vector<CaseProblem> problems;
  std::size_t faulty = 0;                 // lines with a problem
  std::vector<AddedCategory> categories;  // of the whole benchmark, official order
  // Expected calls that pass as tool calls and cannot be written as Python text, as in prompt mode
  // (a function named `get-weather`).
  std::size_t only_as_calls = 0;
  std::size_t skipped = 0;  // lines that an interrupted call has added
  // Whole, in place of those that are there, in the order in which they are to take their places:
  // all ground truth before all questions. Ground truth at the end of a file that no question has
  // is an Error, unless it is what an interrupted call left: the same as is added now.
  std::vector<BenchmarkFile> files;
};

// `cases` are JSON lines, each a case (case_reader.h), or a table (case_table.h). Each gets an id
// of the official form, and its expected calls are checked against themselves. Refused are an `id`
// that another case or entry has, and a question that another case asks with the same tools. An
// Error for faulty tools or files of the benchmark. `resumes`: an earlier call was interrupted;
// cases that are there, in every member, are skipped and counted.
Result<AddedCases> add_cases(const OwnBenchmark& benchmark, const DatasetFiles::Read& read,
                             std::string_view cases, std::size_t most_problems = kMaxCaseProblems,
                             bool resumes = false);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_ADDED_CASES_H_
