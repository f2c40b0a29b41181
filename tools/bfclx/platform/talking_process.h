// Another program as a process that is talked to: lines to its standard input, lines from its
// standard output. No shell.
//
// It is not trusted: time, output and the length of a line are bounded, and it is ended with
// everything that it started in its process group, also when this program is interrupted.
#ifndef BFCLX_TOOLS_BFCLX_PLATFORM_TALKING_PROCESS_H_
#define BFCLX_TOOLS_BFCLX_PLATFORM_TALKING_PROCESS_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx::tools {

inline constexpr std::size_t kMaxProcessOutput = std::size_t{32} << 20;

struct ProcessTalk {
  std::vector<std::string> arguments;  // the program, found by PATH, and its arguments
  std::string_view input;
  std::size_t seconds = 0;       // for all of it
  std::size_t longest_line = 0;  // a longer one is handed over as far as it was read
  // Takes a line of output; what is wrong with it, or empty. Then the process is ended.
  std::function<std::string(std::string_view line)> take;
  // Whether everything that is wanted was taken. The process is ended soon afterwards.
  std::function<bool()> complete;
  // Where the program itself waits for interrupts: whether there was one. Its handlers stay then.
  std::function<bool()> stopped = {};
};

struct ProcessEnd {
  std::string error;        // what went wrong, a sentence part; empty when all was taken
  std::string last_errors;  // the end of its standard error
  int exit_code = -1;       // where it ended by itself
};

ProcessEnd talk_to_process(const ProcessTalk& talk);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PLATFORM_TALKING_PROCESS_H_
