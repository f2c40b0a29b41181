// Lines of a result file that stay on the disk: where each is, and its text again.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_RESULT_LINES_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_RESULT_LINES_H_

#include <cstdint>
#include <string>
#include <vector>

namespace bfclx::tools {

struct ResultLine {
  std::string id;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

struct ResultLines {
  std::vector<ResultLine> lines;  // the last of each id, at the place of its first
  bool readable = true;
  bool repeated = false;
  bool added = false;  // behind the first `kept` bytes
};
ResultLines lines_of(int descriptor, std::uint64_t kept);

// The line as it is written at the end of a run; empty where it cannot be read, or
// another line is there now.
std::string read_again(int descriptor, const ResultLine& line, bool ascii);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_RESULT_LINES_H_
