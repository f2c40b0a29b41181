// What `bfclx generate` shows: a line that is drawn anew on a terminal, a line now and then
// elsewhere, and the summary at the end.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_PROGRESS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_PROGRESS_H_

#include <string>

#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/view/live_block.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

class ProgressLines : public Watcher {
 public:
  ProgressLines();
  void begins(const std::vector<PlannedEntry>& plan, const ResultFolder& folder,
              const std::set<std::string, std::less<>>& done) override;
  void ended(const Asked& /*asked*/) override {}
  bool wanted(const PlannedEntry& /*planned*/) override { return true; }
  void tick(const RunState& state) override;
  void say(const std::string& line) override;
  void clear();

 private:
  bool redraws_;  // or says a line now and then
  double shown_ = 0;
  std::string last_line_;
  LiveBlock block_;
};

std::string summary_text(const Generation& generation, const GenerationSummary& summary);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_PROGRESS_H_
