// What `bfclx generate` shows: one line that is drawn anew on a terminal, a line now and then
// elsewhere, and the summary at the end.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_PROGRESS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_PROGRESS_H_

#include <string>

#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

class ProgressLines : public Watcher {
 public:
  ProgressLines();
  void begins(const std::vector<PlannedEntry>& plan, const ResultFolder& folder,
              const std::set<std::string, std::less<>>& done) override;
  void ended(const Asked& asked) override;
  bool wanted(const PlannedEntry& /*planned*/) override { return true; }
  void tick(const AskerFigures& figures) override;
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
};

// Tokens that the steps of a conversation took, by the server's own usage objects.
struct TokenCounts {
  std::size_t input = 0;
  std::size_t output = 0;
};
TokenCounts tokens_of(const Conversation& conversation);

// "12 s", "15 min": a round number
std::string seconds_text(double seconds);
// "12 s", "5:03 min", "2:15 h"
std::string time_left_text(double seconds);

std::string summary_text(const Generation& generation, const GenerationSummary& summary);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_PROGRESS_H_
