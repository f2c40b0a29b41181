// How often and how many at once a server is asked: functions of what was seen, without a clock.
//
// Times are seconds on any clock that only goes forward, given as arguments; chance is a number
// from 0 to 1, likewise.
#ifndef BFCLX_TOOLS_BFCLX_NET_POLICY_H_
#define BFCLX_TOOLS_BFCLX_NET_POLICY_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tools/bfclx/net/http.h"

namespace bfclx::net {

// What an answer means for the asking, apart from what it says.
enum class Reception : std::uint8_t {
  kAnswer,     // 2xx, and what concerns this request alone (400, 413, 422)
  kSlower,     // 429, 529, 408, 503 with Retry-After: the server wants fewer or later
  kBroken,     // 5xx, a cut connection, a time-out: again, later
  kGone,       // nobody there: name, connection
  kForbidden,  // 401, 403, 402, a spent quota: no request will ever pass
  kNowhere,    // 404, 405, a redirect, TLS: the address is wrong
};
Reception reception_of(const Response& response);
// The exception that Python's requests raises for it, which the simulated services put into their
// results: "ReadTimeout".
std::string_view requests_error(Failure failure);

// Seconds that the server asks to wait: Retry-After (seconds or a date), retry-after-ms; failing
// these, when a limit is spent, the time to its reset (x-ratelimit-*, anthropic-ratelimit-*,
// ratelimit-*). `unix_now` is for dates. Never negative, at most an hour.
std::optional<double> asked_wait(const Headers& headers, double unix_now);

// How many requests may be under way: grows while the server keeps up, shrinks when it refuses.
//
// Automatic: slow start doubles it in each round (a round is as many answers as are allowed at
// once) until a refusal, or until a doubling brings hardly more answers a second; then it grows by
// a twentieth a round, and stays where more brought nothing. A refusal takes three tenths, once for
// all requests that were under way at the time. With a number given that number is the ceiling and
// the start. Never below 1.
class ConcurrencyLimit {
 public:
  ConcurrencyLimit(std::size_t most, bool automatic);

  std::size_t allowed() const { return static_cast<std::size_t>(limit_); }
  // An answer came. `crowded`: at least four fifths of what is allowed were under way.
  void answered(double now, bool crowded);
  // The server refused or failed a request that was sent at `sent`.
  void refused(double sent, double now);

 private:
  void end_round(double now);

  double most_;
  double limit_;
  bool automatic_;
  bool slow_start_;
  double last_cut_ = -1;
  double round_start_ = -1;
  double round_limit_ = 0;
  std::size_t round_answers_ = 0;
  bool round_crowded_ = true;
  double best_rate_ = 0;   // answers a second of the best round, fading
  double best_limit_ = 1;  // what was allowed in it
};

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_POLICY_H_
