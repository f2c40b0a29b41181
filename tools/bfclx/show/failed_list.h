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

// The exit code. `path` as the user gave it, for the command that shows one of them.
int list_failed(Session& session, const FailedOptions& options, std::size_t jobs,
                const std::string& path);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SHOW_FAILED_LIST_H_
