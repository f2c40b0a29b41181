// One memory budget over all conversations. What would go beyond it waits; the conversation that
// began first always goes on, so that one of them ends. A conversation that is too large by itself
// is ended with an error, and so is one for which there is no memory.
#include <algorithm>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/bfclx/generate/asker.h"
#include "tools/bfclx/generate/asker_talk.h"

namespace bfclx::tools {
namespace {

// The messages as values, the request, and the log that becomes the result line.
constexpr std::size_t kCopies = 3;
constexpr std::size_t kOfOne = std::size_t{64} << 10;
constexpr std::size_t kPagesOfOne = 8;  // times what one entry's results may have
constexpr std::size_t kReceived = 8;    // share of all that responses may have while they come
constexpr std::size_t kSmallBody = std::size_t{1} << 20;

// About what the values of a JSON text take, its strings included.
std::size_t parsed_size(std::string_view json) {
  std::size_t size = json.size();
  bool inside = false;  // of a string
  for (std::size_t i = 0; i < json.size(); ++i) {
    switch (json[i]) {
      case '\\':
        ++i;
        break;
      case '"':
        inside = !inside;
        size += inside ? 32 : 0;
        break;
      case '{':
        size += inside ? 0 : 96;
        break;
      case '[':
        size += inside ? 0 : 48;
        break;
      case ',':
        size += inside ? 0 : 32;
        break;
      default:
        break;
    }
  }
  return size;
}

}  // namespace

// What the talk holds has changed.
void Asker::hold(Talk& talk) {
  const Ask& ask = talk.conversation.next();
  const std::size_t size =
      kOfOne + talk.effect_bytes + kCopies * std::max(ask.request.body.size(), ask.text.size());
  held_ += size - talk.held;
  talk.held = size;
  receive_what_fits();
}

void Asker::let_go(Talk& talk) {
  held_ -= std::exchange(talk.held, 0);
  receive_what_fits();
}

// Of the responses that come, each will be as many copies as a request. Where no more fit, that of
// the conversation that began first is received, and the others wait in the network.
void Asker::receive_what_fits() {
  if (batches_) return;  // one large response at a time, with a limit of its own
  const std::size_t all = how_.memory.all;
  const std::size_t taken = std::min(held_ + reserved_, all);
  client_.receive_at_most(std::min((all - taken) / kCopies, all / kReceived));
}

// What all conversations have, and the responses that come.
std::size_t Asker::in_use() const { return held_ + reserved_ + kCopies * client_.receiving(); }

bool Asker::has_memory() const { return in_use() <= how_.memory.all; }

// For another conversation.
bool Asker::has_room() const { return in_use() <= how_.memory.all / 2; }

bool Asker::may_grow(const Talk& talk) const {
  return has_memory() || memory_queue_.is_first(talk.index);
}

void Asker::wait_for_memory(Talk& talk) {
  memory_queue_.wait(talk.index);
  if (std::exchange(memory_said_, true)) return;
  hooks_.say("conversations in progress use " + size_text(in_use()) +
             "; others wait until one of them ends (--memory-budget)");
}

// A conversation has ended: others continue in the order in which they waited.
void Asker::wake() {
  std::vector<std::size_t> requests;
  for (const std::size_t index : memory_queue_.take(has_memory())) {
    guarded(index, [&](Talk& talk) {
      if (talk.conversation.next().kind != Ask::Kind::kModel) return advance(talk);
      requests.push_back(index);
    });
  }
  // The last one first: each of these goes in front of the others.
  for (auto index = requests.rbegin(); index != requests.rend(); ++index) {
    guarded(*index,
            [&](Talk& talk) { scheduler_.wants_request(talk.index, 0, 0, net::Client::now()); });
  }
}

// A response of more values than there is memory for is as good as one of too many bytes.
void Asker::bound(net::Response& response) const {
  if (!response.answered() || response.body.size() < kSmallBody) return;
  const std::size_t size = parsed_size(response.body);
  if (size <= how_.memory.all / 2) return;
  response = {net::Failure::kTooLarge,
              net::shown_url(response.url) + ": the values of the response take about " +
                  size_text(size) + " of memory, more than half of --memory-budget",
              0,
              {},
              {},
              response.seconds,
              response.url};
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
