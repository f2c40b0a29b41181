// Result files: anything may stand in them, and every line is either a reply or a problem.
#include "core/dataset/results.h"

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bfclx;
  const std::string bytes(reinterpret_cast<const char*>(data), size);  // not made valid first
  const ResultFile file = read_results(bytes);
  for (const ResultProblem& problem : file.problems) {
    if (problem.message.empty()) fuzz::broken("a problem without a message", "", "");
  }
  return 0;
}
