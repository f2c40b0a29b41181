// The layout of --help: options on the left, what they do on the right, in 80 columns.
#ifndef BFCLX_TOOLS_BFCLX_HELP_FORMATTER_H_
#define BFCLX_TOOLS_BFCLX_HELP_FORMATTER_H_

#include <CLI/CLI.hpp>
#include <string>

namespace bfclx::tools {

// Wraps descriptions, wherever their literals break. An option with choices lists them once
// ("--format table|json"); options that exclude or need others say so at the end of their
// description.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(26); }

  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  // One blank line between groups.
  std::string make_help(const CLI::App* command, std::string name,
                        CLI::AppFormatMode mode) const override;
  // Paragraphs are wrapped, indented lines stay.
  std::string make_footer(const CLI::App* command) const override;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_HELP_FORMATTER_H_
