// bfclx: scores function calls of language models as the Berkeley Function-Calling Leaderboard
// does.
#include "tools/bfclx/program.h"

// Under sanitizers everything is taken apart, so that leaks are seen.
#ifdef BFCLX_SANITIZED
constexpr bfclx::tools::Ending kEnding = bfclx::tools::Ending::kReturns;
#else
constexpr bfclx::tools::Ending kEnding = bfclx::tools::Ending::kAtOnce;
#endif

int main(int argc, char** argv) { return bfclx::tools::run_program(argc, argv, kEnding); }
