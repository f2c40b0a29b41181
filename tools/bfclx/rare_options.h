// The options that --help leaves to --help-all.
#ifndef BFCLX_TOOLS_BFCLX_RARE_OPTIONS_H_
#define BFCLX_TOOLS_BFCLX_RARE_OPTIONS_H_

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace bfclx::tools {

bool is_rare(const CLI::App& command, const CLI::Option& option);
// One that every command takes: --quiet, --verbose, --color.
bool is_global(const CLI::Option& option);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_RARE_OPTIONS_H_
