// What comes of a request: a response for the conversation, another try, the end of its entry, or
// of the run.
#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/generation/back_off.h"
#include "core/generation/scheduler.h"
#include "core/generation/wait_text.h"

namespace bfclx {
namespace {

constexpr int kForGood = 5;  // refusals for good in a row that end a run which was going well
constexpr double kPauseWorthSaying = 5;
constexpr double kLongestCheckWait = 30;
constexpr int kServiceUnavailable = 503;

// What to do about a request that cannot succeed.
std::string_view advice(const RequestOutcome& outcome, bool command_line) {
  if (outcome.failure == RequestFailure::kRedirect && command_line) {
    return ". Set --base-url to the right address";
  }
  switch (status_of(outcome)) {
    case 401:
    case 403:
      return ". Check the API key";
    case 400:
    case 402:
    case 429:
      return ". The account has no credit left";
    case 404:
    case 405:
      return ". Check the address and the model's name";
    case 407:
      return ". A proxy requires a password";
    default:
      return {};
  }
}

std::optional<double> wait_in(const RequestOutcome& outcome, double unix_now) {
  if (outcome.headers == nullptr) return std::nullopt;
  return requested_wait(*outcome.headers, unix_now);
}

std::optional<double> kept_pause(std::optional<double> asked) {
  return asked ? std::min(*asked, kLongestPause) : asked;
}

}  // namespace

Scheduler::Decision Scheduler::received(EntryIndex entry, const RequestOutcome& outcome, double now,
                                        double unix_now) {
  running_[entry].in_flight = false;
  key_.received(outcome, running_[entry].sent, now);
  if (settings_.official_retries) return official(outcome, now);
  const Reception reception = reception_of(outcome);
  if (reception == Reception::kResponse) return responded(entry, outcome, now, unix_now);
  last_failure_ = {reason_of(outcome), describe(outcome, settings_.server)};
  running_[entry].trouble = last_failure_;
  switch (reception) {
    case Reception::kRateLimited:
      return rate_limited(entry, outcome, now, unix_now);
    case Reception::kFailed:
    case Reception::kUnreachable:
      return failed(entry, outcome, now);
    default:
      return failed_for_good(outcome, now);
  }
}

// The official retries decide, which never end where every request is refused: patience does.
Scheduler::Decision Scheduler::official(const RequestOutcome& outcome, double now) {
  if (reception_of(outcome) != Reception::kRateLimited) {
    refused_since_ = -1;
  } else if (refused_since_ < 0) {
    refused_since_ = now;
    last_failure_ = {reason_of(outcome), describe(outcome, settings_.server)};
  }
  return {};
}

// A response: the server is well.
Scheduler::Decision Scheduler::responded(EntryIndex entry, const RequestOutcome& outcome,
                                         double now, double unix_now) {
  say_available(now);
  if (is_refused()) doubt_ = {};
  health_.succeeded(entry);
  if (!checking_) health_.ended(ServerHealth::kKnownGood);  // its refusals are past
  for_good_ = 0;
  limit_.responded(now, (in_flight_ + 1) * 5 >= limit_.allowed() * 4);
  const std::optional<double> wait = wait_in(outcome, unix_now);
  if (wait && *wait > 0) {
    pause(std::min(*kept_pause(wait), settings_.patience), *wait, "rate limit reached", now);
  }
  running_[entry].trouble = {"unusable response", ""};  // unless it is accepted
  Decision decision;
  decision.good = status_of(outcome) < 300;
  if (decision.good) no_known_good_ = false;
  return decision;
}

// The server wants fewer requests, or later.
Scheduler::Decision Scheduler::rate_limited(EntryIndex entry, const RequestOutcome& outcome,
                                            double now, double unix_now) {
  const std::optional<double> asked = wait_in(outcome, unix_now);
  const auto refusal = health_.refused(entry, now, chance(), kept_pause(asked));
  if (!refusal.alone) limit_.refused(running_[entry].sent, now);
  const std::string patience = wait_text(settings_.patience);
  const std::string& text = last_failure_.text;
  const bool asks = asked.value_or(0) > settings_.patience;
  const std::string too_long =
      asks ? concat({text, "; it asks for a pause of ", wait_text(*asked),
                     settings_.command_line ? ", --patience is " : ", more than ", patience})
           : concat({text, "; refused for more than ", patience, option("--patience")});
  switch (refusal.next) {
    case ServerHealth::Refusal::Next::kStop:
      stop(asks ? too_long : refused_text(now - health_.trouble_since()), last_failure_.reason,
           false);
      return {Decision::Kind::kStop};
    case ServerHealth::Refusal::Next::kGiveUp:
      return {Decision::Kind::kEnd, false, too_long};
    case ServerHealth::Refusal::Next::kRetry:
      break;
  }
  if (refusal.pause > 0) pause(refusal.pause, asked.value_or(0), text, now);
  if (!health_.available() && !std::exchange(trouble_said_, true)) {
    say(concat({"the server refuses every request (", text,
                "); probing it with one request at a time for up to ", patience,
                option("--patience")}));
  }
  retry(entry, refusal.wait + (asked ? chance() * 0.1 : 0), now, refusal.alone);
  return {Decision::Kind::kRetry};
}

// No response, or an error of the server.
Scheduler::Decision Scheduler::failed(EntryIndex entry, const RequestOutcome& outcome, double now) {
  // A server that is waited for may say that it is still loading.
  const bool starting = settings_.wait_for_start && !health_.ever_succeeded() &&
                        status_of(outcome) == kServiceUnavailable;
  const bool unreachable = reception_of(outcome) == Reception::kUnreachable || starting;
  const bool broke = outcome.failure == RequestFailure::kCut;
  const auto cause = unreachable ? ServerHealth::Cause::kUnreachable
                     : broke     ? ServerHealth::Cause::kConnection
                                 : ServerHealth::Cause::kResponse;
  const auto failure = health_.failed(entry, now, chance(), cause);
  if (unreachable || failure.slow_down || !health_.available()) {
    limit_.refused(running_[entry].sent, now);
  }
  if (failure.counts) return {};  // the conversation has its own count
  if (unreachable && !health_.ever_succeeded() && !settings_.wait_for_start) {
    stop(concat({last_failure_.text, ". No entry was generated; check ",
                 settings_.command_line ? "--base-url" : "the address",
                 " and that the server is running"}),
         last_failure_.reason);
    return {Decision::Kind::kStop};
  }
  // The request known to succeed is sent first, see next(); what comes of it decides.
  if (!checking_ && (no_known_good_ || !health_.wants_known_good(now))) say_unavailable();
  retry(entry, 0, now);
  return {Decision::Kind::kRetry};
}

// 401, 403, 404, TLS: the next request fails too, unless others succeed. A firewall refuses some
// entries, so the request that is known to succeed decides before a run ends.
Scheduler::Decision Scheduler::failed_for_good(const RequestOutcome& outcome, double now) {
  const bool first = !health_.ever_succeeded();
  if ((first || ++for_good_ >= kForGood) && !in_doubt()) {
    doubt_ = {last_failure_.reason,
              concat({last_failure_.text, advice(outcome, settings_.command_line)})};
    const double patience = settings_.patience;
    doubt_until_ = now + (first ? settings_.stop_timeout.value_or(patience) : patience);
    next_check_ = now;
    undecided_checks_ = 0;
  }
  if (!first || in_flight_ > 0) return {Decision::Kind::kEnd, false, last_failure_.text};
  stop_for_good();
  return {Decision::Kind::kStop};
}

bool Scheduler::check_received(const RequestOutcome& outcome, double now, double unix_now) {
  checking_ = false;
  key_.received(outcome, check_sent_, now);
  const Reception reception = reception_of(outcome);
  if (reception == Reception::kResponse) {
    say_available(now);
    health_.succeeded(ServerHealth::kKnownGood);
    for_good_ = 0;
    doubt_ = {};
    return true;
  }
  const bool for_good = reception == Reception::kForbidden || reception == Reception::kWrongAddress;
  if (in_doubt() && for_good) {
    stop_for_good();
    return true;
  }
  last_failure_ = {reason_of(outcome), describe(outcome, settings_.server)};
  put_off_check(now);
  if (reception == Reception::kRateLimited) {
    const std::optional<double> asked = wait_in(outcome, unix_now);
    const auto refusal =
        health_.refused(ServerHealth::kKnownGood, now, chance(), kept_pause(asked));
    if (refusal.next != ServerHealth::Refusal::Next::kRetry) {
      // A check ends nothing: the entries' own refusals do.
      health_.ended(ServerHealth::kKnownGood);
    } else if (refusal.pause > 0) {
      pause(std::min(refusal.pause, settings_.patience), asked.value_or(0), last_failure_.text,
            now);
    }
    return true;
  }
  const bool unreachable = reception == Reception::kUnreachable;
  health_.failed(ServerHealth::kKnownGood, now, chance(),
                 unreachable ? ServerHealth::Cause::kUnreachable : ServerHealth::Cause::kResponse);
  if (!health_.available()) say_unavailable();
  if (health_.ever_succeeded()) return true;
  no_known_good_ = false;
  return false;
}

void Scheduler::check_lost(double now) {
  checking_ = false;
  put_off_check(now);
  health_.ended(ServerHealth::kKnownGood);
}

// A check that decided nothing is repeated with back-off, until the patience ends.
void Scheduler::put_off_check(double now) {
  next_check_ = now + back_off(++undecided_checks_, chance(), 1, kLongestCheckWait);
}

std::string Scheduler::refused_text(double seconds) const {
  return concat(
      {"the server refused every request for ", wait_text(seconds), " (", last_failure_.text, ")"});
}

// The same request once more; behind the others, so that a probe is another entry's.
void Scheduler::retry(EntryIndex entry, double wait, double now, bool own) {
  ++running_[entry].repeated;
  ++repeated_;
  if (wait <= 0) {
    ready_.push_back(entry);
  } else {
    delay(entry, now + wait, own);
  }
}

// `asked`: what the server asks for.
void Scheduler::pause(double seconds, double asked, const std::string& why, double now) {
  paused_until_ = std::max(paused_until_, now + seconds);
  if (seconds < kPauseWorthSaying || now < pause_said_) return;
  pause_said_ = paused_until_;
  const bool shorter = seconds + 1 < asked;
  say(concat({"the server asks for a pause of ", wait_text(std::max(asked, seconds)), " (", why,
              ")", shorter ? "; the next request is sent in " + wait_text(seconds) : ""}));
}

void Scheduler::say_unavailable() {
  if (std::exchange(trouble_said_, true)) return;
  say(concat({last_failure_.text, ": the server is unavailable. Probing it for up to ",
              wait_text(settings_.patience), option("--patience"), "; results are kept"}));
}

void Scheduler::say_available(double now) {
  if (health_.available() || !std::exchange(trouble_said_, false)) return;
  say(concat({"the server responds again after ", wait_text(now - health_.trouble_since())}));
}

}  // namespace bfclx
