// The whole program behind its command line: what `bfclx` is, and `python -m bfclx`.
#ifndef BFCLX_TOOLS_BFCLX_PROGRAM_H_
#define BFCLX_TOOLS_BFCLX_PROGRAM_H_

namespace bfclx::tools {

// argv[0] is the program's name. Returns the exit code; changes how the process takes signals.
int run_program(int argc, char** argv);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PROGRAM_H_
