// `bfclx dataset add FOLDER --from-run RUN`: cases proposed from the calls of a log or of results,
// of which those are added that somebody confirmed.
#ifndef BFCLX_TOOLS_BFCLX_DATASET_FROM_RUN_H_
#define BFCLX_TOOLS_BFCLX_DATASET_FROM_RUN_H_

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace bfclx::tools {

struct FromRun {
  std::string run;                // a log, or results
  std::string run_dataset;        // of the results; empty: the benchmark's own
  std::string output;             // where the cases are written to, instead of being added
  std::vector<std::string> tags;  // that each proposed case gets
  bool yes = false;               // all of them are confirmed
};

void add_from_run_options(CLI::App& command, FromRun& options);
int add_from_run(const std::string& place, const FromRun& options);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_DATASET_FROM_RUN_H_
