// Large result files without their inference logs: read entry by entry, so that logs of any size
// cost no memory. Only files in which nothing has to be mended or said; all others are read whole
// (core/dataset/results.h), with the same responses.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_LARGE_RESULTS_H_
#define BFCLX_TOOLS_BFCLX_INPUT_LARGE_RESULTS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/dataset/results.h"

namespace bfclx::tools {

// Smaller files are read whole: that is quicker.
inline constexpr std::uint64_t kLargeFile = std::uint64_t{32} << 20;

// nullopt: the file is small, is no file, is no plain JSON lines, or something has to be said of a
// line of it. Sizes of the responses are not set.
std::optional<ResultFile> read_large_results(const std::string& path);

// Gives the text of each entry, logs included, of at most `most` bytes; longer ones are passed
// over. False as read_large_results gives nullopt, maybe after some entries.
using EntryTextSink =
    std::function<void(std::size_t line, const std::string& id, std::string_view text)>;
bool read_large_entries(const std::string& path, std::size_t most, const EntryTextSink& take);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_LARGE_RESULTS_H_
