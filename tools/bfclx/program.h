// The whole program behind its command line: what `bfclx` is, and `python -m bfclx`.
#ifndef BFCLX_TOOLS_BFCLX_PROGRAM_H_
#define BFCLX_TOOLS_BFCLX_PROGRAM_H_

#include <string>

namespace bfclx::tools {

// What follows a command.
enum class Ending {
  kReturns,  // takes apart what the command worked on, and returns
  kAtOnce,   // ends the process, which spares that
};

// Of the program, and the official evaluator that it scores as; two lines.
std::string version_text();

// argv[0] is the program's name. Returns the exit code; changes how the process takes signals.
int run_program(int argc, char** argv, Ending ending);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PROGRAM_H_
