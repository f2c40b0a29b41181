// Observation: what others follow the runs of a command by, beside its terminal: --metrics, --live,
// --spans, --log.
//
// Whatever goes wrong with one of them after the start is said once; the run goes on.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_OBSERVATION_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_OBSERVATION_H_

#include <memory>
#include <string>

#include "core/generation/span_json.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/generate/live_page.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/output/line_log.h"

namespace bfclx::tools {

class Observation {
 public:
  // Opens the files and addresses. UsageError. `inputs`: files that the command reads.
  Observation(const GenerateOptions& options, RunOptions inputs);
  Observation(const Observation&) = delete;
  Observation& operator=(const Observation&) = delete;
  // Lets a live page that is open see the end of the last run.
  ~Observation();

  // generation.run(), observed.
  GenerationSummary run(Generation& generation, Watcher& watcher);

 private:
  class Observer;
  // A file with lines, until it cannot be written.
  struct Lines {
    std::string option;
    LineLog log;
    bool open = false;
  };

  void open_lines(Lines& lines, std::string option, const std::string& file);
  void open_pages(const ObservingOptions& options);
  void publish(RunState state);

  bool serves_ = false;
  std::size_t runs_ = 1;
  std::size_t begun_ = 0;
  std::uint64_t published_ = 0;
  Lines spans_;
  Lines log_;
  StateBoard board_;
  std::unique_ptr<MetricsPage> metrics_;
  std::unique_ptr<LivePage> live_;
  net::LoopbackServer metrics_server_;
  net::LoopbackServer live_server_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_OBSERVATION_H_
