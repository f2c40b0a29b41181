// Result files as `evaluate` reads them: line by line through a window, whatever their inference
// logs weigh.
//
// The official reader (utils.py:load_file) takes JSON lines and builds everything. This one takes
// no more than it does, builds what scoring and costs need, and says where the entry lies, so that
// its inference log can be copied later. What is to be mended or told, read_results reads
// (core/dataset/results.h).
#ifndef BFCLX_CORE_DATASET_RESULT_STREAM_H_
#define BFCLX_CORE_DATASET_RESULT_STREAM_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/dataset/json_scanner.h"
#include "core/dataset/results.h"

namespace bfclx {

class ResultStream {
 public:
  // Lines up to `window` bytes are read at once, longer ones piece by piece.
  explicit ResultStream(const ReadBytes& read, std::size_t window = kWindow);
  static constexpr std::size_t kWindow = std::size_t{1} << 19;

  // False at the end of the file. Sets all of the response but size and form. After an error
  // nothing more can be read; its message says what is wrong with the line `line()`.
  Result<bool> next(Response& response);
  std::size_t line() const { return line_; }

 private:
  // Puts the next line into `line`, without its end; kLong where it does not fit the window, and
  // then the window holds its start.
  enum class Found : std::uint8_t { kLine, kLong, kEnd };
  Found next_line(std::string_view& line);
  Result<bool> read_short(std::string_view line, Response& response);
  Result<bool> read_long(Response& response);

  const ReadBytes& read_;
  std::string window_;
  std::size_t at_ = 0;      // of the window: where the next line starts
  std::size_t filled_ = 0;  // bytes of the window that were read
  std::uint64_t window_offset_ = 0;
  bool ended_ = false;
  std::size_t line_ = 0;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_RESULT_STREAM_H_
