// Client: HTTP over libcurl's multi interface, in one event loop on one thread. The only socket of
// the native program.
//
//   Client client;
//   client.send(request, [&](Response&& response) { ... client.send(next, ...); });
//   client.after(2.5, [&] { ... });
//   while (client.run_once(1.0)) {}
//
// Connections are kept alive and shared, HTTP/2 where the server has it, TLS is verified, proxies
// of the environment are used (but not for this machine), gzip and its kin are undone. Every answer
// is bounded in size, time, headers and redirects; secrets go to the origin of the request alone.
#ifndef BFCLX_TOOLS_BFCLX_NET_CLIENT_H_
#define BFCLX_TOOLS_BFCLX_NET_CLIENT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "tools/bfclx/net/http.h"

namespace bfclx::net {

class Client {
 public:
  using Done = std::function<void(Response&&)>;
  using Task = std::function<void()>;

  Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client();  // what is under way is dropped, without a call of its `done`

  // `done` is called once, from run_once, never from here.
  void send(Request request, Done done);
  // Runs `task` from run_once, `seconds` from now or later.
  void after(double seconds, Task task);

  // Waits until something happened, `most` seconds at most or until a signal comes, and calls what
  // is due. False when nothing is under way and no task is waiting.
  bool run_once(double most);

  // From now on that many connections are kept, those in use included; each answer that ends closes
  // one of the idle ones that are more.
  void keep_connections(std::size_t most);

  // How many bytes the bodies that are being received may have together. When they have more, all
  // but those of the lowest turn under way (Request::turn) wait until others have ended.
  void receive_at_most(std::size_t bytes);
  // How many they have.
  std::size_t receiving() const;

  std::size_t in_flight() const;
  // How many connections this process may have at once, beside other files: those that are open,
  // and what the servers on loopback may open. Raises the bound of the shell (ulimit -n) as far as
  // that is allowed.
  static std::size_t most_connections();
  // Seconds on a clock that only goes forward.
  static double now();
  // Seconds since 1970, on the clock that headers are by and that people set.
  static double unix_now();
  // A number by chance, for the jitter of waits.
  static std::uint64_t chance();

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_CLIENT_H_
