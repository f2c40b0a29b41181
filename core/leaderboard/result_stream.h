// Result files as `evaluate` reads them: entry by entry, whatever their inference logs weigh.
//
// The official reader (utils.py:load_file) takes JSON lines and builds everything. This one builds
// what scoring and costs need, and says where the inference log lies, so that it can be copied
// later.
#ifndef BFCLX_CORE_LEADERBOARD_RESULT_STREAM_H_
#define BFCLX_CORE_LEADERBOARD_RESULT_STREAM_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/leaderboard/json_scanner.h"
#include "core/value/value.h"

namespace bfclx {

// Where the value of "inference_log" lies in the file.
struct LogPlace {
  std::uint64_t offset = 0;
  bool repeated_key = false;  // see JsonScanner
};

struct ResultEntry {
  std::size_t line = 0;  // from 1
  std::string id;
  Value result;
  std::optional<Value> input_token_count;
  std::optional<Value> output_token_count;
  std::optional<Value> latency;
  std::optional<LogPlace> log;
};

class ResultStream {
 public:
  explicit ResultStream(const ReadBytes& read);
  // False at the end of the file. After an error nothing more can be read; its message says what
  // is wrong with the line `line()`.
  Result<bool> next(ResultEntry& entry);
  std::size_t line() const { return entry_line_; }

 private:
  Result<bool> read_entry(ResultEntry& entry);
  Result<Value> read_built();

  JsonScanner scanner_;
  std::size_t entry_line_ = 0;
};

// Gives the log's text to `sink`, as the official writer writes it after reading it.
Status write_log(const ReadBytes& read, const LogPlace& place, const TextSink& sink);

}  // namespace bfclx

#endif  // BFCLX_CORE_LEADERBOARD_RESULT_STREAM_H_
