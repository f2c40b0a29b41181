// Whole files as bytes, gzip undone.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_FILE_BYTES_H_
#define BFCLX_TOOLS_BFCLX_INPUT_FILE_BYTES_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/dataset/results.h"

namespace bfclx::tools {

class UnpackBudget;
class UnpackPool;

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
  // Of compressed input: bytes of responses that it may hold (read_any_results), and that it may
  // hold more if the pool has them (read_responses).
  std::size_t most_responses = kAnyResponses;
  std::size_t more_responses = 0;

  bool was_packed() const { return most_responses != kAnyResponses; }
};

// Reads a file, or standard input for "-" (which may be a file too), or a member of an archive that
// was opened (archive.h). Data that begins with gzip's magic bytes is inflated (several members one
// after another too) within an UnpackBudget; other bytes behind the last member are an error.
FileBytes read_file(const std::string& path);
FileBytes read_file(const std::string& path, UnpackPool& pool);
// The responses of a file that was read. What needs more than `most_responses` takes it from the
// pool and gives back what it does not use.
ResultFile read_responses(const FileBytes& file, bool any_text, const std::string& name,
                          UnpackPool& pool);
// The bytes as they are on disk, of a file or an anonymous pipe.
FileBytes read_plain_file(const std::string& path);
// read_file for bytes at hand: inflates them when they are gzip. `file` tells files apart
// (UnpackPool).
FileBytes inflate_if_gzip(std::string bytes, const std::string& file = {});
FileBytes inflate_if_gzip(std::string bytes, const std::string& file, UnpackPool& pool);
FileBytes inflate_if_gzip(std::string bytes, UnpackBudget& budget);

// Gives `take` what all members hold, piece by piece, until it gives false. An error is for people,
// empty when all is well or `take` had enough.
using TakePiece = std::function<bool(std::string_view piece)>;
std::string inflate_gzip(std::string_view bytes, const TakePiece& take);
bool is_gzip(std::string_view bytes);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_FILE_BYTES_H_
