// What `bfclx dataset add` does to the folder of a benchmark, whatever the cases come from.
#ifndef BFCLX_TOOLS_BFCLX_DATASET_ADDING_H_
#define BFCLX_TOOLS_BFCLX_DATASET_ADDING_H_

#include <string>
#include <string_view>

#include "core/benchmark/added_cases.h"
#include "core/dataset/own_benchmark.h"

namespace bfclx::tools {

// Of a file that the user named, or standard input for "-"; UsageError for what is no text.
std::string bytes_of(const std::string& path);

// Held while cases are added, so that no two commands take the same ids.
class BenchmarkLock {
 public:
  explicit BenchmarkLock(const std::string& place);
  BenchmarkLock(const BenchmarkLock&) = delete;
  BenchmarkLock& operator=(const BenchmarkLock&) = delete;
  ~BenchmarkLock();

 private:
  int descriptor_;
};

// Each throws a UsageError or NothingUsable for a folder that is no benchmark.
void check_place(const std::string& place);
OwnBenchmark read_benchmark(const std::string& place);

// Says what is wrong with the cases of `name`, or writes what they add. `cases` and `lines` as in
// write_files (benchmark_files.h).
void write_added(const std::string& place, const std::string& name, const AddedCases& added,
                 const std::string& cases, const std::string& lines = {});

// The commands that come after adding `what` ("cases"); empty where the user wants none.
std::string next_steps_text(const std::string& place, std::string_view what);
// What was added, and what to do next.
std::string summary_text(const std::string& place, const AddedCases& added);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_DATASET_ADDING_H_
