// The layout of --help and --help-all: options on the left, what they do on the right, in 80
// columns.
#ifndef BFCLX_TOOLS_BFCLX_HELP_FORMATTER_H_
#define BFCLX_TOOLS_BFCLX_HELP_FORMATTER_H_

#include <CLI/CLI.hpp>
#include <string>

namespace bfclx::tools {

// "NAME|auto": what an option takes, as the help shows it.
std::string shown_type(const CLI::Option& option);
// "bfclx dataset audit"
std::string command_words(const CLI::App& command);

// Wraps descriptions, wherever their literals break. An option with choices lists them once
// ("--format table|json"); ranges and defaults stand behind the description. Options that exclude
// or need others say so at the end of their description. --help leaves out rare options, and of the
// footer all but the first examples.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(26); }

  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  // With `command`, as its help without rare options has it.
  std::string row_of(const CLI::Option& option, bool is_positional, const CLI::App* command) const;
  std::string make_subcommand(const CLI::App* command) const override;
  // Without rare options, unless all are wanted.
  std::string options_of(const CLI::App* command, bool all) const;
  // One blank line between groups.
  std::string make_help(const CLI::App* command, std::string name,
                        CLI::AppFormatMode mode) const override;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_HELP_FORMATTER_H_
