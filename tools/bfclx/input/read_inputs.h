// Result files, read: many at a time, or those of the next run on threads of their own while
// another run is scored.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_READ_INPUTS_H_
#define BFCLX_TOOLS_BFCLX_INPUT_READ_INPUTS_H_

#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/dataset/results.h"
#include "tools/bfclx/input/inputs.h"
#include "tools/bfclx/platform/thread.h"

namespace bfclx::tools {

// A result file, read.
struct ReadInput {
  Input input;
  std::string error;  // of reading it; what was read before is used
  ResultFile results;
};

// Reads the files on `jobs` threads, and does `beside` on one of them.
std::vector<ReadInput> read_inputs(std::vector<Input> inputs, std::size_t jobs, bool any_text,
                                   const std::function<void()>& beside);

// The files of one run, which are read while the caller does something else.
class ReadAhead {
 public:
  ReadAhead(std::vector<Input> inputs, std::size_t jobs, bool any_text);
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  // Small plain files: others take memory that the run before may need.
  static bool is_cheap(const std::vector<Input>& inputs);

  // What read_inputs gives; waits for the end of it. To be called once.
  std::vector<ReadInput> take();

 private:
  void read() noexcept;

  std::vector<Input> inputs_;
  std::size_t jobs_;
  bool any_text_;
  std::vector<ReadInput> reads_;
  std::exception_ptr failure_;
  bool is_read_ = false;
  std::optional<platform::Thread> thread_;  // last, so that it ends before what it uses
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_READ_INPUTS_H_
