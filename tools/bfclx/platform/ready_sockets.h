// Waiting until one of many sockets can be read or written: epoll on Linux, poll elsewhere.
#ifndef BFCLX_TOOLS_BFCLX_PLATFORM_READY_SOCKETS_H_
#define BFCLX_TOOLS_BFCLX_PLATFORM_READY_SOCKETS_H_

#include <memory>
#include <span>

namespace bfclx::platform {

struct ReadySocket {
  int socket;
  bool can_read;
  bool can_write;
  bool failed;  // or the other side has gone
};

class ReadySockets {
 public:
  ReadySockets();  // throws std::bad_alloc where the system gives none
  ReadySockets(const ReadySockets&) = delete;
  ReadySockets& operator=(const ReadySockets&) = delete;
  ~ReadySockets();

  // What is waited for at this socket, in place of what was; `known`: there was something.
  void watch(int socket, bool read, bool write, bool known);
  void forget(int socket);
  // Waits at most so long: those that are ready, until the next call. Sockets may be watched and
  // forgotten meanwhile.
  std::span<const ReadySocket> wait(int milliseconds);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bfclx::platform

#endif  // BFCLX_TOOLS_BFCLX_PLATFORM_READY_SOCKETS_H_
