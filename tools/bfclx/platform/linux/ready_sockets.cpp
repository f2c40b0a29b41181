#include "tools/bfclx/platform/ready_sockets.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <new>

namespace bfclx::platform {
namespace {

constexpr int kEvents = 256;

}  // namespace

struct ReadySockets::State {
  int epoll = ::epoll_create1(EPOLL_CLOEXEC);
  std::array<ReadySocket, kEvents> ready{};
};

ReadySockets::ReadySockets() : state_(std::make_unique<State>()) {
  if (state_->epoll < 0) throw std::bad_alloc();
}

ReadySockets::~ReadySockets() { ::close(state_->epoll); }

void ReadySockets::watch(int socket, bool read, bool write, bool known) {
  epoll_event event{};
  event.data.fd = socket;
  if (read) event.events |= EPOLLIN;
  if (write) event.events |= EPOLLOUT;
  const int change = known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  if (::epoll_ctl(state_->epoll, change, socket, &event) != 0) {
    ::epoll_ctl(state_->epoll, known ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, &event);
  }
}

void ReadySockets::forget(int socket) {
  ::epoll_ctl(state_->epoll, EPOLL_CTL_DEL, socket, nullptr);
}

std::span<const ReadySocket> ReadySockets::wait(int milliseconds) {
  std::array<epoll_event, kEvents> events;
  const int count = ::epoll_wait(state_->epoll, events.data(), kEvents, milliseconds);
  for (int i = 0; i < count; ++i) {
    const auto what = events[i].events;
    state_->ready[i] = {events[i].data.fd, (what & EPOLLIN) != 0, (what & EPOLLOUT) != 0,
                        (what & (EPOLLERR | EPOLLHUP)) != 0};
  }
  return {state_->ready.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

}  // namespace bfclx::platform
