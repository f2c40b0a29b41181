// The lines of a file one after another, however large the file is: memory for one line at a time.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_FILE_LINES_H_
#define BFCLX_TOOLS_BFCLX_INPUT_FILE_LINES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace bfclx::tools {

// Longer lines are told without their text.
inline constexpr std::size_t kLongestLine = std::size_t{256} << 20;

struct FileLine {
  std::size_t number = 0;    // from 1
  std::uint64_t offset = 0;  // of its first byte
  std::uint64_t size = 0;    // without the line end
  std::string_view text;     // valid during the call; empty when the line is too long
  bool whole = true;         // false of a last line without its end
};

// Empty lines and a byte order mark are passed over. False, with errno, when the file cannot be
// read to its end.
bool for_each_file_line(int descriptor, const std::function<void(const FileLine&)>& each);

// `size` bytes from `offset`; nullopt, with errno, when there are fewer.
std::optional<std::string> read_bytes(int descriptor, std::uint64_t offset, std::uint64_t size);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_FILE_LINES_H_
