// Whole files as bytes, gzip undone.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_FILE_BYTES_H_
#define BFCLX_TOOLS_BFCLX_INPUT_FILE_BYTES_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace bfclx::tools {

// No input may be larger, plain or inflated; and none that comes through a pipe, which may never
// end.
inline constexpr std::uint64_t kMaxInputBytes = std::uint64_t{2} << 30;
inline constexpr std::uint64_t kMaxPipedBytes = std::uint64_t{1} << 29;
// A pipe that has given so much without an opening brace is no result file, and is not read
// further.
inline constexpr std::uint64_t kMaxWithoutEntry = std::uint64_t{1} << 24;

struct FileBytes {
  std::string bytes;  // with an error: what could be read before it; nothing of what is too large
  std::string error;  // for people; empty when all is well
};

// Reads a file, or standard input for "-" (which may be a file too). Data that begins with gzip's
// magic bytes is inflated (several members one after another too); other bytes behind the last
// member are an error.
FileBytes read_file(const std::string& path);
// The same for bytes at hand: inflates them when they are gzip.
FileBytes inflate_if_gzip(std::string bytes, std::uint64_t limit = kMaxInputBytes);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_FILE_BYTES_H_
