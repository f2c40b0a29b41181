// The failed entries of runs, one line each: what `bfclx show PATH` says without an id.
#ifndef BFCLX_TOOLS_BFCLX_SHOW_FAILED_LIST_H_
#define BFCLX_TOOLS_BFCLX_SHOW_FAILED_LIST_H_

#include <cstddef>
#include <string>

#include "tools/bfclx/input/run.h"

namespace bfclx::tools {

struct FailedOptions {
  std::string error;       // an official error type, or its part before ":"; empty: any
  std::size_t limit = 20;  // of each run; 0: all
  std::string format = "table";
};

// The exit code. `run` as the session was opened with.
int list_failed(Session& session, const FailedOptions& options, const RunOptions& run);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SHOW_FAILED_LIST_H_
