#include "tools/bfclx/net/loopback_server.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <new>
#include <system_error>
#include <utility>

#include "tools/bfclx/net/client.h"
#include "tools/bfclx/platform/ready_sockets.h"
#include "tools/bfclx/platform/system.h"
#include "tools/bfclx/platform/thread.h"

namespace bfclx::net {
namespace {

constexpr std::size_t kMostConnections = 16;  // few, as the run needs files too
constexpr std::size_t kMostHead = std::size_t{16} << 10;
constexpr std::size_t kMostDrained = std::size_t{64} << 10;
constexpr int kAcceptedAtOnce = 64;
constexpr double kReadTime = 5;    // seconds, for a whole request,
constexpr double kWriteTime = 10;  // for a response,
constexpr double kDrainTime = 1;   // and until the client has closed
constexpr int kLook = 250;         // milliseconds between two looks at the clock
constexpr double kRest = 1;        // seconds without accepting, where no more files may be opened

#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_NOSIGNAL;
#else
constexpr int kSendFlags = 0;
#endif

std::string_view status_text(int status) {
  static constexpr std::pair<int, std::string_view> kTexts[] = {
      {200, "OK"},
      {204, "No Content"},
      {400, "Bad Request"},
      {401, "Unauthorized"},
      {403, "Forbidden"},
      {404, "Not Found"},
      {405, "Method Not Allowed"},
      {421, "Misdirected Request"},
      {431, "Request Header Fields Too Large"},
      {503, "Service Unavailable"}};
  for (const auto& [number, text] : kTexts) {
    if (number == status) return text;
  }
  return "Error";
}

std::atomic<std::size_t> servers_begun{0};

void set_flags(int socket) {
  ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) | O_NONBLOCK);
  ::fcntl(socket, F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
  const int on = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
}

std::string head_of(const ServedResponse& response, std::size_t size) {
  std::string head = "HTTP/1.1 " + std::to_string(response.status) + " ";
  head.append(status_text(response.status)).append("\r\nConnection: close\r\n");
  if (response.status != 204) {
    head +=
        "Content-Type: " + response.type + "\r\nContent-Length: " + std::to_string(size) + "\r\n";
  }
  head +=
      "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
      "Content-Security-Policy: default-src 'none'\r\nReferrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n";
  for (const auto& [name, value] : response.headers) head += name + ": " + value + "\r\n";
  return head + "\r\n";
}

// Until its end, also where a thread cannot be started.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

}  // namespace

class LoopbackServer::Loop {
 public:
  explicit Loop(Answer answer) : answer_(std::move(answer)) { ++servers_begun; }
  ~Loop();
  Status open(const LoopbackAddress& address);
  void begin();
  int port() const { return port_; }

 private:
  enum class Step : std::uint8_t { kReads, kWrites, kDrains };
  struct Connection {
    Step step = Step::kReads;
    double until = 0;
    std::uint64_t number = 0;
    std::string in = {};
    std::string head = {};
    std::shared_ptr<const std::string> body = {};
    std::size_t sent = 0;  // of both
  };

  void run();
  void round();
  void look(double now);
  void accept_all(double now);
  void add(int socket, double now);
  void serve(int socket, double now);
  bool read(int socket, Connection& connection, double now);
  bool write(int socket, Connection& connection, double now);
  void respond(Connection& connection, double now);
  ServedResponse answer(const std::string& in, bool& head_only) const;
  void drop(int socket);
  void drop_oldest();

  Answer answer_;
  int listener_ = -1;
  int port_ = 0;
  std::array<int, 2> wake_ = {-1, -1};
  std::atomic<bool> over_{false};
  bool rests_ = false;
  double rests_until_ = 0;
  std::uint64_t accepted_ = 0;
  std::map<int, Connection> connections_;
  platform::ReadySockets ready_;
  std::unique_ptr<platform::Thread> thread_;
};

LoopbackServer::Loop::~Loop() {
  --servers_begun;
  over_ = true;
  if (wake_[1] >= 0) static_cast<void>(!::write(wake_[1], "", 1));
  thread_.reset();
  for (const auto& [socket, connection] : connections_) ::close(socket);
  for (const int one : {listener_, wake_[0], wake_[1]}) {
    if (one >= 0) ::close(one);
  }
}

Status LoopbackServer::Loop::open(const LoopbackAddress& address) {
  sockaddr_storage bound{};
  socklen_t size = sizeof(sockaddr_in);
  if (address.ipv6) {
    sockaddr_in6 ipv6{};
    ipv6.sin6_family = AF_INET6;
    ipv6.sin6_port = htons(address.port);
    ipv6.sin6_addr = IN6ADDR_LOOPBACK_INIT;
    std::memcpy(&bound, &ipv6, size = sizeof ipv6);
  } else {
    sockaddr_in ipv4{};
    ipv4.sin_family = AF_INET;
    ipv4.sin_port = htons(address.port);
    ipv4.sin_addr.s_addr = htonl(address.ipv4);
    std::memcpy(&bound, &ipv4, size);
  }
  const auto failed = [] { return Error{"AddressError", std::generic_category().message(errno)}; };
  listener_ = platform::open_socket(bound.ss_family, SOCK_STREAM, 0);
  if (listener_ < 0) return failed();
  set_flags(listener_);
  const int on = 1;
  ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  auto* place = reinterpret_cast<sockaddr*>(&bound);
  if (::bind(listener_, place, size) != 0 || ::listen(listener_, 64) != 0) return failed();
  if (::getsockname(listener_, place, &size) != 0) return failed();
  port_ = ntohs(address.ipv6 ? reinterpret_cast<sockaddr_in6*>(&bound)->sin6_port
                             : reinterpret_cast<sockaddr_in*>(&bound)->sin_port);
  if (::pipe(wake_.data()) != 0) return failed();
  for (const int one : wake_) set_flags(one);
  return {};
}

// Signals are for the thread of the run, which they wake.
void LoopbackServer::Loop::begin() {
  const BlockedSignals blocked;
  thread_ = std::make_unique<platform::Thread>([this] { run(); });
}

void LoopbackServer::Loop::run() {
  ready_.watch(listener_, true, false, false);
  ready_.watch(wake_[0], true, false, false);
  while (!over_) {
    try {
      round();
    } catch (const std::bad_alloc&) {  // the run goes on
      drop_oldest();
    }
  }
}

void LoopbackServer::Loop::round() {
  const auto ready = ready_.wait(kLook);
  const double now = Client::now();
  const std::vector<platform::ReadySocket> sockets(ready.begin(), ready.end());
  for (const platform::ReadySocket& one : sockets) {
    if (one.socket == listener_) {
      accept_all(now);
    } else if (one.socket != wake_[0]) {
      try {
        serve(one.socket, now);
      } catch (const std::bad_alloc&) {
        drop(one.socket);
      }
    }
  }
  look(now);
}

void LoopbackServer::Loop::look(double now) {
  for (auto one = connections_.begin(); one != connections_.end();) {
    const int socket = one->first;
    const bool late = now >= one->second.until;
    ++one;
    if (late) drop(socket);
  }
  if (rests_ && now >= rests_until_) {
    ready_.watch(listener_, true, false, false);
    rests_ = false;
  }
}

void LoopbackServer::Loop::accept_all(double now) {
  for (int i = 0; i < kAcceptedAtOnce; ++i) {
    const int socket = platform::accept_socket(listener_);
    if (socket >= 0) {
      add(socket, now);
      continue;
    }
    if (errno == EINTR || errno == ECONNABORTED) continue;
    if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      drop_oldest();
      ready_.forget(listener_);
      rests_ = true;
      rests_until_ = now + kRest;
    }
    return;
  }
}

void LoopbackServer::Loop::add(int socket, double now) {
  try {
    if (connections_.size() >= kMostConnections) drop_oldest();
    set_flags(socket);
    Connection connection;
    connection.until = now + kReadTime;
    connection.number = ++accepted_;
    connections_.emplace(socket, std::move(connection));
    ready_.watch(socket, true, false, false);
  } catch (const std::bad_alloc&) {
    connections_.erase(socket);
    ::close(socket);
  }
}

void LoopbackServer::Loop::drop(int socket) {
  if (connections_.erase(socket) == 0) return;
  ready_.forget(socket);
  ::close(socket);
}

void LoopbackServer::Loop::drop_oldest() {
  const auto oldest = std::min_element(
      connections_.begin(), connections_.end(),
      [](const auto& a, const auto& b) { return a.second.number < b.second.number; });
  if (oldest != connections_.end()) drop(oldest->first);
}

void LoopbackServer::Loop::serve(int socket, double now) {
  const auto found = connections_.find(socket);
  if (found == connections_.end()) return;
  Connection& connection = found->second;
  const bool goes_on = connection.step == Step::kWrites ? write(socket, connection, now)
                                                        : read(socket, connection, now);
  if (!goes_on) drop(socket);
}

// False: the connection is over.
bool LoopbackServer::Loop::read(int socket, Connection& connection, double now) {
  std::array<char, 4096> part;
  while (true) {
    const ssize_t size = ::recv(socket, part.data(), part.size(), 0);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    if (size == 0) return false;
    const auto bytes = static_cast<std::size_t>(size);
    if (connection.step == Step::kDrains) {
      connection.sent += bytes;
      if (connection.sent > kMostDrained) return false;
      continue;
    }
    connection.in.append(part.data(), bytes);
    const bool whole = connection.in.find("\r\n\r\n") != std::string::npos;
    if (!whole && connection.in.size() <= kMostHead) continue;
    respond(connection, now);
    ready_.watch(socket, false, true, true);
    return write(socket, connection, now);
  }
}

void LoopbackServer::Loop::respond(Connection& connection, double now) {
  bool head_only = false;
  const ServedResponse response = answer(connection.in, head_only);
  connection.head = head_of(response, response.body != nullptr ? response.body->size() : 0);
  connection.body = head_only ? nullptr : response.body;
  connection.in = {};
  connection.step = Step::kWrites;
  connection.until = now + kWriteTime;
}

ServedResponse LoopbackServer::Loop::answer(const std::string& in, bool& head_only) const {
  const std::size_t end = in.find("\r\n\r\n");
  if (end == std::string::npos || end > kMostHead) {
    return text_response(431, "the request is too large\n");
  }
  const std::optional<ServedRequest> request = parse_request(std::string_view(in).substr(0, end));
  if (!request) return text_response(400, "this is not an HTTP request with one Host\n");
  head_only = request->method == "HEAD";
  if (!is_loopback_host(request->header("host"))) {
    return text_response(421, "only localhost, 127.0.0.1 and [::1] are served here\n");
  }
  if (!head_only && request->method != "GET" && request->method != "OPTIONS") {
    ServedResponse response = text_response(405, "only GET is allowed\n");
    response.headers.emplace_back("Allow", "GET, HEAD, OPTIONS");
    return response;
  }
  return answer_(*request);
}

// False: the connection is over.
bool LoopbackServer::Loop::write(int socket, Connection& connection, double now) {
  while (true) {
    const std::string& head = connection.head;
    std::string_view rest;
    if (connection.sent < head.size()) {
      rest = std::string_view(head).substr(connection.sent);
    } else if (connection.body != nullptr) {
      rest = std::string_view(*connection.body).substr(connection.sent - head.size());
    }
    if (rest.empty()) break;
    const ssize_t size = ::send(socket, rest.data(), rest.size(), kSendFlags);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    connection.sent += static_cast<std::size_t>(size);
  }
  // Closed with bytes unread, the client could lose the response.
  ::shutdown(socket, SHUT_WR);
  connection.body = nullptr;
  connection.head = {};
  connection.sent = 0;
  connection.step = Step::kDrains;
  connection.until = now + kDrainTime;
  ready_.watch(socket, true, false, true);
  return true;
}

std::size_t LoopbackServer::most_connections() { return servers_begun * kMostConnections; }

LoopbackServer::LoopbackServer() = default;
LoopbackServer::~LoopbackServer() = default;

Status LoopbackServer::start(const LoopbackAddress& address, Answer answer) {
  auto loop = std::make_unique<Loop>(std::move(answer));
  if (Status opened = loop->open(address); !opened.ok()) return opened;
  std::string host = "[::1]";
  if (!address.ipv6) {
    host.clear();
    for (int shift = 24; shift >= 0; shift -= 8) {
      host += std::to_string(address.ipv4 >> shift & 0xFF) + (shift > 0 ? "." : "");
    }
  }
  address_ = host + ":" + std::to_string(loop->port());
  loop->begin();
  loop_ = std::move(loop);
  return {};
}

}  // namespace bfclx::net
