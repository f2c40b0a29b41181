// LoopbackServer: answers GET over HTTP/1.1, to programs and browsers of this machine alone.
//
// It listens on a loopback address, on a thread of its own. Requests must name this machine in
// `Host`, so that a page whose name was pointed at it (DNS rebinding) gets nothing. A connection
// has one request; connections, their sizes and their time are bounded, and of too many the oldest
// goes.
#ifndef BFCLX_TOOLS_BFCLX_NET_LOOPBACK_SERVER_H_
#define BFCLX_TOOLS_BFCLX_NET_LOOPBACK_SERVER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "tools/bfclx/net/http.h"

namespace bfclx::net {

struct LoopbackAddress {
  bool ipv6 = false;
  std::uint32_t ipv4 = 0x7F000001;  // of 127.0.0.0/8
  std::uint16_t port = 0;           // 0: any that is free
};
// "127.0.0.1:9464", "localhost:9464", "[::1]:9464", "9464". The Error says what is wrong with it,
// and how one is written: `example`.
Result<LoopbackAddress> loopback_address(std::string_view text,
                                         std::string_view example = "127.0.0.1:9464");

// The first line and the headers of a request.
struct ServedRequest {
  std::string method;
  std::string path;  // without the query
  Headers headers;   // names in lower case

  std::string_view header(std::string_view name) const { return header_of(headers, name); }
};
// Of everything before the empty line; nullopt where it is no HTTP/1 request.
std::optional<ServedRequest> parse_request(std::string_view head);
// Whether a `Host` names this machine: "localhost:8000", "127.0.0.1", "[::1]:9".
bool is_loopback_host(std::string_view host);
// The same of an `Origin`: "http://localhost:8765".
bool is_loopback_origin(std::string_view origin);

struct ServedResponse {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::shared_ptr<const std::string> body = {};  // nullptr: empty
  Headers headers = {};
};
ServedResponse text_response(int status, std::string text);

class LoopbackServer {
 public:
  // Called on the server's thread, for GET, HEAD and OPTIONS with a valid Host; throws nothing but
  // std::bad_alloc.
  using Answer = std::function<ServedResponse(const ServedRequest&)>;

  LoopbackServer();
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;
  ~LoopbackServer();  // closes all connections

  // Listens and answers from now on. The Error says why that is not possible.
  Status start(const LoopbackAddress& address, Answer answer);
  // "127.0.0.1:9464", with the port that it got.
  const std::string& address() const { return address_; }

  // Connections that the servers of this process may have together.
  static std::size_t most_connections();

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
  std::string address_;
};

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_LOOPBACK_SERVER_H_
