// Transfer: one request on its way, redirects included. What client.cpp stands on.
#ifndef BFCLX_TOOLS_BFCLX_NET_TRANSFER_H_
#define BFCLX_TOOLS_BFCLX_NET_TRANSFER_H_

#include <curl/curl.h>

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "tools/bfclx/net/client.h"

namespace bfclx::net {

// The bodies of all transfers under way.
struct Receiving {
  std::size_t most = std::numeric_limits<std::size_t>::max();
  std::size_t held = 0;
  std::multiset<std::size_t> turns;  // of the transfers; the lowest goes on where there is more
  bool waits = false;                // some transfer is paused
};

class Transfer {
 public:
  // `easy` is a handle in its first state (curl_easy_reset); the transfer borrows it.
  Transfer(CURL* easy, Request request, Client::Done done, Receiving& receiving);
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  ~Transfer();

  CURL* easy() const { return easy_; }
  // Sets the handle up for the next hop.
  void prepare();
  // The hop has ended. True: there is another one (a redirect); call prepare and start it.
  bool ended(CURLcode code);
  // Hands the response over.
  void finish();
  // Goes on where it was paused.
  void resume();
  // A body is taken as it comes (Request::sink).
  bool has_sink() const { return request_.sink != nullptr; }
  // The body has been silent for too long, or is whole: the hop has ended with this code.
  std::optional<CURLcode> out_of_time(double now);

 private:
  static std::size_t on_body(char* data, std::size_t size, std::size_t count, void* self);
  static std::size_t on_header(char* data, std::size_t size, std::size_t count, void* self);
  static curl_socket_t on_socket(void* self, curlsocktype purpose, curl_sockaddr* address);
  static int on_begin(void* self, char* to, char* from, int to_port, int from_port);
  bool take(const char* data, std::size_t bytes);
  bool begin_body();
  bool give(const char* data, std::size_t bytes);
  void release();
  void leave();
  void set_addresses();
  void set_headers();
  void fail(Failure failure, std::string text);
  void explain(CURLcode code);
  bool follow(std::string target);
  long sent_bytes() const;
  long connections() const;
  bool was_sent() const;
  std::string_view body() const {
    return request_.lent_body.empty() ? std::string_view(request_.body) : request_.lent_body;
  }

  CURL* easy_;
  Request request_;
  Client::Done done_;
  Response response_;
  Receiving& receiving_;
  bool under_way_ = true;
  bool paused_ = false;
  std::size_t held_ = 0;  // of what all may have
  bool body_begun_ = false;
  bool to_sink_ = false;
  std::size_t sink_bytes_ = 0;
  BodySink::Wants wants_ = BodySink::Wants::kMore;
  double heard_ = 0;  // when bytes of the body came last
  double whole_ = 0;  // when the sink first wanted only a little more
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> header_list_{nullptr,
                                                                           &curl_slist_free_all};
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> connect_to_{nullptr,
                                                                          &curl_slist_free_all};
  bool has_begun_ = false;  // a connection for the request's hop was there
  long connections_ = 0;    // opened for the hop until the request was first sent
  bool resent_ = false;     // libcurl would have sent the request a second time
  std::array<char, CURL_ERROR_SIZE> error_text_{};
  double started_;
  std::string url_;     // of this hop
  std::string origin_;  // of the request
  std::size_t header_bytes_ = 0;
  bool reading_headers_ = false;  // behind a status line, before the empty line
  int hops_ = 0;
  Failure stopped_ = Failure::kNone;  // by one of our bounds
};

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_TRANSFER_H_
