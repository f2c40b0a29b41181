// Options of every command, in front of it or behind it.
#ifndef BFCLX_TOOLS_BFCLX_GLOBAL_OPTIONS_H_
#define BFCLX_TOOLS_BFCLX_GLOBAL_OPTIONS_H_

#include <cstddef>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace bfclx::tools {

struct GlobalOptions {
  bool quiet = false;
  bool verbose = false;
  std::string color = "auto";
};

// --quiet, --verbose and --color, of the program and all commands within it.
void add_global_options(CLI::App& app, GlobalOptions& options);
// From here on what is said and shown obeys them. Throws a UsageError.
void apply(const GlobalOptions& options);

// nullptr: there is none.
CLI::App* command_named(CLI::App& place, const std::string& name);
// Whether `argument` is an option of `place` whose value is the argument behind it.
bool takes_next(const CLI::App& place, const std::string& argument);

// Throws a UsageError where an option has "" for its value, as `--ids "$UNSET"` gives it: it would
// mean the default.
void refuse_empty_values(CLI::App& app, const std::vector<std::string>& arguments);

// The dataset that stands in front of the command, or that BFCLX_DATASET names, becomes the
// command's own option, unless that is given. Throws a UsageError.
void take_dataset(CLI::App& app, std::vector<std::string>& arguments);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GLOBAL_OPTIONS_H_
