// `bfclx completion SHELL`: prints the completion script of a shell.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "tools/bfclx/commands.h"
#include "tools/bfclx/completion/completion_scripts.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/help_formatter.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kCompletionExamples = R"(Examples:
  bfclx completion bash > ~/.local/share/bash-completion/completions/bfclx
  bfclx completion zsh > ~/.zfunc/_bfclx          ~/.zfunc must be in $fpath
  bfclx completion fish > ~/.config/fish/completions/bfclx.fish
  source <(bfclx completion bash)                 in this shell only)";

// The words of "auto|always|never"; of other types there are none.
std::vector<std::string> choices_of(const CLI::Option& option) {
  constexpr std::string_view kOfWords = "abcdefghijklmnopqrstuvwxyz0123456789_-|";
  const std::string type = shown_type(option);
  if (type.find('|') == std::string::npos ||
      type.find_first_not_of(kOfWords) != std::string::npos) {
    return {};
  }
  return CLI::detail::split(type, '|');
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

CompletedCommand completed(const CLI::App& app) {
  CompletedCommand command;
  command.name = app.get_name();
  command.description = one_line(app.get_description());
  for (const CLI::Option* option : app.get_options()) {
    if (!option->nonpositional() || option->get_group().empty()) continue;
    CompletedOption& added = command.options.emplace_back();
    for (const std::string& name : option->get_snames()) added.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) added.names.push_back("--" + name);
    added.takes_value = option->get_items_expected_max() > 0;
    if (added.takes_value) added.choices = choices_of(*option);
    added.description = one_line(option->get_description());
  }
  for (const CLI::App* inner : app.get_subcommands({})) {
    if (!inner->get_group().empty()) command.inside.push_back(completed(*inner));
  }
  return command;
}

}  // namespace

Command add_completion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("completion", "Print a shell completion script");
  command->footer(kCompletionExamples);
  command->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->type_name("")
      ->check(one_of({"bash", "zsh", "fish"}));
  return [&app, shell](Kept&) {
    const CompletedCommand program = completed(app);
    const std::string text = *shell == "bash"  ? bash_completion(program)
                             : *shell == "zsh" ? zsh_completion(program)
                                               : fish_completion(program);
    return write_for_programs(STDOUT_FILENO, text) != Written::kFailed ? kDone : kSomeUnusable;
  };
}

}  // namespace bfclx::tools
