// The subcommands of the program. Each adds itself to the command line and gives what runs it.
#ifndef BFCLX_TOOLS_BFCLX_COMMANDS_H_
#define BFCLX_TOOLS_BFCLX_COMMANDS_H_

#include <functional>

#include "tools/bfclx/kept.h"

namespace CLI {
class App;
}

namespace bfclx::tools {

// Returns the exit code; may throw a UsageError.
using Command = std::function<int(Kept& kept)>;

Command add_score(CLI::App& app);
Command add_show(CLI::App& app);
Command add_compare(CLI::App& app);
Command add_doctor(CLI::App& app);
Command add_report(CLI::App& app);
Command add_run(CLI::App& app);
Command add_generate(CLI::App& app);
Command add_evaluate(CLI::App& app);
Command add_results(CLI::App& app);
Command add_scores(CLI::App& app);
Command add_models(CLI::App& app);
Command add_categories(CLI::App& app);
Command add_decoders(CLI::App& app);
Command add_formats(CLI::App& app);
Command add_findings(CLI::App& app);
Command add_providers(CLI::App& app);
Command add_thinking(CLI::App& app);
Command add_submit_prepare(CLI::App& app);
Command add_submit_validate(CLI::App& app);
Command add_version(CLI::App& app);
Command add_merge(CLI::App& app);
Command add_play(CLI::App& app);
Command add_mcp(CLI::App& app);
Command add_completion(CLI::App& app);
Command add_conformance(CLI::App& app);
Command add_publish(CLI::App& app);
Command add_audit(CLI::App& app);
Command add_errata(CLI::App& app);
Command add_errata_file(CLI::App& app);
Command add_validate(CLI::App& app);
Command add_dataset_get(CLI::App& app);
Command add_dataset_info(CLI::App& app);
Command add_dataset_new(CLI::App& app);
Command add_dataset_add(CLI::App& app);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_COMMANDS_H_
