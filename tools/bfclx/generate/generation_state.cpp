// The state of the run, which everything that shows it reads.
#include <algorithm>
#include <string>
#include <vector>

#include "core/conversation/result_files.h"
#include "core/dataset/finish_reason.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/generate/unix_clock.h"

namespace bfclx::tools {

void Generation::begin_state(const std::vector<PlannedEntry>& planned,
                             const std::set<std::string, std::less<>>& had) {
  state_.program = BFCLX_VERSION;
  state_.model = target_.settings.registry_name;
  if (target_.settings.dialect != nullptr) state_.api = target_.settings.dialect->api;
  state_.dataset = dataset_.dataset().version;
  if (const OwnBenchmark* own = dataset_.own_benchmark()) state_.dataset = own->name;
  if (options_.shard) {
    state_.shard =
        std::to_string(options_.shard->number) + "/" + std::to_string(options_.shard->of);
  }
  state_.started = unix_seconds();
  state_.prices = prices_;
  state_.limits = chosen_limits(options_.spending);
  std::vector<std::string> servers;
  for (std::size_t i = 0; i < target_.server.endpoints(); ++i) {
    servers.push_back(target_.server.endpoint(i).shown());
  }
  state_.begin(planned, servers, net::Client::now());
  for (const std::string& id : had) {
    if (const Entry* entry = dataset_.dataset().find(id)) state_.had_result(entry->category);
  }
}

EntryEnd entry_end(const Asked& asked) {
  EntryEnd end;
  end.with_response = asked.answered;
  end.error = is_error(asked);
  end.tokens = asked.tokens;
  end.reason = asked.reason;
  if (asked.answered && asked.conversation != nullptr) {
    const std::vector<StepNote>& notes = asked.conversation->notes();
    end.at_token_limit = std::any_of(notes.begin(), notes.end(), [](const StepNote& step) {
      return is_token_limit(step.finish_reason);
    });
  }
  return end;
}

void Generation::count_entry(const Asked& asked) {
  state_.entry_ended(asked.planned->entry->category, entry_end(asked));
}

}  // namespace bfclx::tools
