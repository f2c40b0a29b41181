// Logs of inspect: a ZIP archive with a JSON file for each sample, packed with deflate or
// Zstandard.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_LOG_ARCHIVE_H_
#define BFCLX_TOOLS_BFCLX_INPUT_LOG_ARCHIVE_H_

#include <string>
#include <string_view>

#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {

// The samples, in the archive's order, a JSON object behind the other, so that they are read as a
// result file is. What is no archive, one without samples, or came out of another archive or gzip
// comes back as it is. With
// an error, what could be read is there; nothing of what unpacks to more than its UnpackBudget.
FileBytes unpack_log(FileBytes file, const std::string& path, UnpackPool& pool);

// Whether a member of this name is a sample of a log.
bool is_log_sample(std::string_view name);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_LOG_ARCHIVE_H_
