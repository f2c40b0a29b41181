// The command of a finding, with what is known of its run in place of MODEL, RUN and FILE.
#ifndef BFCLX_TOOLS_BFCLX_DOCTOR_FIX_COMMAND_H_
#define BFCLX_TOOLS_BFCLX_DOCTOR_FIX_COMMAND_H_

#include <string>

#include "core/findings/diagnosis.h"
#include "core/run/model_run.h"
#include "tools/bfclx/input/options.h"

namespace bfclx::tools {

// Words of commands, as a shell takes them; empty where they are not known.
struct KnownRun {
  std::string run;        // its folder or file, or the only path that was passed
  bool is_alone = false;  // `run` has no other runs
  std::string all_runs;   // that were passed
  std::string dataset;    // as it was passed
  std::string model;      // as `generate --model` takes it
  std::string settings;   // options of `generate` for more of the same, "--base-url URL --mode fc"
  std::string result_dir;
  std::string max_tokens;
  std::string categories;  // that it has, "simple_python,multiple"
};

// `only`: the run is the only one, so that the paths of the options name it.
KnownRun known_run(const ModelRun& model, const RunOptions& options, bool only);

// What stays a placeholder is what nobody but the reader knows.
std::string fix_command(const Finding& finding, const KnownRun& run);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_DOCTOR_FIX_COMMAND_H_
