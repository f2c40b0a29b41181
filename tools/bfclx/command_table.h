// The commands of the program: where each stands on the command line, and its older names.
#ifndef BFCLX_TOOLS_BFCLX_COMMAND_TABLE_H_
#define BFCLX_TOOLS_BFCLX_COMMAND_TABLE_H_

#include <string>
#include <vector>

#include "tools/bfclx/commands.h"

namespace bfclx::tools {

struct AddedCommand {
  const CLI::App* place = nullptr;  // whether it was called: place->parsed()
  Command run;
  std::string old;  // a name of it that will be removed; may be empty
  std::string now;  // what takes its place
};

// Commands within others stand before these.
std::vector<AddedCommand> add_commands(CLI::App& app);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_COMMAND_TABLE_H_
