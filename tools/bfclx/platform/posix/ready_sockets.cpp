#include "tools/bfclx/platform/ready_sockets.h"

#include <poll.h>

#include <unordered_map>
#include <utility>
#include <vector>

namespace bfclx::platform {

struct ReadySockets::State {
  std::vector<pollfd> watched;
  std::unordered_map<int, std::size_t> places;  // of sockets in `watched`
  std::vector<ReadySocket> ready;
};

ReadySockets::ReadySockets() : state_(std::make_unique<State>()) {}
ReadySockets::~ReadySockets() = default;

void ReadySockets::watch(int socket, bool read, bool write, bool /*known*/) {
  // Memory first: a place without a row would be read as another socket's.
  std::vector<pollfd>& watched = state_->watched;
  if (watched.size() == watched.capacity()) watched.reserve(2 * watched.size() + 8);
  const auto [found, is_new] = state_->places.try_emplace(socket, watched.size());
  if (is_new) watched.push_back({socket, 0, 0});
  pollfd& row = watched[found->second];
  row.events = static_cast<short>((read ? POLLIN : 0) | (write ? POLLOUT : 0));
}

void ReadySockets::forget(int socket) {
  const auto found = state_->places.find(socket);
  if (found == state_->places.end()) return;
  const std::size_t place = found->second;
  state_->places.erase(found);
  if (place + 1 < state_->watched.size()) {
    state_->watched[place] = state_->watched.back();
    state_->places[state_->watched[place].fd] = place;
  }
  state_->watched.pop_back();
}

std::span<const ReadySocket> ReadySockets::wait(int milliseconds) {
  auto& watched = state_->watched;
  state_->ready.clear();
  int left = ::poll(watched.data(), static_cast<nfds_t>(watched.size()), milliseconds);
  for (std::size_t i = 0; i < watched.size() && left > 0; ++i) {
    const int what = watched[i].revents;
    if (what == 0) continue;
    --left;
    state_->ready.push_back({watched[i].fd, (what & POLLIN) != 0, (what & POLLOUT) != 0,
                             (what & (POLLERR | POLLHUP | POLLNVAL)) != 0});
  }
  return state_->ready;
}

}  // namespace bfclx::platform
