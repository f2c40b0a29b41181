// Reasoning that responses began with: counted for the manifest, and told once.
#include <string>

#include "core/conversation/reasoning_blocks.h"
#include "tools/bfclx/generate/generation.h"

namespace bfclx::tools {

void Generation::count_reasoning(const Asked& asked, Watcher& watcher) {
  if (!asked.answered || asked.conversation == nullptr) return;
  std::size_t found = 0;
  for (const StepNote& step : asked.conversation->notes()) {
    if (step.reasoning_separated) ++found;
  }
  if (found == 0) return;
  if (summary_.reasoning_parsed == 0) {
    watcher.say(std::string(kReasoningFound) + " (--reasoning keep leaves it in the response)");
  }
  summary_.reasoning_parsed += found;
}

}  // namespace bfclx::tools
