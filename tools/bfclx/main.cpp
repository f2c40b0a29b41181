// bfclx: scores function calls of language models as the Berkeley Function-Calling Leaderboard
// does.
#include "tools/bfclx/program.h"

int main(int argc, char** argv) { return bfclx::tools::run_program(argc, argv); }
