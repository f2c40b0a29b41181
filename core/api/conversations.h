// What the calls of generation share: the entries of the last plans, conversations and schedules.
#ifndef BFCLX_CORE_API_CONVERSATIONS_H_
#define BFCLX_CORE_API_CONVERSATIONS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/api/module.h"
#include "core/conversation/conversation.h"
#include "core/conversation/plan.h"
#include "core/generation/scheduler.h"

namespace bfclx::api {

struct Conversations {
  struct One {
    Settings settings;  // outlives the conversation
    std::optional<Conversation> talk;
  };
  // The entries of the plans: prerequisites of memories are no entries of the dataset.
  std::map<std::string, std::shared_ptr<const Entry>, std::less<>> planned;
  std::map<std::uint32_t, One> open;
  std::map<std::uint32_t, Scheduler> schedules;
};

Conversations& conversations_of(Module& module);

}  // namespace bfclx::api

#endif  // BFCLX_CORE_API_CONVERSATIONS_H_
