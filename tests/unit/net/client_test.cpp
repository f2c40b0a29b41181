// The client against a server of a few lines; tests/cli/generate_faults_test.py has the rest.
#include "tools/bfclx/net/client.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "tools/bfclx/net/loopback_server.h"

namespace {

// Connections to these two public addresses end at loopback in this test program: the wire is
// another one, the client is as it is, and looks at the address that it was given.
constexpr const char* kPublic = "93.184.215.14";
constexpr const char* kElsewhere = "93.184.215.15";

sockaddr_in on_loopback(const sockaddr& address) {
  sockaddr_in in{};
  std::memcpy(&in, &address, sizeof in);
  in_addr first{};
  in_addr second{};
  inet_pton(AF_INET, kPublic, &first);
  inet_pton(AF_INET, kElsewhere, &second);
  if (in.sin_addr.s_addr == first.s_addr || in.sin_addr.s_addr == second.s_addr) {
    in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  }
  return in;
}

}  // namespace

// Stands in for the C library's, in libcurl too.
extern "C" int connect(int socket, const sockaddr* address, socklen_t size) {
  static auto* const kReal = reinterpret_cast<decltype(&connect)>(dlsym(RTLD_NEXT, "connect"));
  if (address->sa_family != AF_INET) return kReal(socket, address, size);
  const sockaddr_in in = on_loopback(*address);
  return kReal(socket, reinterpret_cast<const sockaddr*>(&in), sizeof in);
}

// Sends of this many calls go through; the connection breaks at the next one. Negative: never.
static std::atomic<int> sends_left{-1};

extern "C" ssize_t send(int socket, const void* data, size_t size, int flags) {
  static auto* const kReal = reinterpret_cast<decltype(&send)>(dlsym(RTLD_NEXT, "send"));
  if (sends_left < 0) return kReal(socket, data, size, flags);
  if (sends_left-- > 0) return kReal(socket, data, size, flags);
  sends_left = 0;
  errno = ECONNRESET;
  return -1;
}

namespace bfclx::net {
namespace {

// Answers every connection with the next of its texts and closes it; keeps what it was asked.
class Server {
 public:
  explicit Server(std::vector<std::string> answers) : answers_(std::move(answers)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(listener_, 128), 0);
    socklen_t size = sizeof address;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~Server() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  std::string url(const std::string& path = "/") const {
    return "http://127.0.0.1:" + std::to_string(port_) + path;
  }
  int port() const { return port_; }
  std::vector<std::string> asked;  // read after the answers came

 private:
  void serve() {
    for (const std::string& answer : answers_) {
      const int connection = ::accept(listener_, nullptr, nullptr);
      if (connection < 0) return;
      std::string request;
      char buffer[4096];
      while (request.find("\r\n\r\n") == std::string::npos) {
        const ssize_t size = ::read(connection, buffer, sizeof buffer);
        if (size <= 0) break;
        request.append(buffer, static_cast<std::size_t>(size));
      }
      asked.push_back(request);
      std::size_t done = 0;
      while (done < answer.size()) {
        const ssize_t size =
            ::send(connection, answer.data() + done, answer.size() - done, MSG_NOSIGNAL);
        if (size <= 0) break;
        done += static_cast<std::size_t>(size);
      }
      ::shutdown(connection, SHUT_WR);
      while (::read(connection, buffer, sizeof buffer) > 0) {
      }
      ::close(connection);
    }
  }

  std::vector<std::string> answers_;
  int listener_;
  int port_ = 0;
  std::thread thread_;
};

Response fetch(Request request) {
  Client client;
  Response response;
  bool done = false;
  client.send(std::move(request), [&](Response&& got) {
    response = std::move(got);
    done = true;
  });
  while (!done && client.run_once(1)) {
  }
  EXPECT_TRUE(done);
  return response;
}

Request get(const std::string& url) {
  Request request;
  request.url = url;
  request.timeout = 20;
  return request;
}

TEST(Client, AnAnswerWithItsHeaders) {
  Server server({"HTTP/1.1 201 Made\r\nX-One: a\r\nContent-Length: 5\r\n\r\nhello"});
  const Response response = fetch(get(server.url()));
  EXPECT_TRUE(response.answered());
  EXPECT_EQ(response.status, 201);
  EXPECT_EQ(response.header("x-one"), "a");
  EXPECT_EQ(response.body, "hello");
}

TEST(Client, BodiesBeyondTheBoundWaitForEachOther) {
  constexpr std::size_t kBytes = 400000;
  const std::string answer = "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(kBytes) +
                             "\r\n\r\n" + std::string(kBytes, 'a');
  Server first({answer});
  Server second({answer});
  Server third({answer});
  Client client;
  client.receive_at_most(kBytes / 4);
  std::size_t bytes = 0;
  std::vector<std::size_t> order;
  std::size_t turn = 3;
  for (const Server* server : {&first, &second, &third}) {
    Request request = get(server->url());
    request.turn = turn--;
    client.send(request, [&, at = request.turn](Response&& got) {
      EXPECT_TRUE(got.answered()) << got.error;
      bytes += got.body.size();
      order.push_back(at);
    });
  }
  while (client.in_flight() > 0 && client.run_once(1)) {
  }
  EXPECT_EQ(bytes, 3 * kBytes);
  EXPECT_EQ(client.receiving(), 0u);
  EXPECT_EQ(order, (std::vector<std::size_t>{1, 2, 3}));
}

TEST(Client, AnAddressStandsInForThoseOfTheName) {
  Server server({"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"});
  const std::string port = std::to_string(server.port());
  Request request = get("http://replicas.invalid:" + port + "/v1");
  request.address = kPublic;
  const Response response = fetch(request);
  EXPECT_EQ(response.body, "hi") << response.error;
  ASSERT_EQ(server.asked.size(), 1);
  EXPECT_NE(server.asked[0].find("\r\nHost: replicas.invalid:" + port + "\r\n"), std::string::npos);
}

TEST(Client, AnAddressIsNotReachedThroughAProxy) {
  Server server({"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"});
  ::setenv("http_proxy", "http://127.0.0.1:1", 1);
  Request request = get("http://replicas.invalid:" + std::to_string(server.port()) + "/v1");
  request.address = kPublic;
  EXPECT_EQ(fetch(request).body, "hi");
  ::unsetenv("http_proxy");
}

TEST(Client, SecretsStayWithTheOrigin) {
  Server other({"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"});
  Server first(
      {"HTTP/1.1 302 Go\r\nLocation: " + other.url("/x") + "\r\nContent-Length: 0\r\n\r\n"});
  Request request = get(first.url());
  request.open_web = true;
  request.allow_private = true;
  request.secrets = {{"x-api-key", "s3cret"}};
  const Response response = fetch(request);
  EXPECT_EQ(response.body, "hi") << response.error;
  ASSERT_EQ(first.asked.size(), 1u);
  EXPECT_NE(first.asked[0].find("s3cret"), std::string::npos);
  ASSERT_EQ(other.asked.size(), 1u);
  EXPECT_EQ(other.asked[0].find("s3cret"), std::string::npos);
}

TEST(Client, AnApiIsNotFollowedToAnotherHost) {
  Server server({"HTTP/1.1 307 Go\r\nLocation: http://example.invalid/x?key=s3cret\r\n\r\n"});
  const Response response = fetch(get(server.url()));
  EXPECT_EQ(response.failure, Failure::kRedirect);
  EXPECT_NE(response.error.find("http://example.invalid/x;"), std::string::npos) << response.error;
}

TEST(Client, PrivateAddressesAreRefusedAfterTheNameIsResolved) {
  Server server({"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"});
  for (std::string host : {"127.0.0.1", "localhost", "2130706433", "127.1"}) {
    Request request = get(server.url());
    request.url.replace(7, 9, host);
    request.open_web = true;
    EXPECT_EQ(fetch(request).failure, Failure::kPrivate) << host;
  }
  EXPECT_TRUE(fetch(get(server.url())).answered());  // the server was there
}

std::string redirect_to(const std::string& url) {
  return "HTTP/1.1 302 Go\r\nLocation: " + url + "\r\nContent-Length: 0\r\n\r\n";
}

TEST(Client, ARedirectFromAPublicAddressToAPrivateOneIsRefused) {
  const auto at = [](std::string url, const char* host) { return url.replace(7, 9, host); };
  for (const char* host : {kElsewhere, "127.0.0.1", "localhost", "2130706433", "127.1",
                           "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254", "[::1]"}) {
    Server inner({"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret"});
    Server outer({redirect_to(at(inner.url(), host))});
    Request request = get(at(outer.url(), kPublic));
    request.open_web = true;
    const Response response = fetch(request);
    EXPECT_EQ(outer.asked.size(), 1u) << host;
    const bool is_public = host == kElsewhere;
    EXPECT_EQ(response.failure, is_public ? Failure::kNone : Failure::kPrivate) << host;
    EXPECT_EQ(response.body, is_public ? "secret" : "") << host;
    EXPECT_EQ(inner.asked.size(), is_public ? 1u : 0u) << host;
  }
}

TEST(Client, AKeptConnectionOfTheModelsServerServesNoPage) {
  Server server({"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"});
  Client client;
  std::vector<Failure> seen;
  client.send(get(server.url()), [&](Response&& response) {
    seen.push_back(response.failure);
    Request page = get(server.url("/page"));
    page.open_web = true;
    client.send(page, [&](Response&& second) { seen.push_back(second.failure); });
  });
  while (client.run_once(1)) {
  }
  EXPECT_EQ(seen, (std::vector<Failure>{Failure::kNone, Failure::kPrivate}));
}

TEST(Client, SizesAreBounded) {
  const std::string big(100000, 'x');
  Server server({"HTTP/1.1 200 OK\r\n\r\n" + big,
                 "HTTP/1.1 200 OK\r\nA: " + big + "\r\nB: " + big + "\r\nC: " + big + "\r\n\r\n"});
  Request request = get(server.url());
  request.max_bytes = 5000;
  Response response = fetch(request);
  EXPECT_EQ(response.failure, Failure::kTooLarge);
  EXPECT_TRUE(response.body.empty());
  response = fetch(get(server.url()));
  EXPECT_FALSE(response.answered());
}

TEST(Client, ALongHeaderIsNamed) {
  const std::string big(200000, 'x');
  Server server(
      {"HTTP/1.1 200 OK\r\nA: " + big + "\r\nContent-Length: 2\r\n\r\nok",
       "HTTP/1.1 200 OK\r\nA: " + big.substr(0, 90000) + "\r\nContent-Length: 2\r\n\r\nok"});
  Response response = fetch(get(server.url()));
  EXPECT_EQ(response.failure, Failure::kTooLarge);
  EXPECT_NE(response.error.find("a header of the response is longer than 100 KiB"),
            std::string::npos)
      << response.error;
  response = fetch(get(server.url()));
  EXPECT_EQ(response.body, "ok") << response.error;
}

TEST(Client, AHalfAnswerIsNone) {
  Server server({"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello"});
  EXPECT_EQ(fetch(get(server.url())).failure, Failure::kCut);
}

// libcurl sends a large body behind the headers, in a call of its own.
TEST(Client, ARequestWithoutItsBodyWasNotSent) {
  Server server({""});
  Request request = get(server.url());
  request.method = "POST";
  request.body.assign(200'000, 'x');
  sends_left = 1;
  const Response response = fetch(request);
  sends_left = -1;
  EXPECT_EQ(response.failure, Failure::kCut) << response.error;
  EXPECT_FALSE(response.sent);
}

TEST(Client, NoNameNoConnectionNoAddress) {
  EXPECT_EQ(fetch(get("http://no-such-host.invalid/")).failure, Failure::kDns);
  EXPECT_EQ(fetch(get("http://127.0.0.1:1/")).failure, Failure::kConnect);
  EXPECT_EQ(fetch(get("file:///etc/passwd")).failure, Failure::kUrl);
  EXPECT_EQ(fetch(get("http://")).failure, Failure::kUrl);
}

TEST(Client, ALineEndInAHeaderAddsNoHeader) {
  Server server({"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"});
  Request request = get(server.url());
  request.headers = {{"X-Good", "1"}, {"X-Bad", "1\r\nX-Evil: 2"}};
  fetch(request);
  ASSERT_EQ(server.asked.size(), 1u);
  EXPECT_NE(server.asked[0].find("X-Good"), std::string::npos);
  EXPECT_EQ(server.asked[0].find("X-Evil"), std::string::npos);
}

TEST(Client, TasksRunInTheirOrder) {
  Client client;
  std::string order;
  client.after(0.02, [&] { order += 'b'; });
  client.after(0.0, [&] { order += 'a'; });
  while (client.run_once(1)) {
  }
  EXPECT_EQ(order, "ab");
}

// In a process of its own, as the limit cannot be raised again.
TEST(ClientDeathTest, FilesThatAreOpenLeaveFewerConnections) {
  const auto look = [] {
    rlimit limit{256, 256};
    if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) std::_Exit(3);
    const std::size_t before = Client::most_connections();
    for (int i = 0; i < 60; ++i) static_cast<void>(::dup(0));
    const std::size_t with_files = Client::most_connections();
    LoopbackServer page;
    if (!page.start({}, [](const ServedRequest&) { return ServedResponse(); }).ok()) std::_Exit(4);
    const std::size_t with_page = Client::most_connections();
    std::fprintf(stderr, "%zu %zu %zu\n", before, with_files, with_page);
    const bool holds =
        before == 160 && with_files + 28 <= before && with_page + 16 <= with_files && with_page > 0;
    std::_Exit(holds ? 0 : 1);
  };
  EXPECT_EXIT(look(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace bfclx::net
