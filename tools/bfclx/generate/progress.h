// What `bfclx generate` shows: a line that is drawn anew on a terminal, a line now and then
// elsewhere, and the summary at the end.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_PROGRESS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_PROGRESS_H_

#include <optional>
#include <string>

#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/view/live_block.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

// How long a run still takes, by what has ended in the time in which something could.
class TimeLeft {
 public:
  void begin(double now) { seen_ = now; }
  // A few times a second. `waiting`: for a server that is unavailable or has asked for a pause.
  void tick(double now, bool waiting);
  void ended();
  // Seconds for that many more entries; nothing while it waits, or nothing ends any more.
  std::optional<double> left(std::size_t entries) const;

 private:
  double seen_ = 0;
  double active_ = 0;
  double last_end_ = 0;  // of active_
  std::size_t ended_ = 0;
  bool waiting_ = false;
};

class ProgressLines : public Watcher {
 public:
  ProgressLines();
  void begins(const std::vector<PlannedEntry>& plan, const ResultFolder& folder,
              const std::set<std::string, std::less<>>& done) override;
  void ended(const Asked& asked) override;
  bool wanted(const PlannedEntry& /*planned*/) override { return true; }
  void tick(const Scheduler::Figures& figures) override;
  void say(const std::string& line) override;
  void clear();

 private:
  bool redraws_;  // or says a line now and then
  std::size_t total_ = 0;
  std::size_t ended_ = 0;
  std::size_t missing_ = 0;
  std::size_t errors_ = 0;
  std::size_t output_tokens_ = 0;
  double begun_ = 0;
  double shown_ = 0;
  TimeLeft time_left_;
  LiveBlock block_;
};

// Tokens that the steps of a conversation took, by the server's own usage objects.
struct TokenCounts {
  std::size_t input = 0;
  std::size_t output = 0;
};
TokenCounts tokens_of(const Conversation& conversation);

// ", waiting for the server", ", stopping", ", 5:03 min left": how the run goes on.
std::string outlook_text(const Scheduler::Figures& figures, const TimeLeft& time,
                         std::size_t entries);

std::string summary_text(const Generation& generation, const GenerationSummary& summary);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_PROGRESS_H_
