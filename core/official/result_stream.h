// Result files as `evaluate` reads them: entry by entry, whatever their inference logs weigh.
//
// The official reader (utils.py:load_file) takes JSON lines and builds everything. This one builds
// what scoring and costs need, and says where the inference log lies, so that it can be copied
// later.
#ifndef BFCLX_CORE_OFFICIAL_RESULT_STREAM_H_
#define BFCLX_CORE_OFFICIAL_RESULT_STREAM_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/dataset/json_scanner.h"
#include "core/value/value.h"

namespace bfclx {

struct ResultEntry {
  std::size_t line = 0;  // from 1
  std::string id;
  Value result;
  std::optional<Value> input_token_count;
  std::optional<Value> output_token_count;
  std::optional<Value> latency;
  std::uint64_t offset = 0;  // of the entry in the file, bytes
};

class ResultStream {
 public:
  // Lines up to `window` bytes are read at once, longer ones piece by piece.
  explicit ResultStream(const ReadBytes& read, std::size_t window = kWindow);
  static constexpr std::size_t kWindow = std::size_t{1} << 19;

  // False at the end of the file. After an error nothing more can be read; its message says what
  // is wrong with the line `line()`.
  Result<bool> next(ResultEntry& entry);
  std::size_t line() const { return line_; }

 private:
  // Puts the next line into `line`, without its end; kLong where it does not fit the window, and
  // then the window holds its start.
  enum class Found : std::uint8_t { kLine, kLong, kEnd };
  Found next_line(std::string_view& line);
  Result<bool> read_short(std::string_view line, ResultEntry& entry);
  Result<bool> read_long(ResultEntry& entry);

  const ReadBytes& read_;
  std::string window_;
  std::size_t at_ = 0;      // of the window: where the next line starts
  std::size_t filled_ = 0;  // bytes of the window that were read
  std::uint64_t window_offset_ = 0;
  bool ended_ = false;
  std::size_t line_ = 0;
};

// Gives the value of "inference_log" of the entry at `offset` to `sink`, as the official writer
// writes it after reading it; "" where there is none.
Status write_log(const ReadBytes& read, std::uint64_t offset, const TextSink& sink);

}  // namespace bfclx

#endif  // BFCLX_CORE_OFFICIAL_RESULT_STREAM_H_
