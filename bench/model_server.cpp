// A scripted server of chat completions on loopback, so cheap that it is not what is measured. For
// bench/compare-generate.
//
//   bfclx_model_server [--delay SECONDS] [--status CODE] [--port NUMBER]
//                                               prints its port; lives until its input ends
//
// A request with tools whose last message is no tool's result is answered with a call of the first
// tool, without arguments; every other one with a text; all with an error where a status is given.
// GET /stats gives what was seen since the last time it was asked: {"requests", "most_under_way",
// "seconds"}, the last from the first request's arrival to the last answer.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <queue>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

using std::string;
using std::string_view;

double now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(since).count();
}

struct Connection {
  string in;
  std::uint64_t serial = 0;  // tells an answer that comes late from a new connection's
  bool waits = false;        // its answer is due later
};

struct Due {
  double at;
  int descriptor;
  std::uint64_t serial;
  string answer;
  bool operator<(const Due& other) const { return at > other.at; }
};

struct Stats {
  std::size_t requests = 0;
  std::size_t under_way = 0;
  std::size_t most_under_way = 0;
  double first = 0;
  double last = 0;
};

string http(string_view body, int status = 200) {
  return "HTTP/1.1 " + std::to_string(status) + (status == 200 ? " OK" : " Error") +
         "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + string(body);
}

// {"id": ..., "choices": [...], "usage": {...}} around a message's members.
string completion(string_view members, string_view reason) {
  return R"({"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"scripted",)"
         R"("choices":[{"index":0,"message":{"role":"assistant",)" +
         string(members) + R"(},"logprobs":null,"finish_reason":")" + string(reason) +
         R"("}],"usage":{"prompt_tokens":200,"completion_tokens":20,"total_tokens":220}})";
}

// The text behind the mark of that length at `at`, up to the next quotation mark.
string_view quoted_after(string_view text, std::size_t at, std::size_t mark) {
  if (at == string_view::npos) return {};
  text.remove_prefix(at + mark);
  return text.substr(0, text.find('"'));
}

string answer_to(string_view body) {
  constexpr string_view kTools = R"("tools":[{)";
  constexpr string_view kName = R"("name":")";
  constexpr string_view kRole = R"("role":")";
  const std::size_t tools = body.find(kTools);
  const string_view role = quoted_after(body, body.rfind(kRole), kRole.size());
  if (tools == string_view::npos || role == "tool") {
    return completion(R"("content":"It is done.")", "stop");
  }
  const string_view name = quoted_after(body, body.find(kName, tools), kName.size());
  return completion(R"("content":null,"tool_calls":[{"id":"call_1","type":"function",)"
                    R"("function":{"name":")" +
                        string(name) + R"(","arguments":"{}"}}])",
                    "tool_calls");
}

class ModelServer {
 public:
  ModelServer(double delay, int status, int port) : delay_(delay), status_(status) {
    struct rlimit files {};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const int again = 1;  // on the port of one that has just ended
    setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &again, sizeof again);
    sockaddr_in place{};
    place.sin_port = htons(static_cast<std::uint16_t>(port));
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof place;
    if (bind(listener_, reinterpret_cast<sockaddr*>(&place), size) != 0 ||
        listen(listener_, 4096) != 0 ||
        getsockname(listener_, reinterpret_cast<sockaddr*>(&place), &size) != 0) {
      std::perror("bfclx_model_server");
      std::exit(2);
    }
    std::printf("%d\n", ntohs(place.sin_port));
    std::fflush(stdout);
    poll_ = epoll_create1(EPOLL_CLOEXEC);
    watch(listener_);
    watch(STDIN_FILENO);
  }

  void run() {
    std::array<epoll_event, 256> events;
    while (true) {
      const double wait = due_.empty() ? 60 : std::max(due_.top().at - now(), 0.0);
      const int count =
          epoll_wait(poll_, events.data(), static_cast<int>(events.size()), to_ms(wait));
      for (int i = 0; i < std::max(count, 0); ++i) {
        const int descriptor = events[static_cast<std::size_t>(i)].data.fd;
        if (descriptor == STDIN_FILENO) return;
        descriptor == listener_ ? accept_all() : receive(descriptor);
      }
      while (!due_.empty() && due_.top().at <= now()) {
        const Due due = due_.top();
        due_.pop();
        const auto found = connections_.find(due.descriptor);
        if (found == connections_.end() || found->second.serial != due.serial) continue;
        found->second.waits = false;
        finish(due.descriptor, due.answer);
        serve(due.descriptor);
      }
    }
  }

 private:
  static int to_ms(double seconds) { return static_cast<int>(seconds * 1000 + 0.999); }

  void watch(int descriptor) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = descriptor;
    epoll_ctl(poll_, EPOLL_CTL_ADD, descriptor, &event);
  }

  void accept_all() {
    while (true) {
      const int descriptor = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (descriptor < 0) return;
      const int one = 1;
      setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
      connections_[descriptor] = Connection();
      connections_[descriptor].serial = ++serial_;
      watch(descriptor);
    }
  }

  void drop(int descriptor) {
    if (connections_[descriptor].waits) --stats_.under_way;
    connections_.erase(descriptor);
    close(descriptor);
  }

  void receive(int descriptor) {
    const auto found = connections_.find(descriptor);
    if (found == connections_.end()) return;
    static char buffer[1 << 18];
    while (true) {
      const ssize_t size = read(descriptor, buffer, sizeof buffer);
      if (size > 0) {
        found->second.in.append(buffer, static_cast<std::size_t>(size));
        if (static_cast<std::size_t>(size) == sizeof buffer) continue;
        break;
      }
      if (size < 0 && errno == EAGAIN) break;
      drop(descriptor);
      return;
    }
    serve(descriptor);
  }

  // Answers what came whole.
  void serve(int descriptor) {
    const auto found = connections_.find(descriptor);
    if (found == connections_.end() || found->second.waits) return;
    Connection& connection = found->second;
    const std::size_t end = connection.in.find("\r\n\r\n");
    if (end == string::npos) return;
    string head = connection.in.substr(0, end);
    for (char& c : head) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    std::size_t length = 0;
    if (const std::size_t at = head.find("\r\ncontent-length:"); at != string::npos) {
      length = std::strtoul(head.c_str() + at + 17, nullptr, 10);
    }
    if (connection.in.size() < end + 4 + length) {
      if (head.find("100-continue") != string::npos && connection.in.size() == end + 4) {
        send(descriptor, "HTTP/1.1 100 Continue\r\n\r\n");
      }
      return;
    }
    const string body = connection.in.substr(end + 4, length);
    connection.in.erase(0, end + 4 + length);
    answer(connection, descriptor, head, body);
  }

  void answer(Connection& connection, int descriptor, string_view head, string_view body) {
    if (head.substr(0, 4) == "get ") {
      const bool stats = head.find(" /stats ") != string_view::npos;
      send(descriptor,
           http(stats ? stats_text()
                      : R"({"object":"list","data":[{"id":"scripted","object":"model"}]})"));
      return;
    }
    if (stats_.requests++ == 0) stats_.first = now();
    stats_.most_under_way = std::max(stats_.most_under_way, ++stats_.under_way);
    string text = status_ == 200 ? http(answer_to(body))
                                 : http(R"({"error":{"message":"scripted"}})", status_);
    if (delay_ <= 0) {
      finish(descriptor, text);
      return;
    }
    connection.waits = true;
    due_.push({now() + delay_, descriptor, connection.serial, std::move(text)});
  }

  void finish(int descriptor, const string& text) {
    --stats_.under_way;
    send(descriptor, text);
    stats_.last = now();
  }

  // Answers are small: what a socket does not take at once it never will.
  static void send(int descriptor, string_view text) {
    while (!text.empty()) {
      const ssize_t size = ::send(descriptor, text.data(), text.size(), MSG_NOSIGNAL);
      if (size <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(size));
    }
  }

  string stats_text() {
    char text[160];
    std::snprintf(text, sizeof text, R"({"requests":%zu,"most_under_way":%zu,"seconds":%.6f})",
                  stats_.requests, stats_.most_under_way, stats_.last - stats_.first);
    const std::size_t under_way = stats_.under_way;
    stats_ = Stats();
    stats_.under_way = under_way;
    return text;
  }

  double delay_;
  int status_;
  int listener_ = -1;
  int poll_ = -1;
  std::uint64_t serial_ = 0;
  std::unordered_map<int, Connection> connections_;
  std::priority_queue<Due> due_;
  Stats stats_;
};

}  // namespace

int main(int count, char** arguments) {
  double delay = 0;
  double status = 200;
  double port = 0;
  for (int i = 1; i < count; i += 2) {
    const string_view option(arguments[i]);
    double* const value = option == "--delay"    ? &delay
                          : option == "--status" ? &status
                          : option == "--port"   ? &port
                                                 : nullptr;
    if (value == nullptr || i + 1 == count) {
      std::fputs("usage: bfclx_model_server [--delay SECONDS] [--status CODE] [--port NUMBER]\n",
                 stderr);
      return 2;
    }
    *value = std::strtod(arguments[i + 1], nullptr);
  }
  ModelServer(delay, static_cast<int>(status), static_cast<int>(port)).run();
}
