// One memory budget over all conversations. What would go beyond it waits; the conversation that
// began first always goes on, so that one of them ends. A conversation that is too large by itself
// is ended with an error, and so is one for which there is no memory.
#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "tools/bfclx/generate/asker.h"
#include "tools/bfclx/generate/asker_talk.h"

namespace bfclx::tools {
namespace {

// The messages as values, the request, and the log that becomes the result line.
constexpr std::size_t kCopies = 3;
constexpr std::size_t kOfOne = std::size_t{64} << 10;
constexpr std::size_t kPagesOfOne = 8;  // times what one entry's results may have

}  // namespace

// What the talk holds has changed.
void Asker::hold(Talk& talk) {
  const Ask& ask = talk.conversation.next();
  const std::size_t size =
      kOfOne + talk.effect_bytes + kCopies * std::max(ask.request.body.size(), ask.text.size());
  held_ += size - talk.held;
  talk.held = size;
}

void Asker::let_go(Talk& talk) { held_ -= std::exchange(talk.held, 0); }

bool Asker::has_memory() const { return held_ + reserved_ <= how_.memory.all; }

bool Asker::may_grow(const Talk& talk) const {
  if (has_memory()) return true;
  return std::all_of(talks_.begin(), talks_.end(),
                     [&talk](const auto& other) { return other.second->number >= talk.number; });
}

void Asker::wait_for_memory(Talk& talk) {
  parked_.push_back(talk.index);
  if (std::exchange(memory_said_, true)) return;
  hooks_.say("conversations in progress use " + size_text(held_) +
             "; others wait until one of them ends (--memory-budget)");
}

// A conversation has ended: others may go on.
void Asker::wake() {
  for (const std::size_t index : std::exchange(parked_, {})) {
    guarded(index, [this](Talk& talk) {
      if (talk.conversation.next().kind == Ask::Kind::kModel) {
        ready_.push_front(talk.index);
      } else {
        advance(talk);
      }
    });
  }
}

// Ends a conversation that no server could take, before it takes the memory of others.
void Asker::bound(Talk& talk) {
  const Ask& ask = talk.conversation.next();
  const std::size_t most = how_.memory.entry;
  if (ask.request.body.size() > most || ask.text.size() > most) {
    talk.conversation.give_up("the conversation is larger than " + size_text(most) +
                              " (--memory-budget)");
  } else if (talk.effect_bytes > kPagesOfOne * most) {
    talk.conversation.give_up("the pages that its calls fetched are larger than " +
                              size_text(kPagesOfOne * most) + " (--memory-budget)");
  }
}

void Asker::guarded(std::size_t index, const std::function<void(Talk&)>& act) {
  const auto found = talks_.find(index);
  if (found == talks_.end() || found->second->ended) return;
  Talk& talk = *found->second;
  try {
    act(talk);
  } catch (const std::bad_alloc&) {
    if (!talk.ended) end(talk, false, "not enough memory for this entry");
  }
}

}  // namespace bfclx::tools
