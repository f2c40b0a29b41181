// How much memory the conversations of a run may hold.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_MEMORY_BUDGET_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_MEMORY_BUDGET_H_

#include <cstddef>
#include <string>

namespace bfclx::tools {

struct MemoryBudget {
  std::size_t all = std::size_t{4} << 30;     // of all conversations together
  std::size_t entry = std::size_t{32} << 20;  // of one request, one response, and the results of an
                                              // entry's calls
};

// `wanted` bytes in all; 0: half of the machine's memory, or a quarter of what limits of the shell
// leave, at most 4 GiB.
MemoryBudget memory_budget(std::size_t wanted);

// "32 MiB"
std::string size_text(std::size_t bytes);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_MEMORY_BUDGET_H_
