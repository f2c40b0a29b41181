// RequestOutcome: what came of one request to a server, and what it means for the run.
#ifndef BFCLX_CORE_GENERATION_REQUEST_OUTCOME_H_
#define BFCLX_CORE_GENERATION_REQUEST_OUTCOME_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bfclx {

// Why there is no response.
enum class RequestFailure : std::uint8_t {
  kNone,
  kUrl,       // the address cannot be parsed
  kDns,       // unknown host
  kConnect,   // refused, unreachable
  kTls,       // certificate or handshake
  kTimeout,   // no complete response in time
  kCut,       // the connection ended before the response did
  kTooLarge,  // more bytes or headers than allowed
  kRedirect,  // to another host, or too many
  kPrivate,   // an address that a model must not reach
  kProtocol,  // not HTTP
  kBatch,     // its batch has ended, and has no response to it
};
inline constexpr std::size_t kRequestFailures = 12;
// "dns", "connect", ...: for manifests, and how drivers name it.
std::string_view failure_name(RequestFailure failure);
std::optional<RequestFailure> failure_of_name(std::string_view name);

// Names in lower case.
using HeaderList = std::vector<std::pair<std::string, std::string>>;
// The first header of that name, or nothing.
std::string_view header_of(const HeaderList& headers, std::string_view name);

// Borrows everything.
struct RequestOutcome {
  RequestFailure failure = RequestFailure::kNone;
  std::string_view error;  // for people, names the host; where there is no response
  int status = 0;
  const HeaderList* headers = nullptr;  // may be nullptr
  std::string_view body;

  bool has_response() const { return failure == RequestFailure::kNone; }
};

enum class Reception : std::uint8_t {
  kResponse,      // 2xx, and what concerns this request alone (400, 413, 422)
  kRateLimited,   // 429, 529, 503 with Retry-After: fewer requests, or later
  kFailed,        // 5xx, a connection that broke, a timeout: again, later
  kUnreachable,   // unknown host, no connection
  kForbidden,     // 401, 403, 402, no credit left: no request will succeed
  kWrongAddress,  // 404, 405, a redirect, TLS
};
Reception reception_of(const RequestOutcome& outcome);
// Of the response; of a 2xx whose body states an error with the `code` of another status, that one.
int status_of(const RequestOutcome& outcome);
// Whether what a response with a status of success has cannot be one: every API gives an object.
bool is_unreadable(const RequestOutcome& outcome);

// Why an entry has no result, to be counted by: "status 500", "timeout".
std::string reason_of(const RequestOutcome& outcome);

// For people: "<server>: status 429, slow down", or what the transport says.
std::string describe(const RequestOutcome& outcome, std::string_view server);

// What to do about a request that cannot succeed: ". Check the API key", or nothing.
// `command_line`: names the program's options.
std::string_view advice_on(const RequestOutcome& outcome, bool command_line);

// Seconds that the server asks to wait: Retry-After (seconds or a date), retry-after-ms; failing
// these, when a limit is used up, the time to its reset (x-ratelimit-*, anthropic-ratelimit-*,
// ratelimit-*). `unix_now` is for dates. Never negative; at most ten years.
std::optional<double> requested_wait(const HeaderList& headers, double unix_now);
inline constexpr double kLongestWait = 10.0 * 366 * 86400;

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_REQUEST_OUTCOME_H_
