// What `bfclx generate` shows: a line that is drawn anew on a terminal, a line now and then
// elsewhere, and the summary at the end.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_PROGRESS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_PROGRESS_H_

#include <deque>
#include <optional>
#include <string>

#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/view/live_block.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

// How fast a run goes and how long it still takes, by the entries that ended in the last minute, or
// the last few of them; waits for the server do not count.
class TimeLeft {
 public:
  void begin(double now) { seen_ = now; }
  // A few times a second. `waiting`: for a server that is unavailable or has asked for a pause.
  void tick(double now, bool waiting);
  // An entry, whose responses have so many tokens.
  void ended(std::size_t tokens);
  // Seconds for that many more entries; nothing in the first seconds, while it waits, or where
  // nothing ends any more.
  std::optional<double> left(std::size_t entries) const;
  std::optional<double> entries_per_minute() const;  // likewise
  std::optional<double> tokens_per_second() const;   // nothing where no tokens were counted

 private:
  struct End {
    double time = 0;  // of active_
    std::size_t tokens = 0;
  };
  double seconds() const { return ends_.back().time - begin_; }  // in which ends_ ended

  double seen_ = 0;
  double active_ = 0;
  std::deque<End> ends_;
  double begin_ = 0;        // the end before them
  std::size_t tokens_ = 0;  // of them
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
  double shown_ = 0;
  std::string last_line_;
  TimeLeft time_left_;
  LiveBlock block_;
};

// ", 812 tokens/s", or nothing.
std::string speed_text(const TimeLeft& time);
// ", waiting for the server", ", stopping", ", 42 entries/min, 5:03 min left": how the run goes on.
std::string outlook_text(const Scheduler::Figures& figures, const TimeLeft& time,
                         std::size_t entries);

std::string summary_text(const Generation& generation, const GenerationSummary& summary);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_PROGRESS_H_
