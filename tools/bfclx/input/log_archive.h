// Logs of inspect: a ZIP archive with a JSON file for each sample, packed with deflate or
// Zstandard.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_LOG_ARCHIVE_H_
#define BFCLX_TOOLS_BFCLX_INPUT_LOG_ARCHIVE_H_

#include <cstdint>
#include <string>

#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {

// The samples, in the archive's order, a JSON object behind the other, so that they are read as a
// result file is. Bytes that are no archive, or one without samples, come back as they are. With
// an error, what could be read is there; nothing of what unpacks to more than `limit`. Zstandard is
// the machine's own library, looked for when it is needed.
FileBytes unpack_log(std::string bytes, std::uint64_t limit = kMaxInputBytes);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_LOG_ARCHIVE_H_
