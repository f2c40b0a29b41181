// Retries: after an attempt that failed, whether to send the request again and after how long.
//
// The official program has two loops around a request: the SDK's own few retries, and around them
// (utils.py:retry_with_backoff) one that waits longer and, but for Cohere, never ends. A rule is
// the pair for one handler; `decide_retry` is a pure function of rule, attempts so far and outcome.
#ifndef BFCLX_CORE_CONVERSATION_RETRY_H_
#define BFCLX_CORE_CONVERSATION_RETRY_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace bfclx {

// What came of one attempt.
struct AttemptOutcome {
  enum class Kind : std::uint8_t {
    kStatus,      // an HTTP response that is no success
    kConnection,  // no connection, or it broke
    kTimeout,
    kBadJson,      // a success whose body is not JSON where JSON was announced
    kBadShape,     // a success that the SDK or the handler's query could not read
    kServerError,  // a success whose body says that the server failed; officially read as it is
  };
  Kind kind = Kind::kStatus;
  int status = 0;            // kStatus
  std::string_view message;  // str(exception) as the official program would have it
  // Seconds of a Retry-After header (or its relatives), where the response had one.
  std::optional<double> retry_after;
  // What an x-should-retry header says, where the response had one.
  std::optional<bool> should_retry = std::nullopt;
};

// Whether it may pass by itself, so that it says nothing about the model.
bool is_transport_trouble(const AttemptOutcome& outcome);

// The SDK's retries: on 408, 409, 429, 5xx and on connection failures and timeouts, if not said
// otherwise.
struct InnerRetries {
  int count = 0;                       // after the first
  std::span<const int> statuses = {};  // instead of the usual ones, when not empty
};

// retry_with_backoff of a handler: on which outcomes the whole SDK call is made again.
struct OuterRetries {
  bool on_429 = false;
  bool on_bad_json = false;
  bool on_anything = false;
  // A text inside the exception's message, any of these.
  std::span<const std::string_view> messages = {};
  int max_calls = 0;  // SDK calls in all; 0: without limit
};

struct RetryRule {
  InnerRetries inner = {};
  OuterRetries outer = {};
};

// Attempts made for one step so far.
struct RetryState {
  int attempts = 0;  // requests sent, the failed one included
  int inner = 0;     // of which in the current SDK call
  int calls = 0;     // SDK calls that have ended in an exception
};

struct RetryDecision {
  bool again = false;
  bool new_call = false;  // of the SDK: the official latency starts anew
  // Seconds to wait: at least the first; the driver adds a random part of up to the second.
  double wait = 0;
  double jitter = 0;
};

// The official sequence (as_official). `state` is brought up to date.
RetryDecision decide_official_retry(const RetryRule& rule, RetryState& state,
                                    const AttemptOutcome& outcome);
// Ours: whatever may pass (the official outcomes, 408, 409, 425, 429, 5xx, connection, timeout) is
// sent again up to `limit` times, after the server's Retry-After or 1 s, doubling to 60.
RetryDecision decide_retry(const RetryRule& rule, RetryState& state, const AttemptOutcome& outcome,
                           int limit);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_RETRY_H_
