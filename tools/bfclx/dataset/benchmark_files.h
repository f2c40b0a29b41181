// The files of a benchmark of someone's own while cases are added: all of them take their places,
// also where the first call was killed.
#ifndef BFCLX_TOOLS_BFCLX_DATASET_BENCHMARK_FILES_H_
#define BFCLX_TOOLS_BFCLX_DATASET_BENCHMARK_FILES_H_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/benchmark/added_cases.h"

namespace bfclx::tools {

inline constexpr std::string_view kBenchmarkAdvice = "; choose a folder that you can write to";

// nullopt: there is no such file.
Result<std::optional<std::string>> bytes_below(const std::filesystem::path& place,
                                               const std::string& path);
// Whether a call that added the same cases, told by their hash, was killed: it has left a mark
// beside the files (kUnfinishedAddFile). What it has left is finished before anything else is
// added, so other cases are refused.
bool was_interrupted(const std::string& place, const std::string& cases);
// The lines that the killed call was to add, where they were written into the mark: of cases that a
// person confirmed.
std::string interrupted_cases(const std::string& place);
// In this order, with such a mark until they are there. A failure leaves the files as they were.
// `lines` are written into the mark too.
void write_files(const std::string& place, const std::vector<BenchmarkFile>& changed,
                 const std::string& cases, const std::string& lines = {});

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_DATASET_BENCHMARK_FILES_H_
