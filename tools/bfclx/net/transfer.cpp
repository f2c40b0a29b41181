#include "tools/bfclx/net/transfer.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <new>
#include <utility>

#include "core/base/text.h"
#include "core/base/unicode.h"
#include "tools/bfclx/net/address.h"
#include "tools/bfclx/net/curl_failure.h"
#include "tools/bfclx/platform/system.h"

namespace bfclx::net {
namespace {

constexpr std::size_t kMaxHeaderBytes = std::size_t{256} << 10;
constexpr std::size_t kMaxHeaders = 1000;
constexpr long kBufferBytes = 16 << 10;  // for each request under way
// Of a stream, times what its response may have: each token comes in an event of its own.
constexpr std::size_t kStreamed = 64;
constexpr const char* kLocalHosts = "localhost,127.0.0.1,::1,[::1]";

constexpr auto kTooLargeForCurl = static_cast<CURLcode>(100);  // CURLE_TOO_LARGE, from 8.6 on

std::string_view trimmed(std::string_view text) { return strip_chars(text, " \t\r\n"); }

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

// A header with a line end in it would be two.
bool is_one_line(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

long milliseconds(double seconds) {
  return static_cast<long>(std::clamp(seconds, 0.001, 1e6) * 1000);
}

// "30", "0.5"
std::string seconds_text(double seconds) {
  std::string text = std::to_string(seconds);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

// File or folder of trusted certificates; nullptr: libcurl knows the system's.
const char* trusted_certificates() {
  for (const char* variable : {"REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"}) {
    const char* file = std::getenv(variable);
    if (file != nullptr && *file != '\0') return file;
  }
#ifdef BFCLX_STATIC
  // A libcurl that travels does not: those of Debian, Fedora, SUSE and Alpine.
  for (const char* file : {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                           "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"}) {
    struct stat info {};
    if (::stat(file, &info) == 0) return file;
  }
#endif
  return nullptr;
}

}  // namespace

Transfer::Transfer(CURL* easy, Request request, Client::Done done, Receiving& receiving)
    : easy_(easy),
      request_(std::move(request)),
      done_(std::move(done)),
      receiving_(receiving),
      started_(Client::now()),
      url_(request_.url),
      origin_(origin_of(request_.url)) {
  receiving_.turns.insert(request_.turn);
}

Transfer::~Transfer() { leave(); }

void Transfer::prepare() {
  curl_easy_reset(easy_);
  release();
  response_ = Response();
  header_bytes_ = 0;
  reading_headers_ = false;
  body_begun_ = to_sink_ = false;
  sink_bytes_ = 0;
  wants_ = BodySink::Wants::kMore;
  error_text_[0] = '\0';
  has_begun_ = false;
  resent_ = false;
  curl_easy_setopt(easy_, CURLOPT_PRIVATE, this);
  curl_easy_setopt(easy_, CURLOPT_ERRORBUFFER, error_text_.data());
  curl_easy_setopt(easy_, CURLOPT_WRITEFUNCTION, &Transfer::on_body);
  curl_easy_setopt(easy_, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(easy_, CURLOPT_HEADERFUNCTION, &Transfer::on_header);
  curl_easy_setopt(easy_, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(easy_, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy_, CURLOPT_BUFFERSIZE, kBufferBytes);
  curl_easy_setopt(easy_, CURLOPT_UPLOAD_BUFFERSIZE, kBufferBytes);
  curl_easy_setopt(easy_, CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(easy_, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_easy_setopt(easy_, CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_2TLS});
  const double left = request_.timeout - (Client::now() - started_);
  curl_easy_setopt(easy_, CURLOPT_TIMEOUT_MS, milliseconds(left));
  curl_easy_setopt(easy_, CURLOPT_CONNECTTIMEOUT_MS, milliseconds(request_.connect_timeout));
  set_addresses();
  if (request_.method == "POST" || request_.method == "PUT") {
    curl_easy_setopt(easy_, CURLOPT_POST, 1L);
    if (request_.method == "PUT") curl_easy_setopt(easy_, CURLOPT_CUSTOMREQUEST, "PUT");
    curl_easy_setopt(easy_, CURLOPT_POSTFIELDS, body().data());
    curl_easy_setopt(easy_, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body().size()));
    curl_easy_setopt(easy_, CURLOPT_PREREQFUNCTION, &Transfer::on_begin);
    curl_easy_setopt(easy_, CURLOPT_PREREQDATA, this);
  } else {
    curl_easy_setopt(easy_, CURLOPT_HTTPGET, 1L);
  }
  set_headers();
}

// The address, and what may be reached behind it.
void Transfer::set_addresses() {
  curl_easy_setopt(easy_, CURLOPT_URL, url_.c_str());
  curl_easy_setopt(easy_, CURLOPT_PROTOCOLS_STR, "http,https");
  if (const char* file = trusted_certificates()) {
    struct stat info {};
    const bool folder = ::stat(file, &info) == 0 && S_ISDIR(info.st_mode);
    curl_easy_setopt(easy_, folder ? CURLOPT_CAPATH : CURLOPT_CAINFO, file);
  }
  if (!request_.client_cert.empty() && origin_of(url_) == origin_) {
    curl_easy_setopt(easy_, CURLOPT_SSLCERT, request_.client_cert.c_str());
    curl_easy_setopt(easy_, CURLOPT_SSLKEY, request_.client_key.c_str());
    // Without one, OpenSSL asks for the password of a key on the terminal.
    curl_easy_setopt(easy_, CURLOPT_KEYPASSWD, "");
  }
  if (!request_.address.empty()) {
    // Of any host and port: redirects stay at the origin. libcurl keeps connections apart by it.
    const bool ipv6 = request_.address.find(':') != std::string::npos;
    const std::string line = ipv6 ? "::[" + request_.address + "]:" : "::" + request_.address + ":";
    connect_to_.reset(curl_slist_append(nullptr, line.c_str()));
    curl_easy_setopt(easy_, CURLOPT_CONNECT_TO, connect_to_.get());
  }
  if (!request_.open_web) {
    // A connection that is still being made may turn out to carry many requests.
    if (url_.compare(0, 6, "https:") == 0) curl_easy_setopt(easy_, CURLOPT_PIPEWAIT, 1L);
    const char* except = std::getenv("no_proxy");
    if (except == nullptr) except = std::getenv("NO_PROXY");
    const std::string direct =
        std::string(kLocalHosts) + (except != nullptr ? "," + std::string(except) : "");
    const bool no_proxy = request_.direct || !request_.address.empty();
    const bool all = no_proxy || (except != nullptr && std::string_view(except) == "*");
    curl_easy_setopt(easy_, CURLOPT_NOPROXY, all ? "*" : direct.c_str());
    return;
  }
  // A connection that was made for the model's server must not serve a page, and the address is
  // looked at where it is known: here, not in a proxy.
  curl_easy_setopt(easy_, CURLOPT_FRESH_CONNECT, 1L);
  curl_easy_setopt(easy_, CURLOPT_FORBID_REUSE, 1L);
  if (request_.allow_private) return;
  curl_easy_setopt(easy_, CURLOPT_NOPROXY, "*");
  curl_easy_setopt(easy_, CURLOPT_OPENSOCKETFUNCTION, &Transfer::on_socket);
  curl_easy_setopt(easy_, CURLOPT_OPENSOCKETDATA, this);
}

void Transfer::set_headers() {
  header_list_.reset();
  const auto add = [this](const std::string& line) {
    curl_slist* list = curl_slist_append(header_list_.get(), line.c_str());
    if (list == nullptr) return;
    static_cast<void>(header_list_.release());
    header_list_.reset(list);
  };
  const auto add_all = [&add](const Headers& headers) {
    for (const auto& [name, value] : headers) {
      if (!is_one_line(name) || !is_one_line(value)) continue;
      std::string line = name;
      add(line.append(": ").append(value));
    }
  };
  add("Expect:");  // no asking before a large body is sent
  add_all(request_.headers);
  if (origin_of(url_) == origin_) add_all(request_.secrets);
  curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, header_list_.get());
}

std::size_t Transfer::on_body(char* data, std::size_t size, std::size_t count, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  const std::size_t bytes = size * count;
  if (!transfer.begin_body()) return 0;
  if (bytes > transfer.request_.max_bytes - transfer.response_.body.size()) {
    transfer.fail(Failure::kTooLarge, "the response is larger than " +
                                          std::to_string(transfer.request_.max_bytes >> 10) +
                                          " KiB");
    return 0;
  }
  Receiving& all = transfer.receiving_;
  if (all.held + bytes > all.most && transfer.request_.turn > *all.turns.begin()) {
    transfer.paused_ = all.waits = true;
    return CURL_WRITEFUNC_PAUSE;
  }
  const bool taken = transfer.to_sink_ ? transfer.give(data, bytes) : transfer.take(data, bytes);
  return taken ? bytes : 0;
}

// False, and the transfer has failed, where there is no memory.
bool Transfer::begin_body() {
  heard_ = Client::now();
  if (std::exchange(body_begun_, true) || request_.sink == nullptr) return true;
  long status = 0;
  curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
  try {
    to_sink_ = status / 100 == 2 && request_.sink->begins(response_.header("content-type"));
  } catch (const std::bad_alloc&) {
    fail(Failure::kTooLarge, "not enough memory for the response");
    return false;
  }
  return true;
}

// False where the sink wants no more.
bool Transfer::give(const char* data, std::size_t bytes) {
  sink_bytes_ += bytes;
  try {
    const BodySink::Wants before = wants_;
    wants_ = request_.sink->take({data, bytes}, heard_);
    if (wants_ != before) whole_ = heard_;
  } catch (const std::bad_alloc&) {
    fail(Failure::kTooLarge, "not enough memory for the response");
    return false;
  }
  const std::size_t held = request_.sink->held();
  receiving_.held += held - std::exchange(held_, held);
  if (wants_ == BodySink::Wants::kTooLarge || sink_bytes_ / kStreamed > request_.max_bytes) {
    fail(Failure::kTooLarge,
         "the stream is larger than " + std::to_string(request_.max_bytes >> 10) + " KiB");
    return false;
  }
  return wants_ != BodySink::Wants::kNothing;
}

std::optional<CURLcode> Transfer::out_of_time(double now) {
  if (!to_sink_ || paused_) return std::nullopt;
  const bool whole = wants_ == BodySink::Wants::kLittleMore;
  if (whole && now - whole_ >= BodySink::kLittle) return CURLE_OK;
  const double limit = request_.idle_timeout;
  if (whole || limit <= 0 || now - heard_ < limit) return std::nullopt;
  fail(Failure::kTimeout,
       "the stream was silent for " + seconds_text(request_.idle_timeout) + " s");
  return CURLE_OPERATION_TIMEDOUT;
}

// False, and the transfer has failed, where there is no memory: nothing may be thrown through C.
bool Transfer::take(const char* data, std::size_t bytes) {
  try {
    response_.body.append(data, bytes);
  } catch (const std::bad_alloc&) {
    fail(Failure::kTooLarge, "not enough memory for the response");
    return false;
  }
  held_ += bytes;
  receiving_.held += bytes;
  return true;
}

void Transfer::release() { receiving_.held -= std::exchange(held_, 0); }

// Others wait for this one no more.
void Transfer::leave() {
  if (!std::exchange(under_way_, false)) return;
  release();
  receiving_.turns.erase(receiving_.turns.find(request_.turn));
}

void Transfer::resume() {
  if (std::exchange(paused_, false)) curl_easy_pause(easy_, CURLPAUSE_CONT);
}

void Transfer::finish() {
  leave();
  done_(std::move(response_));
}

std::size_t Transfer::on_header(char* data, std::size_t size, std::size_t count, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  const std::size_t bytes = size * count;
  Headers& headers = transfer.response_.headers;
  transfer.header_bytes_ += bytes;  // interim answers (100) count too
  if (transfer.header_bytes_ > kMaxHeaderBytes || headers.size() >= kMaxHeaders) {
    transfer.fail(Failure::kTooLarge, "the headers of the response are too long");
    return 0;
  }
  const std::string_view line(data, bytes);
  transfer.reading_headers_ = !trimmed(line).empty();
  if (line.substr(0, 5) == "HTTP/") {
    headers.clear();
    return bytes;
  }
  const std::size_t colon = line.find(':');
  if (colon != std::string_view::npos) {
    headers.emplace_back(lower_ascii(trimmed(line.substr(0, colon))),
                         std::string(trimmed(line.substr(colon + 1))));
  }
  return bytes;
}

curl_socket_t Transfer::on_socket(void* self, curlsocktype purpose, curl_sockaddr* address) {
  auto& transfer = *static_cast<Transfer*>(self);
  if (purpose != CURLSOCKTYPE_IPCXN || !is_public_address(address->addr)) {
    transfer.fail(Failure::kPrivate,
                  "a private or local address, which a model must not reach (--allow-private)");
    return CURL_SOCKET_BAD;
  }
  return platform::open_socket(address->family, address->socktype, address->protocol);
}

// A connection is there, and the request is about to be sent. libcurl calls this again when a kept
// connection ended without a byte of the response, or when a server refused the HTTP/2 stream: it
// would send the request a second time. The server may have done what the first one says, so
// whoever sent it decides that, and counts it (a refused stream, too, as a broken connection).
int Transfer::on_begin(void* self, char* /*to*/, char* /*from*/, int /*to_port*/,
                       int /*from_port*/) {
  auto& transfer = *static_cast<Transfer*>(self);
  const bool again = std::exchange(transfer.has_begun_, true);
  if (!again) transfer.connections_ = transfer.connections();
  transfer.resent_ = again && transfer.sent_bytes() > 0;
  return transfer.resent_ ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}

// That were opened for the hop.
long Transfer::connections() const {
  long number = 0;
  curl_easy_getinfo(easy_, CURLINFO_NUM_CONNECTS, &number);
  return number;
}

// Of the hop's requests, on all connections; of a large body none may be in it.
long Transfer::sent_bytes() const {
  long bytes = 0;
  curl_easy_getinfo(easy_, CURLINFO_REQUEST_SIZE, &bytes);
  return bytes;
}

void Transfer::fail(Failure failure, std::string text) {
  if (stopped_ != Failure::kNone) return;
  stopped_ = failure;
  response_.failure = failure;
  response_.error = shown_url(url_) + ": " + std::move(text);
}

// What libcurl's code means, in words; its own words behind them where they say more.
void Transfer::explain(CURLcode code) {
  // Also what libcurl says of an answer without a status line.
  if (code == CURLE_UNSUPPORTED_PROTOCOL && url_.compare(0, 4, "http") == 0) {
    code = CURLE_WEIRD_SERVER_REPLY;
  }
  // libcurl takes no header line longer than 100 KiB, and says so as if memory had ended.
  if (reading_headers_ && (code == CURLE_OUT_OF_MEMORY || code == kTooLargeForCurl)) {
    return fail(Failure::kTooLarge, "a header of the response is longer than 100 KiB");
  }
  // No connection for the second time (on_begin), or refused by us: what counts is the first time.
  const bool timed_out = code == CURLE_OPERATION_TIMEDOUT && connections() > connections_;
  if (has_begun_ && sent_bytes() > 0 &&
      (timed_out || code == CURLE_ABORTED_BY_CALLBACK || is_before_connection(code))) {
    resent_ = true;
    code = CURLE_GOT_NOTHING;
    error_text_[0] = '\0';
  }
  const CurlFailure* row = curl_failure(code);
  if (row == nullptr) {
    const bool has_words = error_text_[0] != '\0';
    return fail(Failure::kProtocol, has_words ? error_text_.data() : curl_easy_strerror(code));
  }
  std::string text(row->text);
  if (row->failure == Failure::kTimeout) {
    text += " (" + std::to_string(static_cast<long>(request_.timeout)) + " s)";
  } else if (error_text_[0] != '\0') {
    text += " (" + std::string(error_text_.data()) + ")";
  }
  fail(row->failure, std::move(text));
}

bool Transfer::follow(std::string target) {
  const bool same = origin_of(target) == origin_;
  const bool keeps_method = response_.status == 307 || response_.status == 308;
  if (!request_.open_web && (!same || (request_.method != "GET" && !keeps_method))) {
    fail(Failure::kRedirect, "the server redirects to " + shown_url(target) + "; not followed");
    return false;
  }
  if (!same && request_.may_visit && !request_.may_visit(origin_of(target))) {
    fail(Failure::kRedirect,
         "the server redirects to " + shown_url(target) + ", which is not allowed; not followed");
    return false;
  }
  if (++hops_ > request_.max_redirects) {
    fail(Failure::kRedirect, "more than " + std::to_string(request_.max_redirects) + " redirects");
    return false;
  }
  if (!keeps_method) request_.method = "GET";
  url_ = std::move(target);
  return true;
}

bool Transfer::was_sent() const {
  long status = 0;
  curl_off_t uploaded = 0;
  curl_off_t to_send = 0;
  curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(easy_, CURLINFO_SIZE_UPLOAD_T, &uploaded);
  if (request_.method != "GET") to_send = static_cast<curl_off_t>(body().size());
  // A second connection (on_begin) begins to count anew: the first one may have had all.
  if (resent_) return status < 300;
  return status < 300 && uploaded > 0 && uploaded >= to_send;
}

bool Transfer::ended(CURLcode code) {
  // What broke then does not matter.
  const bool whole = wants_ == BodySink::Wants::kNothing || wants_ == BodySink::Wants::kLittleMore;
  if (whole && stopped_ == Failure::kNone) code = CURLE_OK;
  if (code != CURLE_OK) {
    explain(code);
  } else {
    long status = 0;
    curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
    response_.status = static_cast<int>(status);
    char* target = nullptr;
    curl_easy_getinfo(easy_, CURLINFO_REDIRECT_URL, &target);
    if (is_redirect(response_.status) && target != nullptr && follow(target)) return true;
  }
  response_.sent = was_sent();
  if (response_.failure != Failure::kNone) {
    response_.status = 0;
    release();
    response_.body.clear();
    response_.headers.clear();
  }
  response_.seconds = Client::now() - started_;
  response_.url = url_;
  return false;
}

}  // namespace bfclx::net
