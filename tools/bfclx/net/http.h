// What the transport carries: a request, and what came of it.
//
// A key is only ever a header of a request: it is in no address, no error text and no answer, so
// whatever prints or stores those cannot give it away.
#ifndef BFCLX_TOOLS_BFCLX_NET_HTTP_H_
#define BFCLX_TOOLS_BFCLX_NET_HTTP_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/generation/request_outcome.h"

namespace bfclx::net {

using Headers = HeaderList;

// Takes the body of a 2xx response while it comes, instead of Response::body.
class BodySink {
 public:
  enum class Wants : std::uint8_t {
    kMore,
    kLittleMore,  // the response is whole; what belongs to it still may come for kLittle seconds
    kNothing,     // the rest is not waited for
    kTooLarge,
  };
  static constexpr double kLittle = 2;

  virtual ~BodySink() = default;
  // A response begins, perhaps not for the first time. False: its body goes into Response::body.
  virtual bool begins(std::string_view content_type) = 0;
  virtual Wants take(std::string_view bytes, double now) = 0;
  virtual std::size_t held() const = 0;  // bytes of memory
};

struct Request {
  std::string method = "GET";
  std::string url;  // http or https
  // Connects to this numeric address, not to those of the host of `url`, and through no proxy.
  std::string address = {};
  Headers headers;  // without secrets: they may follow a redirect
  Headers secrets;  // sent to the origin of `url` and to no other
  // Files in PEM form, shown to the origin of `url` and to no other; empty for none.
  std::string client_cert;
  std::string client_key;
  std::string body;  // sent when the method is POST or PUT
  // Sent instead of `body`; whoever lends it keeps it where it is until the transfer has ended.
  std::string_view lent_body = {};
  double timeout = 600;  // seconds, from the connection to the last byte
  double connect_timeout = 30;
  std::size_t max_bytes = std::size_t{32} << 20;  // of the answer's body, inflated
  std::shared_ptr<BodySink> sink = {};
  double idle_timeout = 0;  // with a sink: seconds without a byte of the body; 0: no limit
  // Where bodies wait for each other (Client::receive_at_most), the lowest number goes on.
  std::size_t turn = 0;
  int max_redirects = 5;
  bool direct = false;  // never through a proxy
  // Where a model says what is fetched: redirects to other hosts are followed, and private,
  // loopback and link-local addresses are refused after the name was resolved.
  bool open_web = false;
  bool allow_private = false;  // with open_web: such addresses are allowed
  // With open_web: the origins that redirects may lead to, nullptr for any.
  std::function<bool(const std::string& origin)> may_visit;
};

using Failure = RequestFailure;

struct Response {
  Failure failure = Failure::kNone;
  std::string error;  // for people, with the host; empty when there is an answer
  int status = 0;     // 0 without an answer
  Headers headers;    // names in lower case, of the last answer alone
  std::string body;
  double seconds = 0;  // from the request to the last byte, redirects included
  std::string url;     // that answered in the end
  // The whole request was sent and no error status came: without an answer, the server may have
  // done what it says.
  bool sent = false;

  bool answered() const { return failure == Failure::kNone; }
  // The first header of that name (lower case), or nothing.
  std::string_view header(std::string_view name) const { return header_of(headers, name); }
  // What the scheduler looks at; borrows.
  RequestOutcome outcome() const { return {failure, error, status, &headers, body}; }
};

// A token of RFC 9110, as a method and the name of a header have to be.
bool is_token(std::string_view text);

// The exception that Python's requests raises for it, which the simulated services put into their
// results: "ReadTimeout".
std::string_view requests_error(Failure failure);

// "https://host:port" of an address, without user, path and query; the text itself, cut to what
// cannot hold a secret, when it is no address.
std::string origin_of(std::string_view url);
// The same with the path: what messages show of an address.
std::string shown_url(std::string_view url);

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_HTTP_H_
