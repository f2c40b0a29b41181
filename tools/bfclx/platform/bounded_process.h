// BoundedProcess: runs another program within bounds and without a shell. Writes lines to its
// standard input, and reads lines from its standard output.
//
// The program is not trusted: its time, its output and the length of a line are bounded. It ends
// with everything in its process group, also when bfclx is interrupted. Only one such process runs
// at a time.
#ifndef BFCLX_TOOLS_BFCLX_PLATFORM_BOUNDED_PROCESS_H_
#define BFCLX_TOOLS_BFCLX_PLATFORM_BOUNDED_PROCESS_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx::tools {

inline constexpr std::size_t kMaxProcessOutput = std::size_t{32} << 20;

struct BoundedProgram {
  std::vector<std::string> arguments;  // the program, found by PATH, and its arguments
  std::string_view input;
  std::size_t seconds = 0;       // for all of it
  std::size_t longest_line = 0;  // a longer one is passed on as far as it was read
  // Takes a line of output; returns what is wrong with it, or nothing. Then the process is ended.
  std::function<std::string(std::string_view line)> take;
  // Whether everything that is wanted was taken. The process is ended soon afterwards.
  std::function<bool()> complete;
  // Whether there was an interrupt, where the program itself waits for them.
  std::function<bool()> stopped = {};
  bool keeps_handlers = false;  // of signals, where the program has its own
};

struct ProcessEnd {
  std::string error;        // what went wrong, a sentence part; empty when all was taken
  std::string last_errors;  // the end of its standard error
  int exit_code = -1;       // where it ended by itself
};

class BoundedProcess {
 public:
  // Starts the program.
  explicit BoundedProcess(BoundedProgram program);
  BoundedProcess(const BoundedProcess&) = delete;
  BoundedProcess& operator=(const BoundedProcess&) = delete;
  ~BoundedProcess();  // ends it

  // Reads and writes what can be, after waiting `most` for that. True when it is over.
  bool proceed(std::chrono::milliseconds most);
  // Once it is over.
  ProcessEnd take_end();

 private:
  class State;
  std::unique_ptr<State> state_;
};

// Waits for its end.
ProcessEnd run_bounded(BoundedProgram program);

// Kills the process that runs, if any. For handlers of signals that end this program.
void kill_bounded_process();

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PLATFORM_BOUNDED_PROCESS_H_
