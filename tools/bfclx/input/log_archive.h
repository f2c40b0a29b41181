// Logs of inspect: a ZIP archive with a JSON file for each sample, packed with deflate or
// Zstandard.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_LOG_ARCHIVE_H_
#define BFCLX_TOOLS_BFCLX_INPUT_LOG_ARCHIVE_H_

#include <string>
#include <string_view>

#include "core/run/run_manifest.h"
#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {

// The samples, in the archive's order, a JSON object behind the other, so that they are read as a
// result file is. What is no archive, one without samples, or came out of another archive or gzip
// comes back as it is. With
// an error, what could be read is there; nothing of what unpacks to more than its UnpackBudget.
FileBytes unpack_log(FileBytes file, const std::string& path, UnpackPool& pool);

// Members of the metadata in the header of a log, and of samples of Every Eval Ever, that bfclx
// wrote: of which dataset the entries are. A log has the version elsewhere.
inline constexpr std::string_view kLogDatasetHash = "dataset_hash";
inline constexpr std::string_view kLogDatasetVersion = "dataset_version";
inline constexpr std::string_view kLogBenchmark = "benchmark";
// The dataset that the header of a log or the first sample names, as a manifest would; empty for
// other files.
RunManifest dataset_of_log(const std::string& path);

// Whether a member of this name is a sample of a log.
bool is_log_sample(std::string_view name);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_LOG_ARCHIVE_H_
