// Shell completions, made from the commands and options of the program.
#ifndef BFCLX_TOOLS_BFCLX_COMPLETION_COMPLETION_SCRIPTS_H_
#define BFCLX_TOOLS_BFCLX_COMPLETION_COMPLETION_SCRIPTS_H_

#include <string>
#include <vector>

namespace bfclx::tools {

struct CompletedOption {
  std::vector<std::string> names;    // "-o", "--output"
  std::vector<std::string> choices;  // where it takes one of some words
  bool takes_value = false;
  std::string description;
};

struct CompletedCommand {
  std::string name;
  std::string description;
  std::vector<CompletedOption> options;
  std::vector<CompletedCommand> inside;
};

std::string bash_completion(const CompletedCommand& program);
std::string zsh_completion(const CompletedCommand& program);
std::string fish_completion(const CompletedCommand& program);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_COMPLETION_COMPLETION_SCRIPTS_H_
