// --sweep: runs of one model that differ in a setting, in a folder each, whose name says which.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_SWEEPS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_SWEEPS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/value/value.h"

namespace CLI {
class App;
}

namespace bfclx::tools {

struct GenerateOptions;

// One run of a sweep.
struct SweepPoint {
  std::optional<double> temperature = std::nullopt;
  std::optional<std::int64_t> seed = std::nullopt;
  std::string thinking = {};  // of --thinking; may be empty
  std::string name = {};      // "temperature-0.7_seed-2", also of the folder; empty: no sweep
};

// --sweep, and --one-request of repeats.
void add_sweep_options(CLI::App& command, GenerateOptions& options);
// What has no effect beside others; when all options are there.
void add_sweep_relations(CLI::App& command);

// The options of each run, in order; without a sweep the same once. UsageError.
std::vector<GenerateOptions> swept_options(const GenerateOptions& options);

// For the manifest: {"run": name, "temperature": 0.7, "seed": 2}.
Value sweep_value(const SweepPoint& point);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_SWEEPS_H_
